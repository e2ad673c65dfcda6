/** Stored workspaces. */
import { Context, type DateTime, type Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { Logo, Workspace } from "../../../domain/workspaces/Workspace.ts"
import type { Transaction } from "../UnitOfWork.ts"

/** A workspace that is deleted, until it is erased or taken back. */
export interface DeletedWorkspace {
  readonly workspace: Workspace
  readonly deletedAt: DateTime.Utc
}

export class WorkspaceRepository extends Context.Service<
  WorkspaceRepository,
  {
    /** Inserts the workspace with its counters. */
    readonly insert: (workspace: Workspace) => Effect.Effect<void, never, Transaction>
    /** Null for a deleted workspace, whose credentials no look-up finds either. */
    readonly find: (id: WorkspaceId) => Effect.Effect<Workspace | null>
    /** The same for a deleted one too: what was queued or paid before still counts. */
    readonly findAny: (id: WorkspaceId) => Effect.Effect<Workspace | null>
    readonly findDeleted: (id: WorkspaceId) => Effect.Effect<DeletedWorkspace | null>
    readonly listDeleted: Effect.Effect<ReadonlyArray<DeletedWorkspace>>
    /** Null takes the deletion back. */
    readonly saveDeletion: (
      id: WorkspaceId,
      deletedAt: DateTime.Utc | null
    ) => Effect.Effect<void, never, Transaction>
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
