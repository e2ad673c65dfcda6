/** A payment as everyone outside sees it, as it is stored, and what may be sent of it. */
import { Schema } from "effect"
import { CreditId, InvoiceId, PaymentId, WorkspaceId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import {
  Instant,
  InstantInput,
  Minor,
  PositiveMinorInput,
  type StoredFieldsOnly,
  shape
} from "../Resource.ts"
import { line } from "../text/Text.ts"

const own = {
  invoiceId: InvoiceId.schema,
  amountMinor: Minor,
  currency: CurrencyCode
}
const shown = {
  id: PaymentId.schema,
  ...own,
  paidAt: Instant,
  method: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  creditId: Schema.NullOr(CreditId.schema).annotate({
    description: "The credit that was set off; null where money came in"
  }),
  createdAt: Instant
}

export const PaymentResource = shape(shown, "Payment")
export type PaymentView = typeof PaymentResource.Type

export const PaymentStored = shape({
  ...shown,
  workspaceId: WorkspaceId.schema,
  /**
   * The processor's own name for the payment, which counts once; null where a person recorded it.
   */
  processorReference: Schema.NullOr(Schema.String),
  /** False where a credit note's credit paid: that money was collected when it came in. */
  collected: Schema.Boolean
})
export type Payment = typeof PaymentStored.Type

export const PaymentCreate = shape(
  {
    amountMinor: Schema.optionalKey(PositiveMinorInput).annotateKey({
      description:
        "Minor units of the invoice's currency, at most what is left. Required but with `credit_id`: as much as the credit has and the invoice needs is the default there"
    }),
    creditId: Schema.optionalKey(Schema.NullOr(CreditId.schema)).annotateKey({
      description:
        "Sets off this credit of the same client and currency; without `method`, which is `credit` then"
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
