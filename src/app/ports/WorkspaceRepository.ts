/** Stored workspaces. */
import { Context, type Effect } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/Workspace.ts"

export class WorkspaceRepository extends Context.Service<
  WorkspaceRepository,
  {
    /** Inserts the workspace with its counters. */
    readonly insert: (workspace: Workspace) => Effect.Effect<void>
    readonly find: (id: WorkspaceId) => Effect.Effect<Workspace | null>
    readonly isEmpty: Effect.Effect<boolean>
  }
>()("retainer/app/ports/WorkspaceRepository") {}
