/**
 * Payments: an append-only ledger. What an invoice has been paid is the sum of its entries, never
 * more than its total; money that has no invoice to go to is kept as unapplied credit.
 */
import { Data, type DateTime } from "effect"
import type { CurrencyCode } from "../Currency.ts"
import type { InvoiceId, PaymentId, WorkspaceId } from "../Ids.ts"

export interface Payment {
  readonly id: PaymentId
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  readonly amountMinor: number
  readonly currency: CurrencyCode
  readonly paidAt: DateTime.Utc
  readonly method: string | null
  readonly reference: string | null
  /** The processor's own name for the payment, which counts once; null where a person recorded it. */
  readonly processorReference: string | null
  readonly createdAt: DateTime.Utc
}

/** Money that arrived for an invoice and found nothing to pay there. */
export interface Credit {
  readonly id: PaymentId
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  readonly amountMinor: number
  readonly currency: CurrencyCode
  readonly receivedAt: DateTime.Utc
  readonly processorReference: string
  readonly createdAt: DateTime.Utc
}

export interface Allocation {
  /** What goes to the invoice. */
  readonly appliedMinor: number
  /** What is left over. */
  readonly creditMinor: number
}

/** Splits what arrived between the rest of an invoice and credit; nothing is lost. */
export const allocate = (amountMinor: number, restMinor: number): Allocation => {
  const appliedMinor = Math.min(amountMinor, restMinor)
  return { appliedMinor, creditMinor: amountMinor - appliedMinor }
}

export class PaymentExceedsRest extends Data.TaggedError("PaymentExceedsRest")<{
  readonly number: string
  readonly restMinor: number
}> {
  override get message() {
    return `amount: invoice ${this.number} has ${this.restMinor} minor units left to be paid`
  }
}
