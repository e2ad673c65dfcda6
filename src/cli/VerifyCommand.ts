/** `verify` proves a workspace's log and what is stored, and says the first place that differs; exit code 1 there. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type Difference, Verification } from "../app/events/Verification.ts"
import { WorkspaceRepository } from "../app/ports/workspaces/WorkspaceRepository.ts"
import type { WorkspaceId } from "../domain/Ids.ts"
import { CommandFailed, json, layerEverything, requireWorkspace, workspaceFlag } from "./Shared.ts"

/** The one that is named, or the only one there is. */
const workspaceOf = Effect.fnUntraced(function* (given: Option.Option<WorkspaceId>) {
  if (Option.isSome(given)) return yield* requireWorkspace(given.value)
  const [only, ...others] = yield* (yield* WorkspaceRepository).ids(2)
  if (only !== undefined && others.length === 0) return yield* requireWorkspace(only)
  return yield* new CommandFailed({
    message: only === undefined ? "There is no workspace" : "Name one: --workspace ws_…"
  })
})

const inWords = ({ in: where, sequence, id, what }: Difference): string =>
  [where, sequence === null ? "" : `entry ${sequence}`, id ?? "", what]
    .filter((part) => part !== "")
    .join(": ")

export const verifyCommand = Command.make(
  "verify",
  {
    json,
    workspace: workspaceFlag.pipe(
      Flag.withDescription("The id of the workspace; may be left out where there is one"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* workspaceOf(input.workspace)
    const verified = yield* (yield* Verification).verify(workspace)
    const { events, audit, invoices, payments, firstDifference } = verified
    const counts = { events, audit, invoices, payments }
    const ok = firstDifference === null
    if (input.json) {
      yield* Console.log(JSON.stringify({ ok, ...counts, first_difference: firstDifference }))
    } else {
      const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
      yield* Console.log(`${ok ? "ok  " : "FAIL"} ${workspace.name}: ${counted.join(", ")}`)
    }
    if (firstDifference !== null) {
      return yield* new CommandFailed({ message: inWords(firstDifference) })
    }
  }, Effect.provide(layerEverything))
).pipe(
  Command.withDescription("Prove the log of a workspace, and that what is stored is what it says")
)
