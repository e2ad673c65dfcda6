/** Stored requests for exports, one a workspace at most. */
import { Context, type DateTime, type Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { ExportRequest } from "../../../domain/workspaces/ExportRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export class ExportRepository extends Context.Service<
  ExportRepository,
  {
    readonly find: (workspaceId: WorkspaceId) => Effect.Effect<ExportRequest | null>
    /** Locked until the transaction ends. */
    readonly findForUpdate: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<ExportRequest | null, never, Transaction>
    /** Inserts it, or replaces the one of its workspace. */
    readonly save: (request: ExportRequest) => Effect.Effect<void, never, Transaction>
    /** The workspace whose claimable request is the oldest, among all workspaces. */
    readonly nextClaimable: (now: DateTime.Utc) => Effect.Effect<WorkspaceId | null>
  }
>()("retainer/app/ports/ExportRepository") {}
