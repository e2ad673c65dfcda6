/** The printed fields of an invoice, as plain data for a worker thread. */
import { DateTime } from "effect"
import type { InvoiceDocument } from "../../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue, isCredited } from "../../../domain/invoices/Invoice.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import { defaultColour } from "../../../domain/workspaces/Workspace.ts"
import { recipientLines, sellerLines } from "../../../words/document/DocumentParties.ts"
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import { wordsIn } from "../../../words/Words.ts"

export type PdfInput = ReturnType<typeof toPdfInput>

const zoneOf = ({ timeZone }: InvoiceDocument["seller"]): DateTime.TimeZone =>
  DateTime.zoneMakeNamedUnsafe(timeZone)

/** The state of the payment that the document shows as a word. */
const stateOf = ({ invoice, seller }: InvoiceDocument) => {
  if (invoice.status === "overdue") return { name: "overdue", day: null } as const
  return invoice.status === "paid"
    ? ({
        name: "paid",
        day: invoice.paidAt === null ? null : dayIn(zoneOf(seller), invoice.paidAt)
      } as const)
    : null
}

/** The word across the pages. An invoice that credit notes made void is credited. */
const markOf = (invoice: InvoiceDocument["invoice"]): keyof DocumentWords["marks"] | null => {
  if (invoice.status === "draft") return "draft"
  if (invoice.status !== "void") return null
  return isCredited(invoice) ? "credited" : "void"
}

/** The listed payments by day, and the sum of the older ones. */
const paymentsOf = ({ invoice, payments, seller }: InvoiceDocument) => {
  const listed = payments.map(({ amountMinor, method, paidAt }) => ({
    day: dayIn(zoneOf(seller), paidAt),
    method,
    amountMinor
  }))
  return {
    listed: listed.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    earlierMinor: listed.reduce((rest, paid) => rest - paid.amountMinor, invoice.amountPaidMinor)
  }
}

/**
 * The fields that are drawn as they are: all but these, so that an added field reaches the thread.
 */
const drawnOf = ({
  id,
  status,
  client,
  project,
  amountPaidMinor,
  processorPaymentUrl,
  paidAt,
  delivery,
  document,
  documentWarnings,
  eInvoiceProblems,
  createdAt,
  updatedAt,
  taxMinor,
  exemptionReason,
  ...drawn
}: InvoiceDocument["invoice"]) => drawn

const made = new WeakMap<InvoiceDocument, PdfInput>()

/** Made once per document: the cache and the drawing need it. */
export const pdfInputOf = (document: InvoiceDocument): PdfInput => {
  const known = made.get(document)
  if (known !== undefined) return known
  const input = toPdfInput(document)
  made.set(document, input)
  return input
}

export const toPdfInput = (document: InvoiceDocument) => {
  const { invoice, seller, projectName, logo, corrects, attachment = null } = document
  const isReceipt = document.kind === "receipt"
  const { document: words } = wordsIn(seller.language)
  return {
    ...drawnOf(invoice),
    attachment,
    agency: {
      name: seller.name,
      lines: sellerLines(document, words),
      legalInformation: seller.legalInformation,
      // A credit note asks for no payment.
      bankAccount: corrects === null ? seller.bankAccount : null,
      paymentNote:
        corrects !== null
          ? words.creditTerms(corrects.number)
          : isReceipt
            ? null
            : seller.paymentNote,
      colour: seller.colour ?? defaultColour,
      logo: logo?.bytes ?? null
    },
    language: seller.language,
    locale: seller.locale,
    recipientLines: recipientLines(document, words),
    corrects,
    /** Below the title: the invoice of a credit note or of a receipt. */
    ofInvoice: isReceipt ? { number: invoice.number, issueDate: invoice.issueDate } : corrects,
    title: isReceipt ? words.receipt : corrects === null ? words.invoice : words.creditNote,
    mark: markOf(invoice),
    projectName,
    state: stateOf(document),
    payments: paymentsOf(document),
    amountDueMinor: corrects !== null || invoice.status === "void" ? 0 : balanceDue(invoice),
    paymentUrl: invoice.processorPaymentUrl,
    createdAt: DateTime.toEpochMillis(invoice.createdAt)
  }
}
