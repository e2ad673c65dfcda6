/** Nothing moves out of memory. */
import { Effect, Layer } from "effect"
import { WorkspaceMoves } from "../../app/ports/workspaces/WorkspaceMoves.ts"

export const WorkspaceMovesMemory = Layer.succeed(WorkspaceMoves, {
  find: () => Effect.succeed(null),
  settle: () => Effect.void,
  findByKey: () => Effect.succeed(null),
  settleBroken: Effect.void
})
