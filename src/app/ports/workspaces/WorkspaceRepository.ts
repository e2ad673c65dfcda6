/** Stored workspaces. */
import { Context, type Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { Logo, Workspace } from "../../../domain/workspaces/Workspace.ts"
import type { Transaction } from "../UnitOfWork.ts"

export class WorkspaceRepository extends Context.Service<
  WorkspaceRepository,
  {
    /** Inserts the workspace with its counters. */
    readonly insert: (workspace: Workspace) => Effect.Effect<void, never, Transaction>
    readonly find: (id: WorkspaceId) => Effect.Effect<Workspace | null>
    /** Excludes other holders of this lock until the transaction ends; blocks no read or write. */
    readonly lock: (id: WorkspaceId) => Effect.Effect<void, never, Transaction>
    /** Workspaces with automatic reminders. */
    readonly withReminders: Effect.Effect<ReadonlyArray<Workspace>>
    readonly save: (workspace: Workspace) => Effect.Effect<void, never, Transaction>
    readonly logo: (id: WorkspaceId) => Effect.Effect<Logo | null>
    /** By the hash of its bytes: the current logo, or one that an issued invoice shows. */
    readonly logoByHash: (id: WorkspaceId, hash: string) => Effect.Effect<Logo | null>
    /** Null removes the logo, except from issued invoices that show it. */
    readonly saveLogo: (
      id: WorkspaceId,
      logo: Logo | null
    ) => Effect.Effect<void, never, Transaction>
    /** Oldest first, after the given one, at most `limit`. */
    readonly list: (
      after: WorkspaceId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Workspace>>
    readonly isEmpty: Effect.Effect<boolean>
  }
>()("retainer/app/ports/WorkspaceRepository") {}
