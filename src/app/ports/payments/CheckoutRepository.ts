/** Checkouts that were begun, until the processor reports their result. */
import { Context, type DateTime, type Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Checkout } from "../../../domain/payments/Checkout.ts"
import type { Transaction } from "../UnitOfWork.ts"

type Key = Pick<Checkout, "workspaceId" | "reference">

export class CheckoutRepository extends Context.Service<
  CheckoutRepository,
  {
    /** A checkout with a known reference stays unchanged. */
    readonly insert: (checkout: Checkout) => Effect.Effect<void, never, Transaction>
    /** Those of the invoices that have not ended, oldest first. */
    readonly open: (
      workspaceId: WorkspaceId,
      invoiceIds: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyArray<Checkout>>
    /** The number of the invoice's ended checkouts. */
    readonly countEnded: (workspaceId: WorkspaceId, invoiceId: InvoiceId) => Effect.Effect<number>
    /**
     * Marks the payment as in progress; the first instant remains, and an ended checkout stays
     * ended.
     */
    readonly markPending: (key: Key, at: DateTime.Utc) => Effect.Effect<void, never, Transaction>
    /** Paid, failed, expired or abandoned. */
    readonly end: (key: Key, at: DateTime.Utc) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/CheckoutRepository") {}
