/** The ledger: payments and credits are only ever added. */
import { Context, type DateTime, type Effect } from "effect"
import type { InvoiceId, PaymentId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { ProcessorName } from "../../../domain/payments/Checkout.ts"
import type { Credit } from "../../../domain/payments/CreditResource.ts"
import type { Payment, PaymentRecord } from "../../../domain/payments/PaymentResource.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export class PaymentRepository extends Context.Service<
  PaymentRepository,
  {
    readonly insert: (payment: Payment) => Effect.Effect<void, never, Transaction>
    readonly insertCredit: (credit: Credit) => Effect.Effect<void, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: PaymentId) => Effect.Effect<PaymentRecord | null>
    /** Newest first. */
    readonly list: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId,
      page: PageRequest<PaymentId>
    ) => Effect.Effect<Page<PaymentRecord, PaymentId>>
    /**
     * The latest of the payments that made up what was paid, at most `limit`, in the order of their
     * recording. Entries that came after a reading of the invoice are left out, and so are reversed
     * payments with their reversals.
     */
    readonly making: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId,
      amountPaidMinor: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Payment>>
    readonly credits: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId
    ) => Effect.Effect<ReadonlyArray<Credit>>
    /** Whether a payment or a credit of this name is in the ledger. */
    readonly isKnown: (
      workspaceId: WorkspaceId,
      processorReference: string
    ) => Effect.Effect<boolean>
    /** Notes a processor's message; false where it was noted before. */
    readonly noteMessage: (
      workspaceId: WorkspaceId,
      processor: ProcessorName,
      id: string,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, never, Transaction>
  }
>()("retainer/app/ports/PaymentRepository") {}
