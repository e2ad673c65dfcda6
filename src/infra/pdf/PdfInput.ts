/** What is printed, as plain data that crosses to a worker thread. */
import { DateTime } from "effect"
import type { InvoiceDocument } from "../../app/ports/PdfRenderer.ts"
import { postalLines } from "../../domain/Address.ts"
import { restOf } from "../../domain/Invoice.ts"

export type PdfInput = ReturnType<typeof toPdfInput>

const defaultColour = "#1d4ed8"

/** Lines without the empty ones and without repetitions. */
const linesOf = (parts: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(parts.filter((part): part is string => part !== null && part !== ""))
]

export const toPdfInput = ({ invoice, recipient, seller, projectName, logo }: InvoiceDocument) => ({
  agency: {
    name: seller.name,
    lines: linesOf([seller.address, seller.vatId, seller.email]),
    colour: seller.colour ?? defaultColour,
    logo: logo?.bytes ?? null
  },
  locale: seller.locale,
  recipientLines: linesOf([...postalLines(recipient, seller.locale), recipient.email]),
  number: invoice.number,
  mark: invoice.status === "draft" ? "DRAFT" : invoice.status === "void" ? "VOID" : null,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  currency: invoice.currency,
  projectName,
  lineItems: invoice.lineItems,
  subtotalMinor: invoice.subtotalMinor,
  discountMinor: invoice.discountMinor,
  taxRate: invoice.taxRate,
  taxMinor: invoice.taxMinor,
  totalMinor: invoice.totalMinor,
  amountPaidMinor: invoice.amountPaidMinor,
  amountDueMinor: invoice.status === "void" ? 0 : restOf(invoice),
  notes: invoice.notes,
  paymentUrl: invoice.processorPaymentUrl,
  createdAt: DateTime.toEpochMillis(invoice.createdAt)
})
