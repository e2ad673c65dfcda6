/**
 * Payments: an append-only ledger. The amount paid of an invoice is the sum of its entries, never
 * more than its total; money without an invoice becomes unapplied credit.
 */
import { Data, type DateTime, Result, Schema } from "effect"
import { PaymentId, shownId } from "../Ids.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { amountText } from "../money/MinorUnits.ts"
import type { Payment, PaymentRecord } from "./PaymentResource.ts"

/** The method of a payment that sets off a credit. */
export const creditMethod = "credit"

interface Allocation {
  /** Applied to the invoice. */
  readonly appliedMinor: number
  /** The excess, recorded as credit. */
  readonly creditMinor: number
}

/** Splits what arrived between the rest of an invoice and credit; nothing is lost. */
export const allocate = (amountMinor: number, restMinor: number): Allocation => {
  const appliedMinor = Math.min(amountMinor, restMinor)
  return { appliedMinor, creditMinor: amountMinor - appliedMinor }
}

export class PaymentNotFound extends Data.TaggedError("PaymentNotFound")<{ readonly id: string }> {
  override get message() {
    return `No payment has the id ${shownId(this.id)}`
  }
}

export class PaymentExceedsRest extends Data.TaggedError("PaymentExceedsRest")<{
  readonly number: string
  readonly restMinor: number
  readonly currency: CurrencyCode
}> {
  override get message() {
    const rest = amountText(this.restMinor, this.currency)
    return `amount: invoice ${this.number} has ${rest} left to be paid`
  }
}

/** A payment is reversed once, by hand; a processor's payment is refunded there. */
export class PaymentNotReversible extends Data.TaggedError("PaymentNotReversible")<{
  readonly id: PaymentId
  readonly because: string
}> {
  override get message() {
    return `Payment ${this.id} cannot be reversed: ${this.because}`
  }
}

const obstacleOf = (payment: PaymentRecord): string | null => {
  if (payment.reverses !== null) return `it reverses payment ${payment.reverses}`
  if (payment.reversed) return "it was reversed before"
  return payment.processorReference === null
    ? null
    : "the processor took it. Refund it at the processor. Then issue a credit note and record " +
        "the refund of its credit"
}

export const requireReversible = (
  payment: PaymentRecord
): Result.Result<PaymentRecord, PaymentNotReversible> => {
  const because = obstacleOf(payment)
  return because === null
    ? Result.succeed(payment)
    : Result.fail(new PaymentNotReversible({ id: payment.id, because }))
}

/** The entry that takes the payment back: of the same day, so no period becomes negative. */
export const reversalOf = (
  { reversed, excessId, excessMinor, ...payment }: PaymentRecord,
  reason: string,
  id: PaymentId,
  now: DateTime.Utc
): Payment => ({
  ...payment,
  id,
  amountMinor: -payment.amountMinor,
  reverses: payment.id,
  reason,
  createdAt: now
})

/** A payment as it was booked: it never changes, so neither does what its mails say. */
export const BookedPayment = Schema.Struct({
  id: PaymentId.schema,
  amountMinor: Schema.Int,
  paidAt: Schema.DateTimeUtcFromString,
  /** The open amount after the payment. */
  restMinor: Schema.Int,
  /** Whether a credit was set off and no money came in; jobs of earlier versions do not say. */
  byCredit: Schema.optionalKey(Schema.Boolean)
})
export type BookedPayment = typeof BookedPayment.Type
