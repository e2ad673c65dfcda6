/** A payment as it was booked: it never changes, so neither does what its mails say. */
import { Schema } from "effect"
import { PaymentId } from "../../../domain/Ids.ts"

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
