/**
 * Credits with what became of them. They enter by the ledger; what is taken of one is only ever
 * added.
 */
import { Context, type Effect } from "effect"
import type { ClientId, CreditId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { CreditView, Refund } from "../../../domain/payments/CreditResource.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface CreditPage extends Page<CreditView, CreditId> {
  /** The balance of all listed credits, by currency; never added up. */
  readonly balance: Readonly<Record<string, number>>
}

export class CreditRepository extends Context.Service<
  CreditRepository,
  {
    readonly view: (workspaceId: WorkspaceId, id: CreditId) => Effect.Effect<CreditView | null>
    /**
     * Locks the credit, then reads it: nothing is taken of it by others until the transaction ends.
     */
    readonly lock: (
      workspaceId: WorkspaceId,
      id: CreditId
    ) => Effect.Effect<CreditView | null, never, Transaction>
    /** Newest first; of one client, or of the whole workspace where none is named. */
    readonly list: (
      workspaceId: WorkspaceId,
      clientId: ClientId | null,
      page: PageRequest<CreditId>
    ) => Effect.Effect<CreditPage>
    /** The newest credits of the client of which something is left, at most `limit`. */
    readonly remaining: (
      workspaceId: WorkspaceId,
      clientId: ClientId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CreditView>>
    readonly refund: (refund: Refund) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/CreditRepository") {}
