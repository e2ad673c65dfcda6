/**
 * Uses of a credit: it is set off against open invoices of its client in its currency, or refunded.
 * The amounts set off, refunded, withdrawn and left always add up to the amount that arrived.
 */
import { Data, Result } from "effect"
import { type ClientId, shownId } from "../Ids.ts"
import { type Invalid, invalid } from "../Invalid.ts"
import { balanceDue } from "../invoices/Invoice.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { amountText } from "../money/MinorUnits.ts"
import type { CreditView } from "./CreditResource.ts"
import { PaymentExceedsRest } from "./Payment.ts"

export class CreditNotFound extends Data.TaggedError("CreditNotFound")<{ readonly id: string }> {
  override get message() {
    return `No credit has the id ${shownId(this.id)}`
  }
}

export class CreditExceeded extends Data.TaggedError("CreditExceeded")<{
  readonly id: string
  readonly remainingMinor: number
  readonly currency: CurrencyCode
}> {
  override get message() {
    return this.remainingMinor === 0
      ? `Credit ${this.id} is used up: nothing of it is left`
      : `amount: credit ${this.id} has ${amountText(this.remainingMinor, this.currency)} left`
  }
}

/** The credit of a payment's excess is used, so the payment cannot be reversed. */
export class CreditUsed extends Data.TaggedError("CreditUsed")<
  Pick<CreditView, "id" | "amountMinor" | "remainingMinor" | "currency">
> {
  override get message() {
    const used = amountText(this.amountMinor - this.remainingMinor, this.currency)
    const amount = amountText(this.amountMinor, this.currency)
    return `Credit ${this.id} of this payment is used: ${used} of ${amount} were set off or paid back`
  }
}

export const requireUnused = (credit: CreditView): Result.Result<CreditView, CreditUsed> =>
  credit.remainingMinor === credit.amountMinor
    ? Result.succeed(credit)
    : Result.fail(new CreditUsed(credit))

type Left = Pick<CreditView, "id" | "remainingMinor" | "currency">

/** The amount that is taken of a credit; all that is left where none is named. */
export const takeOf = (
  { id, remainingMinor, currency }: Left,
  amountMinor = remainingMinor
): Result.Result<number, CreditExceeded> =>
  amountMinor > remainingMinor || remainingMinor === 0
    ? Result.fail(new CreditExceeded({ id, remainingMinor, currency }))
    : Result.succeed(amountMinor)

/** The credit after a part of it was set off; a negative amount takes a set-off back. */
export const applied = (credit: CreditView, amountMinor: number): CreditView => ({
  ...credit,
  appliedMinor: credit.appliedMinor + amountMinor,
  remainingMinor: credit.remainingMinor - amountMinor
})

/** The credit after a part of it was paid back. */
export const refunded = (credit: CreditView, amountMinor: number): CreditView => ({
  ...credit,
  refundedMinor: credit.refundedMinor + amountMinor,
  remainingMinor: credit.remainingMinor - amountMinor
})

/** The credit after the payment whose excess it was is reversed. */
export const withdrawn = (credit: CreditView): CreditView => ({
  ...credit,
  withdrawnMinor: credit.amountMinor,
  remainingMinor: 0
})

interface Owing {
  readonly number: string
  readonly clientId: ClientId
  readonly currency: CurrencyCode
  readonly totalMinor: number
  readonly amountPaidMinor: number
  readonly amountCreditedMinor: number
}

/**
 * Applies credit to the invoice: without a given amount, the lesser of the credit's balance and the
 * amount due.
 */
export const setOff = (
  credit: Left & Pick<CreditView, "client">,
  invoice: Owing,
  wantedMinor?: number
): Result.Result<number, CreditExceeded | PaymentExceedsRest | Invalid> => {
  if (credit.client.id !== invoice.clientId) {
    return Result.fail(invalid("credit_id", `credit ${credit.id} belongs to another client`))
  }
  if (credit.currency !== invoice.currency) {
    const currencies = `is in ${credit.currency}, invoice ${invoice.number} in ${invoice.currency}`
    return Result.fail(invalid("credit_id", `credit ${credit.id} ${currencies}`))
  }
  const { number, currency } = invoice
  const restMinor = balanceDue(invoice)
  const amountMinor = wantedMinor ?? Math.min(credit.remainingMinor, restMinor)
  return amountMinor > restMinor
    ? Result.fail(new PaymentExceedsRest({ number, currency, restMinor }))
    : takeOf(credit, amountMinor)
}
