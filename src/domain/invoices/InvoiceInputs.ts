/** Inputs of invoices, and the answer of a send. */
import { Schema } from "effect"
import { documented, wholeFrom } from "../Documented.ts"
import { ClientId, InvoiceId, ProjectId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { limits } from "../money/Money.ts"
import { Quantity, Rate } from "../Numbers.ts"
import { Instant, type StoredFieldsOnly, shape } from "../Resource.ts"
import { prose, requiredProse } from "../text/Text.ts"
import { CalendarDate } from "../time/CalendarDate.ts"
import type { InvoiceFields } from "./InvoiceResource.ts"

// Money checks ranges and decimals when it computes, and reports them by the same paths.
export const LineItemInput = shape(
  {
    description: requiredProse(2000),
    quantity: Quantity.annotate({
      description: "Greater than 0, at most 1 000 000, at most 4 decimals"
    }),
    unitPriceMinor: Schema.Finite.annotate({
      description: "Integer in minor units; negative for a deduction; at most 10^11 either way",
      money: true,
      ...wholeFrom(-limits.unitPrice, limits.unitPrice)
    })
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
  taxRate: Schema.optionalKey(Schema.NullOr(Rate)).annotateKey({
    description: "A fraction 0..1 with at most 6 decimals; null is not taxed"
  }),
  discountMinor: Schema.optionalKey(
    Schema.Finite.annotate({ money: true, ...wholeFrom(0) })
  ).annotateKey({
    description: "Minor units, 0 to the subtotal, taken off before tax; default 0"
  }),
  notes: Schema.optionalKey(Schema.NullOr(prose(10_000)))
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
