/** Inputs of invoices, and the answer of a send. */
import { Schema } from "effect"
import { documented, wholeFrom } from "../Documented.ts"
import { ClientId, InvoiceId, ProjectId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { limits, TaxCategory } from "../money/Money.ts"
import { Quantity, Rate } from "../Numbers.ts"
import { Instant, type StoredFieldsOnly, shape } from "../Resource.ts"
import { EmailAddress, line, prose, requiredProse } from "../text/Text.ts"
import { CalendarDate } from "../time/CalendarDate.ts"
import { type InvoiceFields, ServicePeriod } from "./InvoiceResource.ts"
import { UnitCode } from "./UnitCode.ts"

const nullable = <S extends Schema.Constraint>(of: S) => Schema.optionalKey(Schema.NullOr(of))

/** A rate and a category, one of which may follow from the other, and a reason. */
const tax = {
  taxRate: nullable(Rate).annotateKey({
    description: "A fraction 0..1 with at most 6 decimals; above 0 for category S alone"
  }),
  taxCategory: nullable(TaxCategory).annotateKey({
    description:
      "Default: S for a rate above 0, Z for 0. Other categories have the rate 0. Lines without " +
      "rate and category follow the invoice; an invoice without both is not taxed"
  }),
  exemptionReason: nullable(requiredProse(1000)).annotateKey({
    description: "Required for E; AE, K, G and O have a usual one"
  })
}

// Money checks ranges and decimals when it computes, and reports them by the same paths.
export const LineItemInput = shape(
  {
    description: requiredProse(2000),
    quantity: Quantity.annotate({
      description: "Greater than 0, at most 1 000 000, at most 4 decimals"
    }),
    unit: nullable(UnitCode),
    unitPriceMinor: Schema.Finite.annotate({
      description: "Integer in minor units; negative for a deduction; at most 10^11 either way",
      money: true,
      ...wholeFrom(-limits.unitPrice, limits.unitPrice)
    }),
    ...tax
  },
  "LineItemInput"
)
export type LineItemInput = typeof LineItemInput.Type

const lineItems = Schema.Array(LineItemInput).check(
  Schema.isMaxLength(limits.lines, {
    message: "must have 1 to 200 lines",
    ...documented({ minItems: 1, maxItems: limits.lines })
  })
)

const reference = (description: string) => nullable(line(64)).annotateKey({ description })

const optional = {
  projectId: Schema.optionalKey(Schema.NullOr(ProjectId.schema)),
  issueDate: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Default: today in the workspace's time zone"
  }),
  dueDate: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Default: issue_date and the workspace's payment terms"
  }),
  currency: Schema.optionalKey(CurrencyCode).annotateKey({
    description: "ISO 4217; default: the workspace's"
  }),
  ...tax,
  discountMinor: Schema.optionalKey(
    Schema.Finite.annotate({ money: true, ...wholeFrom(0) })
  ).annotateKey({
    description: "Minor units, 0 to the subtotal, taken off before tax; default 0"
  }),
  notes: nullable(prose(10_000)),
  buyerReference: reference("The buyer's own reference, as a Leitweg-ID"),
  purchaseOrder: reference("The number of the buyer's order"),
  contractReference: reference("The number of the contract"),
  buyerAccountingReference: reference("The buyer's cost centre or account"),
  deliveryDate: nullable(CalendarDate).annotateKey({
    description: "The day of the delivery; null where service_period is given"
  }),
  servicePeriod: nullable(ServicePeriod).annotateKey({
    description: "The first and the last day of the work; null where delivery_date is given"
  })
}

export const InvoiceCreate = shape(
  { clientId: ClientId.schema, lineItems, ...optional },
  "InvoiceCreate"
)
export type InvoiceInput = StoredFieldsOnly<typeof InvoiceCreate.Type, InvoiceFields>

/** An absent field is unchanged, null clears it, `lineItems` replaces the array. */
export const InvoiceUpdate = shape(
  {
    clientId: Schema.optionalKey(ClientId.schema),
    lineItems: Schema.optionalKey(lineItems),
    ...optional
  },
  "InvoiceUpdate"
)
export type InvoicePatch = StoredFieldsOnly<typeof InvoiceUpdate.Type, InvoiceFields>

export const InvoiceSend = shape(
  {
    message: Schema.optionalKey(Schema.NullOr(prose(5000))).annotateKey({
      description: "Personal text for the e-mail"
    })
  },
  "InvoiceSend"
)

/** The document again; a credit note is sent again by the same fields. */
export const resendFields = {
  email: Schema.optionalKey(Schema.NullOr(EmailAddress)).annotateKey({
    description: "Default: the recipient of the invoice"
  }),
  ...InvoiceSend.fields
}
export const InvoiceResend = shape(resendFields, "InvoiceResend")
export type InvoiceResend = typeof InvoiceResend.Type

export const InvoiceSent = shape(
  {
    id: InvoiceId.schema,
    status: Schema.Literal("sent"),
    sentAt: Instant,
    sentTo: Schema.String.annotate({
      format: "email",
      description: "The client's e-mail address"
    })
  },
  "InvoiceSent"
)

export const InvoiceVoid = shape(
  { reason: Schema.optionalKey(Schema.NullOr(prose(500))) },
  "InvoiceVoid"
)
