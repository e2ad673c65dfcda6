/** The workspace of a command: the one named by `--workspace`, or the only one. */
import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { WorkspaceRepository } from "../../app/ports/workspaces/WorkspaceRepository.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { columnsOf } from "../Output.ts"
import { CommandFailed } from "./Shared.ts"

export const workspaceFlag = Flag.String("workspace").pipe(
  Flag.withDescription("The id of the workspace, ws_…; optional if there is only one"),
  Flag.withSchema(WorkspaceId.schema),
  Flag.optional
)

/** Workspaces listed in the error if one has to be chosen. */
const named = 10

const requireWorkspace = Effect.fnUntraced(function* (id: WorkspaceId) {
  const workspace = yield* (yield* WorkspaceRepository).find(id)
  return workspace ?? (yield* new CommandFailed({ message: `There is no workspace ${id}` }))
})

export const chosenWorkspace = Effect.fnUntraced(function* (given: Option.Option<WorkspaceId>) {
  if (Option.isSome(given)) return yield* requireWorkspace(given.value)
  const found = yield* (yield* WorkspaceRepository).list(null, named + 1)
  const [only] = found
  if (only === undefined) {
    return yield* new CommandFailed({
      message: "There is no workspace yet: create one with retainer workspace create"
    })
  }
  if (found.length === 1) return only
  const [, ...lines] = columnsOf(
    ["id", "name"],
    found.slice(0, named).map(({ id, name }) => [id, name])
  )
  const more = found.length > named ? ["  and more: see retainer workspace list"] : []
  return yield* new CommandFailed({
    message: [
      "There are several workspaces: name one with --workspace ws_…",
      ...lines.map((line) => `  ${line}`),
      ...more
    ].join("\n")
  })
})
