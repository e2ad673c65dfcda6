/** The invoice as the API shows it, and its stored fields (docs/spec.md §2.2). */
import { Schema } from "effect"
import { ClientId, ClientRef, InvoiceId, ProjectId, ProjectRef, WorkspaceId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { TaxCategory } from "../money/Money.ts"
import { Count, Quantity, Rate, Sha256 } from "../Numbers.ts"
import { Instant, Minor, SignedMinor, shape } from "../Resource.ts"
import { CalendarDate } from "../time/CalendarDate.ts"
import { InvoiceStatus } from "./InvoiceTransitions.ts"

const rate = Schema.NullOr(Rate)
const category = Schema.NullOr(TaxCategory)
const text = Schema.NullOr(Schema.String)

export const LineItem = shape(
  {
    description: Schema.String,
    quantity: Quantity,
    unit: text.annotate({ description: "Code of UN/ECE Recommendation 20" }),
    unitPriceMinor: SignedMinor,
    taxRate: rate.annotate({ description: "With tax_category; null: as the invoice" }),
    taxCategory: category,
    exemptionReason: text,
    totalMinor: SignedMinor
  },
  "LineItem"
)

/** The tax of all lines of one category and rate. */
export const TaxGroup = shape(
  {
    category: TaxCategory,
    rate: Rate,
    baseMinor: SignedMinor,
    taxMinor: SignedMinor,
    exemptionReason: text.annotate({
      description:
        "As it was given. Where it is null, documents state the usual reason of AE, K, G and O"
    })
  },
  "TaxGroup"
)
export type TaxGroup = typeof TaxGroup.Type

export const ServicePeriod = shape({ start: CalendarDate, end: CalendarDate }, "ServicePeriod")

/** Delivery of the invoice's mail. */
export const InvoiceDelivery = shape({
  status: Schema.Literals(["queued", "sent", "failed"]),
  attempts: Count,
  lastError: Schema.NullOr(Schema.String)
})
export type InvoiceDelivery = typeof InvoiceDelivery.Type

/** The delivery of a mail that waits for its first attempt. */
export const queuedDelivery: InvoiceDelivery = { status: "queued", attempts: 0, lastError: null }

/** The mailed file. */
export const SentFile = shape({
  sha256: Sha256.annotate({ description: "SHA-256 of the file, in hex" }),
  bytes: Count.annotate({ description: "Size of the file" })
})
export type SentFile = typeof SentFile.Type

/** Characters that no font of the service has, or a particular that a draft lacks. */
export const DocumentWarning = shape({
  path: Schema.NullOr(Schema.String).annotate({
    description: "The field that is missing or doubtful, as `workspace.address`; null of characters"
  }),
  script: Schema.String.annotate({
    description: "The script of the characters, as `Han`; empty where there is a path"
  }),
  characters: Schema.String.annotate({
    description: "Characters that no font of the service has and that the document shows as boxes"
  }),
  package: Schema.NullOr(Schema.String).annotate({
    description: "Name and version of the npm package of a font that has them"
  }),
  message: Schema.String
})
export type DocumentWarning = typeof DocumentWarning.Type

/** Data that keeps a draft from its e-invoice. */
export const FormatProblem = shape(
  {
    format: Schema.Literals(["factur-x", "xrechnung", "peppol"]),
    path: Schema.String.annotate({
      description: "`workspace.…`, `client.…` or `invoice.…`, as `client.buyer_reference`"
    }),
    message: Schema.String
  },
  "FormatProblem"
)
export type FormatProblem = typeof FormatProblem.Type

const named = { id: InvoiceId.schema, number: Schema.String }
const status = InvoiceStatus
const dates = { issueDate: CalendarDate, dueDate: CalendarDate }
const currency = CurrencyCode
const subtotalMinor = Minor
const taxMinor = SignedMinor
const totalMinor = Minor
const amountPaidMinor = Minor
const amountCreditedMinor = Minor.annotate({
  description: "Minor units by which credit notes lowered what is owed",
  money: true
})
const createdAt = Instant
const written = {
  ...dates,
  currency,
  lineItems: Schema.Array(LineItem),
  subtotalMinor,
  taxRate: rate,
  taxCategory: category,
  exemptionReason: text,
  taxMinor,
  taxes: Schema.Array(TaxGroup).annotate({
    description: "By category and rate, in the order of their first lines; empty if not taxed"
  }),
  discountMinor: Minor,
  totalMinor,
  buyerReference: text,
  purchaseOrder: text,
  contractReference: text,
  buyerAccountingReference: text,
  deliveryDate: Schema.NullOr(CalendarDate),
  servicePeriod: Schema.NullOr(ServicePeriod)
}
const notes = text
const times = { createdAt, updatedAt: Instant }

/** The view as storage has it: without the link and the warnings, which the application adds. */
export const InvoiceViewFields = shape({
  ...named,
  status,
  client: Schema.Struct({
    id: ClientId.schema,
    name: Schema.String,
    email: Schema.String.annotate({ format: "email" })
  }),
  project: Schema.NullOr(ProjectRef),
  ...written,
  amountPaidMinor,
  amountCreditedMinor,
  notes,
  paidAt: Schema.NullOr(Instant),
  delivery: Schema.NullOr(InvoiceDelivery).annotate({
    description: "State of the mail; null until the invoice is sent"
  }),
  document: Schema.NullOr(SentFile).annotate({
    description: "The PDF that was mailed, at `…/pdf?as=sent`; null until the invoice is sent"
  }),
  ...times
})
const {
  paidAt,
  delivery,
  document,
  createdAt: _created,
  updatedAt: _updated,
  ...before
} = InvoiceViewFields.fields

export const InvoiceResource = shape(
  {
    ...before,
    processorPaymentUrl: Schema.NullOr(Schema.String.annotate({ format: "uri" })).annotate({
      secret: true
    }),
    paidAt,
    delivery,
    document,
    documentWarnings: Schema.Array(DocumentWarning).annotate({
      description:
        "Characters that no font of the service has, and particulars of article 226 of directive " +
        "2006/112 that a draft lacks: look before you send. Empty where all is well"
    }),
    eInvoiceProblems: Schema.Array(FormatProblem).annotate({
      description:
        "What keeps a draft from the e-invoice that its client or the workspace chose; of `auto`, " +
        "from Factur-X. Empty once it is sent"
    }),
    ...times
  },
  "Invoice"
)
export type InvoiceView = typeof InvoiceResource.Type

/** Fields with the texts that people write. */
export type WrittenTexts = Pick<
  InvoiceView,
  | "lineItems"
  | "notes"
  | "taxes"
  | "buyerReference"
  | "purchaseOrder"
  | "contractReference"
  | "buyerAccountingReference"
>

/** Texts that documents draw, and in which characters may have no font. */
export const writtenTexts = (invoice: WrittenTexts): ReadonlyArray<string> =>
  [
    ...invoice.lineItems.map(({ description }) => description),
    ...invoice.taxes.map(({ exemptionReason }) => exemptionReason),
    invoice.notes,
    invoice.buyerReference,
    invoice.purchaseOrder,
    invoice.contractReference,
    invoice.buyerAccountingReference
  ].filter((text) => text !== null)

export const InvoiceListed = shape(
  {
    ...named,
    status,
    client: ClientRef,
    ...dates,
    subtotalMinor,
    taxMinor,
    totalMinor,
    amountPaidMinor,
    currency,
    createdAt
  },
  "InvoiceListItem"
)
/** A list item as storage has it: the rest of an invoice needs what was credited. */
export const InvoiceListedStored = shape({ ...InvoiceListed.fields, amountCreditedMinor })
export type InvoiceListItem = typeof InvoiceListedStored.Type

/** Sums over invoices of one currency. */
export const InvoiceSums = shape({ totalOutstandingMinor: Minor, totalCollectedYtdMinor: Minor })
export type InvoiceSums = typeof InvoiceSums.Type

/** Fields that are stored in every state. */
export const InvoiceFields = shape({
  ...named,
  workspaceId: WorkspaceId.schema,
  clientId: ClientId.schema,
  projectId: Schema.NullOr(ProjectId.schema),
  ...written,
  moneyVersion: Schema.Int,
  notes,
  /** Part of the payment link since its replacement; null before. */
  paymentLinkSalt: Schema.NullOr(Schema.String),
  ...times
})
export type InvoiceFields = typeof InvoiceFields.Type
