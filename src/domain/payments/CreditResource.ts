/**
 * A credit: money that arrived and found nothing to pay. As everyone outside sees it, with what
 * became of it; as it is stored, which never changes; and its paying back.
 */
import { Schema } from "effect"
import {
  ClientId,
  ClientRef,
  CreditId,
  InvoiceId,
  PaymentId,
  RefundId,
  WorkspaceId
} from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { Instant, InstantInput, Minor, PositiveMinorInput, shape } from "../Resource.ts"
import { line } from "../text/Text.ts"

/** Sources of credits. */
const CreditSource = Schema.Literals(["payment", "credit_note"])

export const CreditResource = shape(
  {
    id: CreditId.schema,
    client: ClientRef,
    invoice: Schema.Struct({ id: InvoiceId.schema, number: Schema.String }).annotate({
      description: "The invoice for which the money arrived"
    }),
    source: CreditSource.annotate({
      description:
        "`payment`: for a void invoice, above the rest, or in another currency; " +
        "`credit_note`: a credit note above what was owed"
    }),
    currency: CurrencyCode,
    amountMinor: Minor,
    appliedMinor: Minor.annotate({
      description: "Minor units that were set off against invoices",
      money: true
    }),
    refundedMinor: Minor.annotate({
      description: "Minor units that were paid back",
      money: true
    }),
    withdrawnMinor: Minor.annotate({
      description: "Minor units that ended with the reversal of the payment that brought them",
      money: true
    }),
    remainingMinor: Minor.annotate({
      description: "Minor units that are left: `amount` less `applied`, `refunded` and `withdrawn`",
      money: true
    }),
    reference: Schema.NullOr(Schema.String).annotate({
      description: "The processor's name for the payment, or the reference that was recorded"
    }),
    receivedAt: Instant,
    createdAt: Instant
  },
  "Credit"
)
export type CreditView = typeof CreditResource.Type

export const CreditStored = shape({
  id: CreditId.schema,
  workspaceId: WorkspaceId.schema,
  clientId: ClientId.schema,
  invoiceId: InvoiceId.schema,
  source: CreditSource,
  amountMinor: Minor,
  currency: CurrencyCode,
  receivedAt: Instant,
  /** The processor's name for the payment that brought it; null for any other credit. */
  processorReference: Schema.NullOr(Schema.String),
  /** The payment whose excess it is; null for any other credit. */
  paymentId: Schema.NullOr(PaymentId.schema),
  createdAt: Instant
})
export type Credit = typeof CreditStored.Type

/** That money was paid back; the paying itself is the agency's. */
export const RefundStored = shape({
  id: RefundId.schema,
  workspaceId: WorkspaceId.schema,
  creditId: CreditId.schema,
  amountMinor: Minor,
  refundedAt: Instant,
  reference: Schema.NullOr(Schema.String),
  createdAt: Instant
})
export type Refund = typeof RefundStored.Type

export const CreditRefund = shape(
  {
    amountMinor: Schema.optionalKey(PositiveMinorInput).annotateKey({
      description: "Minor units, at most what is left of the credit, which is the default"
    }),
    refundedAt: Schema.optionalKey(InstantInput).annotateKey({
      description: "Default: now; not in the future"
    }),
    reference: Schema.optionalKey(Schema.NullOr(line(255)))
  },
  "CreditRefund"
)
export type RefundInput = typeof CreditRefund.Type
