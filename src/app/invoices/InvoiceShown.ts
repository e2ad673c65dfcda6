/** How a stored invoice is shown, from itself and from what it names; the storages read the same by a join. */

import { asOf, type Invoice, type Issue, type Recipient } from "../../domain/invoices/Invoice.ts"
import type { SentFile } from "../../domain/invoices/InvoiceResource.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import type { StoredInvoiceView } from "../ports/invoices/InvoiceRepository.ts"

/** What an invoice names: its client as it is, its project, and the file that went out. */
export interface InvoiceNames {
  readonly recipient: Recipient
  readonly project: StoredInvoiceView["project"]
  readonly document: SentFile | null
}

/** Without the version of the row, which only a storage knows. */
export type ShownStored = Omit<StoredInvoiceView, "version">

export const issuedOf = (invoice: Invoice) =>
  invoice.status === "draft" ? null : invoice.status === "void" ? invoice.issued : invoice

const issueOf = (invoice: Invoice): Issue | null => {
  const issued = issuedOf(invoice)
  if (issued === null) return null
  const { recipient, seller, projectName } = issued
  return { recipient, seller, projectName }
}

const amountPaidOf = (invoice: Invoice): number =>
  invoice.status === "draft" || invoice.status === "void" ? 0 : invoice.amountPaidMinor

export const shownOf = (
  stored: Invoice,
  { recipient: live, project, document }: InvoiceNames,
  today: CalendarDate
): ShownStored => {
  const invoice = asOf(stored, today)
  const issue = issueOf(invoice)
  const { name, email, company, address } = issue?.recipient ?? live
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    client: { id: invoice.clientId, name, email },
    project,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    currency: invoice.currency,
    lineItems: invoice.lineItems,
    subtotalMinor: invoice.subtotalMinor,
    taxRate: invoice.taxRate,
    taxMinor: invoice.taxMinor,
    discountMinor: invoice.discountMinor,
    totalMinor: invoice.totalMinor,
    amountPaidMinor: amountPaidOf(invoice),
    notes: invoice.notes,
    paymentLinkSalt: invoice.paymentLinkSalt,
    paidAt: invoice.status === "paid" ? invoice.paidAt : null,
    delivery: issuedOf(invoice)?.delivery ?? null,
    document,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt,
    recipient: { name, email, company, address },
    issue
  }
}
