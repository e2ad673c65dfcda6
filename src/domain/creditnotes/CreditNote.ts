/**
 * A credit note (docs/spec.md §12) corrects an invoice that was sent. It lowers the rest of the
 * invoice first; what is beyond becomes credit of the client. Lines, parties and taxes are those of
 * the invoice.
 */
import { Data, type DateTime, Result } from "effect"
import { type CreditNoteId, shownId } from "../Ids.ts"
import type { Invalid } from "../Invalid.ts"
import {
  balanceDue,
  becomeVoid,
  type IssuedInvoice,
  isOpen,
  type VoidInvoice
} from "../invoices/Invoice.ts"
import type { TaxGroup } from "../invoices/InvoiceResource.ts"
import { type ShownPair, taxOfLine } from "../money/Money.ts"
import type { CreditView } from "../payments/CreditResource.ts"
import type { CalendarDate } from "../time/CalendarDate.ts"
import { type Creditable, type CreditNoteAmounts, creditNoteAmounts } from "./CreditNoteAmounts.ts"
import type { CreditedLine } from "./CreditNoteLines.ts"
import type { CreditNote, CreditNoteInput, CreditNoteView } from "./CreditNoteResource.ts"

export class CreditNoteNotFound extends Data.TaggedError("CreditNoteNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `No credit note has the id ${shownId(this.id)}`
  }
}

/** `CN`; `CRN` where the invoices of the workspace have the prefix `CN`. */
export const creditNotePrefix = (invoicePrefix: string): string =>
  invoicePrefix === "CN" ? "CRN" : "CN"

/** The lines of an invoice by category and rate; those of one that is not taxed are one group. */
const creditableOf = (invoice: IssuedInvoice): Creditable => {
  const { lineItems, taxes, discountMinor, totalMinor, currency } = invoice
  const groupOf = (line: ShownPair): number => {
    const tax = taxOfLine(line, invoice)
    const isOwn = ({ category, rate }: TaxGroup) =>
      category === tax?.taxCategory && rate === tax.taxRate
    return Math.max(0, taxes.findIndex(isOwn))
  }
  const lines = lineItems.map((line) => ({ ...line, group: groupOf(line) }))
  const lineTotalsOf = (group: number) =>
    lines.reduce((sum, line) => sum + (line.group === group ? line.totalMinor : 0), 0)
  return {
    lines,
    groups:
      taxes.length === 0
        ? [{ rate: null, discountMinor }]
        : taxes.map(({ rate, baseMinor }, group) => ({
            rate,
            discountMinor: lineTotalsOf(group) - baseMinor
          })),
    totalMinor,
    currency
  }
}

const taxesOf = (
  { taxes }: IssuedInvoice,
  { groups }: CreditNoteAmounts
): ReadonlyArray<TaxGroup> =>
  groups.flatMap(({ group, baseMinor, taxMinor }) => {
    const tax = taxes[group]
    return tax === undefined ? [] : [{ ...tax, baseMinor, taxMinor }]
  })

const untaxed: ShownPair = { taxCategory: null, taxRate: null }

/** A line that was credited by amount has no unit, because its quantity is none. */
const linesOf = (invoice: IssuedInvoice, { lines }: CreditNoteAmounts): CreditNote["lineItems"] =>
  lines.flatMap((part) => {
    const item = invoice.lineItems[part.line]
    if (item === undefined) return []
    const { taxCategory, taxRate } = taxOfLine(item, invoice) ?? untaxed
    const unit = part.quantity === part.creditedQuantity ? item.unit : null
    return [{ ...item, ...part, unit, taxCategory, taxRate }]
  })

interface NoteContext {
  readonly id: CreditNoteId
  readonly today: CalendarDate
  readonly now: DateTime.Utc
}

/** The effects of a note: on the rest of the invoice, and beyond it. */
interface IssuedNote {
  readonly note: CreditNote
  /** The part that lowers the rest of the invoice. */
  readonly amountCreditedMinor: number
  /** The part beyond, which becomes credit. */
  readonly excessMinor: number
}

/** The next credit note of the invoice; its number is given when it is stored. */
export const issueCreditNote = (
  invoice: IssuedInvoice,
  credited: ReadonlyArray<CreditedLine>,
  { lines = null, reason }: CreditNoteInput,
  { id, today, now }: NoteContext
): Result.Result<IssuedNote, Invalid> =>
  Result.map(creditNoteAmounts(creditableOf(invoice), credited, lines), (amounts) => {
    const { subtotalMinor, discountMinor, taxMinor, totalMinor } = amounts
    const amountCreditedMinor = Math.min(totalMinor, balanceDue(invoice))
    const excessMinor = totalMinor - amountCreditedMinor
    const note: CreditNote = {
      id,
      workspaceId: invoice.workspaceId,
      number: "",
      invoiceId: invoice.id,
      clientId: invoice.clientId,
      creditId: null,
      issueDate: today,
      currency: invoice.currency,
      lineItems: linesOf(invoice, amounts),
      subtotalMinor,
      discountMinor,
      taxes: taxesOf(invoice, amounts),
      taxMinor,
      totalMinor,
      reason,
      deliveryStatus: "queued",
      deliveryAttempts: 0,
      deliveryError: null,
      createdAt: now,
      updatedAt: now
    }
    return { note, amountCreditedMinor, excessMinor }
  })

/**
 * The invoice after the note. If nothing is left to pay, it is paid where something was paid, and
 * otherwise void.
 */
export const credit = (
  invoice: IssuedInvoice,
  { note, amountCreditedMinor }: IssuedNote,
  now: DateTime.Utc
): IssuedInvoice | VoidInvoice => {
  const credited = {
    ...invoice,
    amountCreditedMinor: invoice.amountCreditedMinor + amountCreditedMinor,
    creditNotesTotalMinor: invoice.creditNotesTotalMinor + note.totalMinor,
    creditNotesNetMinor: invoice.creditNotesNetMinor + note.totalMinor - note.taxMinor,
    updatedAt: now
  }
  if (!isOpen(credited) || balanceDue(credited) > 0) return credited
  return credited.amountPaidMinor > 0
    ? { ...credited, status: "paid", paidAt: now }
    : becomeVoid(credited, note.reason, now)
}

/** The use of the credit of a note; undefined for a note that made none. */
export const statusOfCredit = (
  made: Pick<CreditView, "remainingMinor" | "refundedMinor"> | undefined
): CreditNoteView["status"] => {
  if (made === undefined) return "applied"
  if (made.remainingMinor > 0) return "issued"
  return made.refundedMinor > 0 ? "refunded" : "applied"
}

export interface CreditNoteParties {
  readonly invoiceNumber: string
  readonly clientName: string
  readonly clientEmail: string
}

/** The view of a note of which no credit was used yet. */
export const creditNoteViewOf = (
  note: CreditNote,
  { invoiceNumber, clientName, clientEmail }: CreditNoteParties,
  creditMinor: number
): CreditNoteView => ({
  id: note.id,
  number: note.number,
  status: note.creditId === null ? "applied" : "issued",
  invoice: { id: note.invoiceId, number: invoiceNumber },
  client: { id: note.clientId, name: clientName, email: clientEmail },
  lineItems: note.lineItems.map(({ creditedQuantity, ...line }) => line),
  issueDate: note.issueDate,
  currency: note.currency,
  subtotalMinor: note.subtotalMinor,
  discountMinor: note.discountMinor,
  taxMinor: note.taxMinor,
  totalMinor: note.totalMinor,
  reason: note.reason,
  taxes: note.taxes,
  credit: note.creditId === null ? null : { id: note.creditId, amountMinor: creditMinor },
  delivery: {
    status: note.deliveryStatus,
    attempts: note.deliveryAttempts,
    lastError: note.deliveryError
  },
  document: null,
  createdAt: note.createdAt,
  updatedAt: note.updatedAt
})
