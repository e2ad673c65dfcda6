/**
 * A number for each workspace that moves in the transaction of every change of what answers show. Equal
 * numbers, the second read after the first, mean that nothing changed in between.
 */
import { Context, type Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"

export class WorkspaceVersions extends Context.Service<
  WorkspaceVersions,
  {
    /** Read after it was asked for; reads asked for meanwhile are shared. Null where it cannot be told. */
    readonly current: (workspaceId: WorkspaceId) => Effect.Effect<number | null>
    /** One that was read before now: what is read from now on is at least as new. Null where none was. */
    readonly earlier: (workspaceId: WorkspaceId) => number | null
  }
>()("retainer/app/ports/WorkspaceVersions") {}
