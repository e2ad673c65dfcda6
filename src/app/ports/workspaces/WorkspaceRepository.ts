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
    /** Makes others who lock the workspace wait until the transaction ends; nobody else. */
    readonly lock: (id: WorkspaceId) => Effect.Effect<void, never, Transaction>
    /** The workspaces that remind their clients by themselves. */
    readonly withReminders: Effect.Effect<ReadonlyArray<Workspace>>
    readonly save: (workspace: Workspace) => Effect.Effect<void, never, Transaction>
    readonly logo: (id: WorkspaceId) => Effect.Effect<Logo | null>
    /** A logo by the hash of its bytes: the present one, or one that an issued invoice shows. */
    readonly logoByHash: (id: WorkspaceId, hash: string) => Effect.Effect<Logo | null>
    /** Null removes the logo; one that issued invoices show is kept for them. */
    readonly saveLogo: (
      id: WorkspaceId,
      logo: Logo | null
    ) => Effect.Effect<void, never, Transaction>
    /** Oldest first, those that came after the given one, at most as many. */
    readonly list: (
      after: WorkspaceId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Workspace>>
    readonly isEmpty: Effect.Effect<boolean>
  }
>()("retainer/app/ports/WorkspaceRepository") {}
