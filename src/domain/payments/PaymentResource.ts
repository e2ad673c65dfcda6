/** A payment as everyone outside sees it, as it is stored, and what may be sent of it. */
import { Schema } from "effect"
import { CurrencyCode } from "../Currency.ts"
import { InvoiceId, PaymentId, WorkspaceId } from "../Ids.ts"
import {
  Instant,
  InstantInput,
  Minor,
  maxMinor,
  type StoredFieldsOnly,
  shape
} from "../Resource.ts"
import { line } from "../Text.ts"

const own = {
  id: PaymentId.schema,
  invoiceId: InvoiceId.schema,
  amountMinor: Minor,
  currency: CurrencyCode
}
const shown = {
  ...own,
  paidAt: Instant,
  method: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  createdAt: Instant
}

export const PaymentResource = shape(shown, "Payment")
export type PaymentView = typeof PaymentResource.Type

export const PaymentStored = shape({
  ...shown,
  workspaceId: WorkspaceId.schema,
  /** The processor's own name for the payment, which counts once; null where a person recorded it. */
  processorReference: Schema.NullOr(Schema.String)
})
export type Payment = typeof PaymentStored.Type

/** Money that arrived for an invoice and found nothing to pay there. */
export const CreditStored = shape({
  ...own,
  workspaceId: WorkspaceId.schema,
  receivedAt: Instant,
  processorReference: Schema.String,
  createdAt: Instant
})
export type Credit = typeof CreditStored.Type

export const PaymentCreate = shape(
  {
    amountMinor: Schema.Int.check(
      Schema.isBetween(
        { minimum: 1, maximum: maxMinor },
        { message: "must be an integer of minor units greater than 0" }
      )
    ).annotate({
      description: "Minor units of the invoice's currency, at most what is left",
      money: true
    }),
    paidAt: Schema.optionalKey(InstantInput).annotateKey({
      description: "Default: now; not in the future"
    }),
    method: Schema.optionalKey(Schema.NullOr(line(64))).annotateKey({
      description: "As `bank_transfer` or `cash`"
    }),
    reference: Schema.optionalKey(Schema.NullOr(line(255)))
  },
  "PaymentCreate"
)
export type PaymentInput = StoredFieldsOnly<typeof PaymentCreate.Type, Payment>
