/** Checks the bound under the workspace's lock, so that concurrent requests cannot exceed it. */
import { Effect } from "effect"
import { type Bounded, BoundReached, bounds } from "../domain/Bounds.ts"
import type { WorkspaceId } from "../domain/Ids.ts"
import type { WorkspaceRepository } from "./ports/workspaces/WorkspaceRepository.ts"

/** Part of the transaction that adds one more; returns the count before it. */
export const requireRoom = Effect.fnUntraced(function* (
  workspaces: WorkspaceRepository["Service"],
  workspaceId: WorkspaceId,
  what: Bounded,
  count: Effect.Effect<number>
) {
  yield* workspaces.lock(workspaceId)
  const before = yield* count
  return before < bounds[what] ? before : yield* new BoundReached({ what })
})
