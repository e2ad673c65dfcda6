/** `workspace create` and `workspace update`. */
import { Console, Effect, Option, Redacted, Result, Schema, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import type { ReminderChange } from "../../../app/invoices/reminders/DueReminders.ts"
import { Reminders } from "../../../app/invoices/reminders/Reminders.ts"
import { Workspaces } from "../../../app/workspaces/Workspaces.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { EmailAddress, Locale, line, prose } from "../../../domain/text/Text.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { ReminderDays, TimeZoneName } from "../../../domain/workspaces/WorkspaceResource.ts"
import { onService } from "../../CommandHost.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { changeByFlags, fieldFlags } from "../../WorkspaceFlags.ts"
import { chosenWorkspace, workspaceFlag } from "../ChosenWorkspace.ts"
import { givenOrNewPassword, passwordFlag } from "../Passwords.ts"
import { CommandFailed, dryRunFlag, json, nameFlag, runOrRehearse } from "../Shared.ts"

export const workspaceCreate = Command.make(
  "create",
  {
    json,
    name: nameFlag,
    plan: Flag.Literals("plan", ["starter", "growth", "scale"]).pipe(Flag.withDefault("starter")),
    currency: Flag.String("currency").pipe(Flag.withSchema(CurrencyCode)),
    timeZone: Flag.String("timezone").pipe(Flag.withSchema(TimeZoneName)),
    locale: Flag.String("locale").pipe(Flag.withSchema(Locale), Flag.withDefault("en")),
    ownerName: Flag.String("owner-name").pipe(Flag.withSchema(line(255))),
    ownerEmail: Flag.String("owner-email").pipe(Flag.withSchema(EmailAddress)),
    ownerPassword: passwordFlag("owner-password")
  },
  Effect.fnUntraced(function* (input) {
    const ownerPassword = yield* givenOrNewPassword("owner-password", input.ownerPassword)
    const created = yield* (yield* Workspaces).create({ ...input, ownerPassword })
    yield* print(input.json, {
      workspace_id: created.workspace.id,
      user_id: created.userId,
      owner_email: input.ownerEmail,
      owner_password: Redacted.value(ownerPassword),
      api_key: Redacted.value(created.apiKey)
    })
  }, onService)
).pipe(Command.withDescription("Create a workspace with its owner and an API key"))

const optionalText = (name: string, schema: Schema.Codec<string, string>, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.withSchema(schema),
    Flag.optional,
    Flag.map(Option.getOrUndefined)
  )

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without absent flags, which change nothing. */
const given = <T extends Record<string, unknown>>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>

/** Above the limit of a logo, so that the decoder reports a logo that is too large. */
const longestLogo = 1_048_576

const readLogo = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined) return undefined
  const { read } = yield* Operator
  const chunks: Uint8Array[] = []
  let size = 0
  yield* Stream.runForEachWhile(read(path), (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    return Effect.succeed(size < longestLogo)
  })
  return new Uint8Array(Buffer.concat(chunks))
})

/** Lists the reminders that the change sends today, and asks for confirmation. */
const agreeToReminders = Effect.fnUntraced(function* (
  workspace: Workspace,
  change: ReminderChange,
  isAgreed: boolean
) {
  const { ids, named } = yield* (yield* Reminders).addedToday(workspace, change)
  if (ids.length === 0) return
  yield* Console.error(`Reminders that would be sent today: ${ids.length}`)
  for (const { number, client, email } of named) {
    yield* Console.error(`  ${number}  ${client}  ${email}`)
  }
  if (ids.length > named.length) yield* Console.error(`  and ${ids.length - named.length} more`)
  if (isAgreed) return
  const { confirm } = yield* Operator
  if ((yield* confirm("Save, and send them?")) === true) return
  return yield* new CommandFailed({
    message: "Nothing was changed. With --yes the change is saved and these reminders are sent"
  })
})

export const workspaceUpdate = Command.make(
  "update",
  {
    json,
    dryRun: dryRunFlag,
    workspace: workspaceFlag,
    plan: Flag.Literals("plan", ["starter", "growth", "scale"]).pipe(
      Flag.optional,
      Flag.map(Option.getOrUndefined)
    ),
    timeZone: optionalText("timezone", TimeZoneName, "When the workspace's days begin"),
    paymentTermsDays: Flag.Int("payment-terms").pipe(
      Flag.withDescription("Days until an invoice is due"),
      Flag.filter(
        (days) => days >= 0 && days <= 365,
        () => "must be from 0 to 365"
      ),
      Flag.optional,
      Flag.map(Option.getOrUndefined)
    ),
    reminders: Flag.String("reminders").pipe(
      Flag.withDescription(
        "Days after the due date to remind on, like --reminders=-3,7,14; none for none"
      ),
      Flag.map((text) =>
        text === "none" ? [] : text.split(",").map((day) => Number(day.trim() || Number.NaN))
      ),
      Flag.withSchema(ReminderDays),
      Flag.optional,
      Flag.map(Option.getOrUndefined)
    ),
    address: optionalText("address", prose(1000), "The sender's address; \\n begins a line"),
    fields: fieldFlags,
    logo: optionalText(
      "logo",
      Schema.String,
      "A PNG or JPEG file of at most 256 kB and 2000 × 2000 pixels"
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Do not ask before reminders are sent today"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (input) {
    const { plan, timeZone, paymentTermsDays, reminders: reminderDays } = input
    const addressText = input.address?.replaceAll("\\n", "\n")
    const workspace = yield* chosenWorkspace(input.workspace)
    const change = changeByFlags(input.fields, workspace)
    if (Result.isFailure(change)) return yield* new CommandFailed({ message: change.failure })
    const logo = yield* readLogo(input.logo)
    const patch = given({
      ...change.success,
      plan,
      timeZone,
      paymentTermsDays,
      reminderDays,
      logo,
      addressText
    })
    yield* agreeToReminders(workspace, given({ reminderDays, timeZone }), input.yes || input.dryRun)
    const updating = Effect.mapError(
      (yield* Workspaces).update(workspace.id, patch),
      (failure) =>
        new CommandFailed({
          message:
            failure._tag === "LogoRefused" ? `${input.logo} ${failure.problem}` : failure.message
        })
    )
    const updated = Effect.flatMap(updating, (found) =>
      found === null
        ? Effect.fail(new CommandFailed({ message: `There is no workspace ${workspace.id}` }))
        : Effect.succeed(found)
    )
    const shown = yield* runOrRehearse(input.dryRun, updated, ({ id, name }) => ({
      workspace_id: id,
      name
    }))
    yield* print(input.json, shown)
  }, onService)
).pipe(Command.withDescription("Change a workspace's name, plan, documents and branding"))
