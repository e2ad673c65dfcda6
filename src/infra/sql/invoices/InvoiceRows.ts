/** Rows of invoices and the states they decode into, and back. */
import type { Address } from "../../../domain/Address.ts"
import type { CalendarDate } from "../../../domain/CalendarDate.ts"
import { CurrencyCode } from "../../../domain/Currency.ts"
import { ClientId, InvoiceId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type {
  Invoice,
  InvoiceDelivery,
  Issue,
  LineItem,
  Recipient
} from "../../../domain/invoices/Invoice.ts"
import type { InvoiceStatus } from "../../../domain/invoices/InvoiceTransitions.ts"
import type { Seller } from "../../../domain/invoices/Seller.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull, integer, json } from "../Rows.ts"

export interface InvoiceRow {
  readonly workspaceId: string
  readonly id: string
  readonly number: string
  readonly status: InvoiceStatus
  readonly clientId: string
  readonly projectId: string | null
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly currency: string
  readonly lineItems: ReadonlyArray<LineItem>
  readonly subtotal: bigint
  readonly taxRate: string | null
  readonly tax: bigint
  readonly discount: bigint
  readonly total: bigint
  readonly amountPaid: bigint
  readonly moneyVersion: number
  readonly notes: string | null
  readonly paymentLinkSalt: string | null
  readonly sentAt: Date | null
  readonly recipientName: string | null
  readonly recipientEmail: string | null
  readonly recipientCompany: string | null
  readonly recipientAddress: Address | null
  readonly seller: Seller | null
  readonly issuedProjectName: string | null
  readonly deliveryStatus: InvoiceDelivery["status"] | null
  readonly deliveryAttempts: number | null
  readonly deliveryError: string | null
  readonly paidAt: Date | null
  readonly voidedAt: Date | null
  readonly voidReason: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A column that the CHECKs make non-null in this state. */
const present = <T>(value: T | null, column: string): T => {
  if (value === null) throw new Error(`invoices.${column} is null where its state forbids it`)
  return value
}

export const deliveryOf = (row: InvoiceRow): InvoiceDelivery | null =>
  row.deliveryStatus === null
    ? null
    : {
        status: row.deliveryStatus,
        attempts: present(row.deliveryAttempts, "delivery_attempts"),
        lastError: row.deliveryError
      }

const recipientOf = (row: InvoiceRow): Recipient => ({
  name: present(row.recipientName, "recipient_name"),
  email: present(row.recipientEmail, "recipient_email"),
  company: row.recipientCompany,
  address: row.recipientAddress
})

const issueOf = (row: InvoiceRow): Issue => ({
  recipient: recipientOf(row),
  seller: present(row.seller, "seller"),
  projectName: row.issuedProjectName
})

const issuedOf = (row: InvoiceRow) => ({
  ...issueOf(row),
  sentAt: instant(present(row.sentAt, "sent_at")),
  delivery: present(deliveryOf(row), "delivery_status")
})

const fieldsOf = (row: InvoiceRow) => ({
  id: InvoiceId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  number: row.number,
  clientId: ClientId.fromUuid(row.clientId),
  projectId: row.projectId === null ? null : ProjectId.fromUuid(row.projectId),
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  currency: CurrencyCode.make(row.currency),
  lineItems: row.lineItems,
  subtotalMinor: integer(row.subtotal),
  taxRate: row.taxRate === null ? null : Number(row.taxRate),
  taxMinor: integer(row.tax),
  discountMinor: integer(row.discount),
  totalMinor: integer(row.total),
  moneyVersion: row.moneyVersion,
  notes: row.notes,
  paymentLinkSalt: row.paymentLinkSalt,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt)
})

/** The row as the one type of its state. */
export const invoiceOf = (row: InvoiceRow): Invoice => {
  const fields = fieldsOf(row)
  const amountPaidMinor = integer(row.amountPaid)
  switch (row.status) {
    case "draft":
      return { ...fields, status: "draft" }
    case "sent":
    case "overdue":
      return { ...fields, ...issuedOf(row), amountPaidMinor, status: row.status }
    case "paid":
      return {
        ...fields,
        ...issuedOf(row),
        amountPaidMinor,
        status: "paid",
        paidAt: instant(present(row.paidAt, "paid_at"))
      }
    case "void":
      return {
        ...fields,
        status: "void",
        voidedAt: instant(present(row.voidedAt, "voided_at")),
        voidReason: row.voidReason,
        issued: row.sentAt === null ? null : issuedOf(row)
      }
  }
}

/** What the state adds to the row. */
const stateColumns = (invoice: Invoice) => {
  const issued =
    invoice.status === "draft" ? null : invoice.status === "void" ? invoice.issued : invoice
  const isOpen = invoice.status !== "draft" && invoice.status !== "void"
  return {
    amountPaid: BigInt(isOpen ? invoice.amountPaidMinor : 0),
    sentAt: dateOfOrNull(issued?.sentAt ?? null),
    recipientName: issued?.recipient.name ?? null,
    recipientEmail: issued?.recipient.email ?? null,
    recipientCompany: issued?.recipient.company ?? null,
    recipientAddress: json(issued?.recipient.address ?? null),
    seller: json(issued?.seller ?? null),
    issuedProjectName: issued?.projectName ?? null,
    deliveryStatus: issued?.delivery.status ?? null,
    deliveryAttempts: issued?.delivery.attempts ?? null,
    deliveryError: issued?.delivery.lastError ?? null,
    paidAt: invoice.status === "paid" ? dateOf(invoice.paidAt) : null,
    voidedAt: invoice.status === "void" ? dateOf(invoice.voidedAt) : null,
    voidReason: invoice.status === "void" ? invoice.voidReason : null
  }
}

export const rowOf = (invoice: Invoice) => ({
  workspaceId: WorkspaceId.toUuid(invoice.workspaceId),
  id: InvoiceId.toUuid(invoice.id),
  number: invoice.number,
  status: invoice.status,
  clientId: ClientId.toUuid(invoice.clientId),
  projectId: invoice.projectId === null ? null : ProjectId.toUuid(invoice.projectId),
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  currency: invoice.currency,
  lineItems: json(invoice.lineItems),
  subtotal: BigInt(invoice.subtotalMinor),
  taxRate: invoice.taxRate === null ? null : invoice.taxRate.toFixed(6),
  tax: BigInt(invoice.taxMinor),
  discount: BigInt(invoice.discountMinor),
  total: BigInt(invoice.totalMinor),
  moneyVersion: invoice.moneyVersion,
  notes: invoice.notes,
  paymentLinkSalt: invoice.paymentLinkSalt,
  ...stateColumns(invoice),
  createdAt: dateOf(invoice.createdAt),
  updatedAt: dateOf(invoice.updatedAt)
})

export interface InvoiceViewRow extends InvoiceRow {
  readonly effectiveStatus: InvoiceStatus
  readonly clientName: string
  readonly clientEmail: string
  readonly clientCompany: string | null
  readonly clientAddress: Address | null
  readonly projectName: string | null
  readonly documentSha256: string | null
  readonly documentSize: number | null
}

/** Until the invoice is sent its recipient is the client as it is now. */
const liveRecipient = (row: InvoiceViewRow): Recipient => ({
  name: row.clientName,
  email: row.clientEmail,
  company: row.clientCompany,
  address: row.clientAddress
})

export const viewOf = (row: InvoiceViewRow) => {
  const { workspaceId, clientId, projectId, moneyVersion, ...fields } = fieldsOf(row)
  const issue = row.sentAt === null ? null : issueOf(row)
  const recipient = issue?.recipient ?? liveRecipient(row)
  return {
    ...fields,
    status: row.effectiveStatus,
    client: { id: clientId, name: recipient.name, email: recipient.email },
    project: projectId === null ? null : { id: projectId, name: row.projectName ?? "" },
    amountPaidMinor: integer(row.amountPaid),
    paidAt: instantOrNull(row.paidAt),
    delivery: deliveryOf(row),
    document:
      row.documentSha256 === null
        ? null
        : { sha256: row.documentSha256, bytes: present(row.documentSize, "size") },
    recipient,
    issue
  }
}
