/**
 * `workspace move`: moves a workspace to another database. It refuses with one line before anything
 * is held, and can be run again after it broke off.
 */
import { Console, Context, Effect, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { labelPattern } from "../../../domain/access/CellLabel.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { Database } from "../../../infra/postgres/Database.ts"
import { MaintenanceClient } from "../../../infra/postgres/ReadClient.ts"
import { reopenLost } from "../../../infra/sql/workspaces/move/MoveRecord.ts"
import { prepareTarget } from "../../../infra/sql/workspaces/move/MoveTarget.ts"
import { countMoved, moveWorkspace } from "../../../infra/sql/workspaces/move/MoveWorkspace.ts"
import { onService } from "../../CommandHost.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { type MoveInput, movedBefore, planMove } from "../MovePlan.ts"
import { CommandFailed, commandFailed, dryRunFlag, json } from "../Shared.ts"

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.optional,
    Flag.map(Option.getOrUndefined)
  )

/** The bar of the rows, redrawn for each hundredth. */
const rowProgress = Effect.map(Operator, ({ progress }) => {
  const draw = progress("% of the rows")
  let shown = -1
  return (done: number, total: number) => {
    const percent = Math.floor((100 * done) / Math.max(1, total))
    if (percent <= shown) return Effect.void
    shown = percent
    return draw(percent, 100)
  }
})

const requireAgreement = Effect.fnUntraced(function* (name: string, isAgreed: boolean) {
  if (isAgreed) return
  const { confirm } = yield* Operator
  if ((yield* confirm(`Move ${name}, and close it here?`)) === true) return
  return yield* new CommandFailed({
    message: "Nothing was moved. With --yes the workspace is moved and closed here"
  })
})

interface Flags extends MoveInput {
  readonly yes: boolean
  readonly json: boolean
  readonly reopen: boolean
}

/** After a failure of the target; what happened there since the move is lost. */
const runReopen = Effect.fnUntraced(function* (input: Flags) {
  if ((yield* movedBefore(input.id)) === null) {
    return yield* new CommandFailed({ message: "Nothing was opened: the workspace did not move" })
  }
  const { context } = yield* prepareTarget(Redacted.make(input.to), true)
  const { confirm } = yield* Operator
  const question = "Open it here again? What was changed at the target since the move is lost"
  if (!input.yes && (yield* confirm(question)) !== true) {
    return yield* new CommandFailed({ message: "Nothing was opened. With --yes it is" })
  }
  const id = WorkspaceId.toUuid(input.id)
  yield* reopenLost(yield* MaintenanceClient, Context.get(context, Database), id)
  yield* print(input.json, { workspace_id: input.id, reopened: true })
})

const brokenLinks =
  "Links in mails that were sent so far do not open at the target until its SECRET_KEY names the key of this installation too, after its own"

const runMove = Effect.fnUntraced(function* (input: Flags) {
  if (input.reopen) return yield* runReopen(input)
  const before = yield* movedBefore(input.id)
  if (before !== null) {
    const result = { workspace_id: input.id, to_cell: before.cell, already_moved: true }
    return yield* print(input.json, result)
  }
  const { plan, tables, acceptsLinks } = yield* planMove(input, yield* rowProgress)
  const { name } = plan.workspace
  const about = { workspace_id: plan.workspace.id, name, to_cell: plan.cell }
  if (!acceptsLinks) yield* Console.error(brokenLinks)
  if (input.dryRun || tables === null) {
    const counts = yield* countMoved(plan, tables)
    return yield* print(input.json, { ...about, ...counts, dry_run: true })
  }
  yield* requireAgreement(name, input.yes)
  const from = performance.now()
  const { rows, files, heldMillis } = yield* moveWorkspace(plan, tables)
  yield* print(input.json, {
    ...about,
    rows,
    files,
    seconds: Math.round((performance.now() - from) / 100) / 10,
    held_seconds: Math.round(heldMillis / 10) / 100,
    links_accepted: acceptsLinks
  })
}, Effect.scoped)

export const workspaceMove = Command.make(
  "move",
  {
    json,
    dryRun: dryRunFlag,
    id: Argument.String("id").pipe(
      Argument.withDescription("The id of the workspace, ws_…"),
      Argument.withSchema(WorkspaceId.schema)
    ),
    to: Flag.String("to").pipe(
      Flag.withDescription("The DATABASE_URL of the installation that gets it")
    ),
    toDataDir: optional("to-data-dir", "Its DATA_DIR, for files where no bucket is shared"),
    toCell: Flag.String("to-cell").pipe(
      Flag.withDescription("Its CELL, which refused credentials are told"),
      Flag.withSchema(Schema.String.check(Schema.isPattern(new RegExp(`^${labelPattern}$`)))),
      Flag.optional,
      Flag.map(Option.getOrUndefined)
    ),
    toSecretKey: optional("to-secret-key", "Its SECRET_KEY, if that differs"),
    reopen: Flag.Boolean("reopen").pipe(
      Flag.withDescription(
        "Open a workspace here again that moved, because the database of --to lost it"
      ),
      Flag.withDefault(false)
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Do not ask before the workspace is moved"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (input) {
    yield* Effect.mapError(runMove(input), (error) =>
      error instanceof CommandFailed ? error : commandFailed(error)
    )
  }, onService)
).pipe(Command.withDescription("Move a workspace to another database, while it is in use"))
