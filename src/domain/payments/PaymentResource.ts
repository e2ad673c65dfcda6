/** A payment as everyone outside sees it, as it is stored, and what may be sent of it. */
import { Schema } from "effect"
import { CreditId, InvoiceId, PaymentId, WorkspaceId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import {
  Instant,
  InstantInput,
  Minor,
  PositiveMinorInput,
  SignedMinor,
  type StoredFieldsOnly,
  shape
} from "../Resource.ts"
import { line, requiredProse } from "../text/Text.ts"

const own = {
  invoiceId: InvoiceId.schema,
  amountMinor: SignedMinor.annotate({
    description: "Minor units that the invoice took; negative for a reversal",
    money: true
  }),
  currency: CurrencyCode
}
const shown = {
  id: PaymentId.schema,
  ...own,
  paidAt: Instant.annotate({
    description: "When the money came in; of a reversal, when the reversed payment did"
  }),
  method: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  creditId: Schema.NullOr(CreditId.schema).annotate({
    description: "The credit that was set off; null where money came in"
  }),
  reverses: Schema.NullOr(PaymentId.schema).annotate({
    description: "The payment that this one reverses; null for any other"
  }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "The reason of a reversal" }),
  createdAt: Instant
}
const { createdAt, ...before } = shown

const ExcessCredit = shape({ id: CreditId.schema, amountMinor: Minor })

export const PaymentResource = shape(
  {
    ...before,
    reversed: Schema.Boolean.annotate({ description: "Whether a later payment reverses this one" }),
    credit: Schema.NullOr(ExcessCredit).annotate({
      description: "The credit for what was beyond the rest of the invoice; null where nothing was"
    }),
    createdAt
  },
  "Payment"
)
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

/** A payment with the rows that refer to it. */
export const PaymentRecord = shape({
  ...PaymentStored.fields,
  reversed: Schema.Boolean,
  /** The credit of its excess. */
  excessId: Schema.NullOr(CreditId.schema),
  excessMinor: Schema.NullOr(Minor)
})
export type PaymentRecord = typeof PaymentRecord.Type

/** The record of a payment that was just booked, without excess. */
export const standing = { reversed: false, excessId: null, excessMinor: null } as const

export const paymentViewOf = ({
  workspaceId,
  processorReference,
  collected,
  excessId,
  excessMinor,
  ...shown
}: PaymentRecord): PaymentView => ({
  ...shown,
  credit: excessId === null ? null : { id: excessId, amountMinor: excessMinor ?? 0 }
})

const input = {
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
}
const PaymentFields = shape(input)

export const PaymentCreate = shape(
  {
    ...input,
    excess: Schema.optionalKey(Schema.NullOr(Schema.Literal("credit"))).annotateKey({
      description:
        "`credit`: what is beyond the rest of the invoice becomes a credit of the client. " +
        "Without it such an amount is refused"
    })
  },
  "PaymentCreate"
)
export type PaymentInput = StoredFieldsOnly<typeof PaymentFields.Type, Payment> &
  Pick<typeof PaymentCreate.Type, "excess">

export const PaymentReverse = shape({ reason: requiredProse(500) }, "PaymentReverse")
