/**
 * The row of an invoice: the columns of each state, and their decoding into the type of the state.
 */
import { Schema, Struct } from "effect"
import type {
  DocumentState,
  StoredInvoiceView
} from "../../../app/ports/invoices/InvoiceRepository.ts"
import { AddressResource } from "../../../domain/address/Address.ts"
import {
  amountPaidOf,
  type Credited,
  creditedOf,
  type Invoice,
  type Issue,
  issuedOf,
  RecipientDetails
} from "../../../domain/invoices/Invoice.ts"
import {
  InvoiceDelivery,
  InvoiceFields,
  InvoiceListedStored,
  InvoiceViewFields
} from "../../../domain/invoices/InvoiceResource.ts"
import { taxesOfVersion1 } from "../../../domain/invoices/InvoiceTax.ts"
import { InvoiceStatus } from "../../../domain/invoices/InvoiceTransitions.ts"
import { Instant, Minor, shape } from "../../../domain/Resource.ts"
import { columns, type Row } from "../Columns.ts"
import { detailsOf, SellerStored, sellerFrom, storedSeller, unknownDetails } from "./PartyRows.ts"

const delivery = InvoiceDelivery.fields

/** Columns of later states are null; CHECKs of the table define when. */
export const InvoiceStored = shape({
  ...InvoiceFields.fields,
  status: InvoiceStatus,
  amountPaidMinor: Minor,
  amountCreditedMinor: Minor,
  creditNotesTotalMinor: Minor,
  creditNotesNetMinor: Minor,
  sentAt: Schema.NullOr(Instant),
  recipientName: Schema.NullOr(Schema.String),
  recipientEmail: Schema.NullOr(Schema.String),
  recipientCompany: Schema.NullOr(Schema.String),
  recipientAddress: Schema.NullOr(AddressResource),
  recipientDetails: Schema.NullOr(RecipientDetails),
  seller: Schema.NullOr(SellerStored),
  issuedProjectName: Schema.NullOr(Schema.String),
  deliveryStatus: Schema.NullOr(delivery.status),
  deliveryAttempts: Schema.NullOr(delivery.attempts),
  deliveryError: delivery.lastError,
  paidAt: Schema.NullOr(Instant),
  voidedAt: Schema.NullOr(Instant),
  voidReason: Schema.NullOr(Schema.String)
})
type InvoiceStored = typeof InvoiceStored.Type

export const invoiceJsonColumns = {
  json: ["recipientAddress", "recipientDetails", "seller", "servicePeriod"]
} as const

const stored = columns(InvoiceStored, invoiceJsonColumns)
const shown = columns(
  shape({ ...InvoiceViewFields.fields, moneyVersion: InvoiceFields.fields.moneyVersion }),
  { json: ["servicePeriod"] }
)
export const listed = columns(InvoiceListedStored)

const { fields } = InvoiceStored

/** Columns for the rest of a view: the issue, the salt of the link, the reason of a void. */
const IssueStored = shape({
  paymentLinkSalt: fields.paymentLinkSalt,
  sentAt: fields.sentAt,
  recipientName: fields.recipientName,
  recipientEmail: fields.recipientEmail,
  recipientCompany: fields.recipientCompany,
  recipientAddress: fields.recipientAddress,
  recipientDetails: fields.recipientDetails,
  seller: fields.seller,
  issuedProjectName: fields.issuedProjectName,
  voidReason: fields.voidReason
})
type IssueStored = typeof IssueStored.Type
const issues = columns(IssueStored, { json: ["recipientAddress", "recipientDetails", "seller"] })

/** The recipient's data that the view's client lacks. */
const addressed = columns(
  shape({
    clientCompany: Schema.NullOr(Schema.String),
    clientAddress: Schema.NullOr(AddressResource),
    clientDetails: Schema.NullOr(RecipientDetails)
  }),
  { json: ["clientAddress", "clientDetails"] }
)

const versions = columns(shape({ version: Schema.String }))

/** A column that CHECKs make non-null in this state. */
const present = <T>(value: T | null, column: string): T => {
  if (value === null) throw new Error(`invoices.${column} is null where its state forbids it`)
  return value
}

const issueOf = (row: IssueStored): Issue => ({
  recipient: {
    name: present(row.recipientName, "recipient_name"),
    email: present(row.recipientEmail, "recipient_email"),
    company: row.recipientCompany,
    address: row.recipientAddress,
    ...(row.recipientDetails ?? unknownDetails)
  },
  seller: sellerFrom(present(row.seller, "seller")),
  projectName: row.issuedProjectName
})

const creditedFrom = (row: InvoiceStored): Credited => ({
  amountCreditedMinor: row.amountCreditedMinor,
  creditNotesTotalMinor: row.creditNotesTotalMinor,
  creditNotesNetMinor: row.creditNotesNetMinor
})

const issuedFrom = (row: InvoiceStored) => ({
  ...issueOf(row),
  sentAt: present(row.sentAt, "sent_at"),
  delivery: {
    status: present(row.deliveryStatus, "delivery_status"),
    attempts: present(row.deliveryAttempts, "delivery_attempts"),
    lastError: row.deliveryError
  }
})

/** The fields of every state. */
const fieldsOf = ({
  status,
  amountPaidMinor,
  amountCreditedMinor,
  creditNotesTotalMinor,
  creditNotesNetMinor,
  sentAt,
  recipientName,
  recipientEmail,
  recipientCompany,
  recipientAddress,
  recipientDetails,
  seller,
  issuedProjectName,
  deliveryStatus,
  deliveryAttempts,
  deliveryError,
  paidAt,
  voidedAt,
  voidReason,
  ...fields
}: InvoiceStored): InvoiceFields => fields

/** Rows of version 1 have no taxes; the previous release writes such rows. */
const withTaxes = <Amounts extends InvoiceAmounts>(amounts: Amounts): Amounts =>
  amounts.moneyVersion === 1 ? { ...amounts, ...taxesOfVersion1(amounts) } : amounts
type InvoiceAmounts = Pick<InvoiceFields, "moneyVersion"> & Parameters<typeof taxesOfVersion1>[0]

/** Decodes the row into the type of its state. */
export const invoiceOf = (row: Row): Invoice => {
  const whole = withTaxes(stored.decode(row))
  const { status, amountPaidMinor } = whole
  const fields = fieldsOf(whole)
  switch (status) {
    case "draft":
      return { ...fields, status }
    case "sent":
    case "overdue":
      return { ...fields, ...issuedFrom(whole), ...creditedFrom(whole), amountPaidMinor, status }
    case "paid":
      return {
        ...fields,
        ...issuedFrom(whole),
        ...creditedFrom(whole),
        amountPaidMinor,
        status,
        paidAt: present(whole.paidAt, "paid_at")
      }
    case "void":
      return {
        ...fields,
        ...creditedFrom(whole),
        status,
        voidedAt: present(whole.voidedAt, "voided_at"),
        voidReason: whole.voidReason,
        issued: whole.sentAt === null ? null : issuedFrom(whole)
      }
  }
}

/** The columns that depend on the state. */
const stateOf = (invoice: Invoice): Omit<InvoiceStored, keyof InvoiceFields> => {
  const issued = issuedOf(invoice)
  return {
    status: invoice.status,
    amountPaidMinor: amountPaidOf(invoice),
    ...creditedOf(invoice),
    sentAt: issued?.sentAt ?? null,
    recipientName: issued?.recipient.name ?? null,
    recipientEmail: issued?.recipient.email ?? null,
    recipientCompany: issued?.recipient.company ?? null,
    recipientAddress: issued?.recipient.address ?? null,
    recipientDetails: issued && detailsOf(issued.recipient),
    seller: issued && storedSeller(issued.seller),
    issuedProjectName: issued?.projectName ?? null,
    deliveryStatus: issued?.delivery.status ?? null,
    deliveryAttempts: issued?.delivery.attempts ?? null,
    deliveryError: issued?.delivery.lastError ?? null,
    paidAt: invoice.status === "paid" ? invoice.paidAt : null,
    voidedAt: invoice.status === "void" ? invoice.voidedAt : null,
    voidReason: invoice.status === "void" ? invoice.voidReason : null
  }
}

export const rowOf = (invoice: Invoice) => stored.encode({ ...invoice, ...stateOf(invoice) })

const rareNames = [
  "exemptionReason",
  "buyerReference",
  "purchaseOrder",
  "contractReference",
  "buyerAccountingReference",
  "deliveryDate",
  "servicePeriod"
] as const
const usualColumns = columns(shape(Struct.omit(InvoiceFields.fields, rareNames)))
const rareColumns = columns(shape(Struct.pick(InvoiceFields.fields, rareNames)), {
  json: ["servicePeriod"]
})
const isUsual = (invoice: InvoiceFields) => rareNames.every((name) => invoice[name] === null)

/**
 * The row of a new invoice. The columns of later states stay at their defaults, and so do the
 * fields that most invoices lack: all of them, so that there are two statements.
 */
export const insertedRowOf = (invoice: Invoice): Row => {
  if (invoice.status !== "draft") return rowOf(invoice)
  const row = { ...usualColumns.encode(invoice), status: invoice.status }
  return isUsual(invoice) ? row : { ...row, ...rareColumns.encode(invoice) }
}

/** Decodes the view; the row's status is that of the day. */
export const invoiceViewOf = (row: Row): StoredInvoiceView => {
  const { moneyVersion, ...invoice } = withTaxes(shown.decode(row))
  const issue = issues.decode(row)
  const { clientCompany: company, clientAddress: address, clientDetails } = addressed.decode(row)
  const { name, email } = invoice.client
  return {
    invoice,
    moneyVersion,
    paymentLinkSalt: issue.paymentLinkSalt,
    voidReason: issue.voidReason,
    recipient: { name, email, company, address, ...(clientDetails ?? unknownDetails) },
    issue: issue.sentAt === null ? null : issueOf(issue),
    version: versions.decode(row).version
  }
}

const documentStates = columns(
  shape({
    id: fields.id,
    number: fields.number,
    status: fields.status,
    clientId: fields.clientId,
    wasSent: Schema.Boolean,
    paymentLinkSalt: fields.paymentLinkSalt,
    version: Schema.String
  })
)
export const documentStateOf = (row: Row): DocumentState => documentStates.decode(row)

/** All columns but the status, which reads compute from the day. */
export const storedColumns = stored.names.filter((name) => name !== "status")
