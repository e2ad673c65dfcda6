/**
 * The workspace's own data on three pages: the company, its branding, its invoicing. A change that
 * sends mails to clients today needs a confirmation that lists them.
 */
import { createHash } from "node:crypto"
import { Effect, Layer, Result } from "effect"
import { HttpRouter } from "effect/http"
import type { AddedToday } from "../../../app/invoices/reminders/DueReminders.ts"
import { Reminders } from "../../../app/invoices/reminders/Reminders.ts"
import { WarnsOfSimulation } from "../../../app/payments/Checkouts.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { LogoRefused } from "../../../app/ports/workspaces/LogoDecoder.ts"
import { Workspaces } from "../../../app/workspaces/Workspaces.ts"
import type { Invalid } from "../../../domain/Invalid.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { code, div, h1, input, li, p, strong, ul } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest, FormRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { chosenLogo, chosenLogoName, type Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages } from "../../Pages.ts"
import { button, csrfName, form, note, problems } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { makeBrandingPreview } from "./BrandingPreview.ts"
import { legalProblem } from "./LegalFields.ts"
import { reminderText } from "./ReminderRows.ts"
import { patchOf, valuesIn, type WorkspacePart, workspaceValues } from "./WorkspaceForm.ts"
import { editForm, fieldProblems, type WorkspaceLook, workspaceFacts } from "./WorkspaceViews.ts"

const agreedName = "agreed"
const backName = "back"

/** Digest that identifies the listed invoices; it is no secret. */
const digestOf = ({ ids }: AddedToday): string =>
  createHash("sha256").update(ids.join()).digest("base64url")

/** Carries the submitted values, so that the confirmation saves exactly them. */
const carried = (sent: Form) => {
  const logo = chosenLogo(sent)
  const fields = sent.entries.filter(
    ([name]) => ![csrfName, agreedName, backName, chosenLogoName].includes(name)
  )
  const all: typeof fields =
    logo === null ? fields : [...fields, [chosenLogoName, Buffer.from(logo).toString("base64")]]
  return all.map(([name, value]) => input({ type: "hidden", name, value }))
}

const confirmPage = (
  part: WorkspacePart,
  signedIn: SignedIn,
  page: FormRequest,
  added: AddedToday,
  reminderDays: ReadonlyArray<number>
) => {
  const { length } = added.ids
  const more = length - added.named.length
  const { today } = wordsIn(page.language).workspaceForm
  return settingsPage(part, signedIn, page, [
    h1(today.title(length)),
    p(today.text(reminderText(reminderDays, page.language))),
    ul(
      { class: "plain" },
      added.named.map(({ number, client, email }) => li(strong(number), ` ${client}, ${email}`)),
      more === 0 ? null : li(today.more(more))
    ),
    form(
      sections[part].path,
      page.cookies.csrf,
      [
        ...carried(page.form),
        input({ type: "hidden", name: agreedName, value: digestOf(added) }),
        div(
          { class: "row" },
          button(today.send(length)),
          button(today.back, "second", backName, "yes")
        )
      ],
      { upload: true }
    )
  ])
}

const problemsOf = (
  failure: LogoRefused | Invalid,
  { words, language }: WorkspaceLook
): Problems =>
  failure._tag === "LogoRefused"
    ? [{ field: "logo", message: words.rules.logo }]
    : failure.problems.map(({ path }) => legalProblem(path.split("."), language))

const lookOf = (
  { workspace }: SignedIn,
  { language }: BrowserRequest,
  sent: Form | null
): WorkspaceLook => ({
  workspace,
  language,
  words: wordsIn(language).workspaceForm,
  values: sent === null ? workspaceValues(workspace) : valuesIn(sent, workspace),
  sent,
  wrong: []
})

/** A warning about the payment processor concerns the money, and stands with the bank. */
const showPart =
  (isSimulated: boolean, part: WorkspacePart) =>
  (signedIn: SignedIn, page: BrowserRequest, look: WorkspaceLook) => {
    const { workspace, words, wrong } = look
    return settingsPage(
      part,
      signedIn,
      page,
      [
        h1(wordsIn(page.language).settings.sections[part]),
        isSimulated && part === "workspace"
          ? note("bad", p(wordsIn(page.language).home.attention.testProcessorWhy))
          : null,
        part === "workspace"
          ? p(
              { class: "quiet" },
              `${words.facts(workspace.plan, workspace.currency)}, `,
              code(workspace.id)
            )
          : null,
        problems(fieldProblems(look)),
        mayManage(signedIn.user)
          ? editForm(look, part, page.cookies.csrf)
          : workspaceFacts(look, part)
      ],
      wrong.length === 0 ? 200 : 422
    )
  }

const layerPart = (part: WorkspacePart) =>
  HttpRouter.use(
    Effect.fnUntraced(function* () {
      const { settingsGet, uploadPost } = yield* makePages
      const workspaces = yield* Workspaces
      const reminders = yield* Reminders
      const show = showPart(yield* WarnsOfSimulation, part)
      const previewOf = yield* makeBrandingPreview
      const { path } = sections[part]

      yield* settingsGet(path, (signedIn, page) =>
        Effect.succeed(show(signedIn, page, lookOf(signedIn, page, null)))
      )

      yield* uploadPost(path, (signedIn, page) =>
        Effect.gen(function* () {
          const { workspace } = signedIn
          const sent = page.form
          const look = lookOf(signedIn, page, sent)
          const refuse = (wrong: Problems) => show(signedIn, page, { ...look, wrong })
          const refused = (failure: LogoRefused | Invalid) =>
            Effect.succeed(refuse(problemsOf(failure, look)))
          if (sent.text(backName) === "yes") return show(signedIn, page, look)
          const patch = patchOf(look.values, sent, workspace, page.language)
          if (Result.isFailure(patch)) return refuse(patch.failure)
          const preview = previewOf(workspace, patch.success, sent.text("intent"), page.language)
          if (preview !== null) {
            return yield* Effect.catchTags(preview, { LogoRefused: refused, Invalid: refused })
          }
          const { reminderDays = workspace.reminderDays, timeZone = workspace.timeZone } =
            patch.success
          const added = yield* reminders.addedToday(workspace, { reminderDays, timeZone })
          // Confirmation is for the exact list of invoices; a changed list needs a new one.
          if (added.ids.length > 0 && sent.text(agreedName) !== digestOf(added)) {
            return confirmPage(part, signedIn, page, added, reminderDays)
          }
          return yield* workspaces.update(workspace.id, patch.success).pipe(
            Effect.as(seeOther(`${path}?done=saved`)),
            Effect.catchTags({
              LogoRefused: refused,
              Invalid: refused,
              // No form has an If-Match.
              PreconditionFailed: Effect.die
            })
          )
        })
      )
    })
  )

export const layerWorkspacePages = Layer.mergeAll(
  layerPart("workspace"),
  layerPart("branding"),
  layerPart("invoicing")
)
