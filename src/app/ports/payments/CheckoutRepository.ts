/** Checkouts that were begun, until the processor has said what became of them. */
import { Context, type DateTime, type Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Checkout } from "../../../domain/payments/Checkout.ts"

type Key = Pick<Checkout, "workspaceId" | "reference">

export class CheckoutRepository extends Context.Service<
  CheckoutRepository,
  {
    /** One whose reference is there already stays as it is. */
    readonly insert: (checkout: Checkout) => Effect.Effect<void>
    /** Those of the invoices that have not ended, oldest first. */
    readonly open: (
      workspaceId: WorkspaceId,
      invoiceIds: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyArray<Checkout>>
    /** How many of the invoice have ended. */
    readonly countEnded: (workspaceId: WorkspaceId, invoiceId: InvoiceId) => Effect.Effect<number>
    /** Under way from now on; the first instant stays, and what has ended stays ended. */
    readonly markUnderWay: (key: Key, at: DateTime.Utc) => Effect.Effect<void>
    /** Paid, failed, expired or given up. */
    readonly end: (key: Key, at: DateTime.Utc) => Effect.Effect<void>
  }
>()("retainer/app/ports/CheckoutRepository") {}
