/**
 * Payments: an append-only ledger. The amount paid of an invoice is the sum of its entries, never
 * more than its total; money without an invoice becomes unapplied credit.
 */
import { Data } from "effect"
import { shownId } from "../Ids.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { amountText } from "../money/MinorUnits.ts"

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
