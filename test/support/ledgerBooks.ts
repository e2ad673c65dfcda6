/**
 * The books of an agency as docs/spec.md §12 has them: rows that steps add, with what each step
 * must be answered. It is the oracle of ledgers, and shares nothing with the sources.
 */
import {
  type CreditedPart,
  type CreditLine,
  type Figures,
  invoiceFigures,
  type LedgerLine,
  noteFigures
} from "./ledgerMoney.ts"

export interface BookedInvoice {
  readonly client: number
  /** The index of the project; null where the invoice has none. */
  readonly project: number | null
  readonly currency: string
  readonly lines: ReadonlyArray<LedgerLine>
  readonly figures: Figures
  readonly issueDate: string
  readonly dueDate: string
  /** `open` is shown as sent or overdue. */
  state: "draft" | "open" | "paid" | "void"
  paid: number
  credited: number
  readonly credits: Array<CreditedPart>
}

export interface BookedPayment {
  readonly invoice: number
  readonly amount: number
  readonly paidAt: number
  readonly credit: number | null
  readonly excess: number | null
  readonly byProcessor: boolean
  readonly reverses: number | null
  reversed: boolean
}

export interface BookedCredit {
  readonly client: number
  readonly currency: string
  readonly source: "payment" | "credit_note"
  readonly amount: number
  applied: number
  refunded: number
  withdrawn: number
}

export interface BookedNote {
  readonly invoice: number
  readonly issueDate: string
  readonly total: number
  readonly tax: number
  readonly credit: number | null
}

interface BookedRefund {
  readonly credit: number
  readonly amount: number
  readonly refundedAt: number
}

export const restOf = ({ figures, paid, credited }: BookedInvoice): number =>
  figures.total - paid - credited

export const remainingOf = ({ amount, applied, refunded, withdrawn }: BookedCredit): number =>
  amount - applied - refunded - withdrawn

export class Books {
  readonly invoices: Array<BookedInvoice> = []
  readonly payments: Array<BookedPayment> = []
  readonly credits: Array<BookedCredit> = []
  readonly notes: Array<BookedNote> = []
  readonly refunds: Array<BookedRefund> = []

  /** Each method is one request: it returns whether it has to succeed, and changes the rows if so. */
  create(
    draft: Pick<BookedInvoice, "client" | "project" | "currency" | "issueDate" | "dueDate">,
    lines: ReadonlyArray<LedgerLine>,
    discount: number
  ): boolean {
    const figures = invoiceFigures(lines, discount)
    if (discount > figures.subtotal || figures.total < 0) return false
    const amounts = { lines, figures, paid: 0, credited: 0, credits: [] }
    this.invoices.push({ ...draft, ...amounts, state: "draft" })
    return true
  }

  send(invoice: BookedInvoice): boolean {
    if (invoice.state !== "draft") return false
    invoice.state = invoice.figures.total === 0 ? "paid" : "open"
    return true
  }

  void(invoice: BookedInvoice): boolean {
    if (invoice.state === "paid") return false
    // Also a note of a paid invoice, whose credit stays when the payment is reversed.
    if (invoice.state === "open" && (invoice.paid > 0 || invoice.credits.length > 0)) return false
    invoice.state = "void"
    return true
  }

  private book(payment: Omit<BookedPayment, "reverses" | "reversed">): void {
    this.payments.push({ ...payment, reverses: null, reversed: false })
    const invoice = this.invoices[payment.invoice]
    if (invoice === undefined) return
    invoice.paid += payment.amount
    if (restOf(invoice) === 0) invoice.state = "paid"
  }

  private newCredit(invoice: BookedInvoice, source: BookedCredit["source"], amount: number) {
    const { client, currency } = invoice
    const none = { applied: 0, refunded: 0, withdrawn: 0 }
    return this.credits.push({ client, currency, source, amount, ...none }) - 1
  }

  pay(at: number, amount: number, paidAt: number, hasExcess: boolean): boolean {
    const invoice = this.invoices[at]
    if (invoice?.state !== "open") return false
    const beyond = Math.max(0, amount - restOf(invoice))
    if (beyond > 0 && !hasExcess) return false
    const excess = beyond === 0 ? null : this.newCredit(invoice, "payment", beyond)
    this.book({
      invoice: at,
      amount: amount - beyond,
      paidAt,
      credit: null,
      excess,
      byProcessor: false
    })
    return true
  }

  /** Money from the processor is never refused. */
  receive(at: number, amount: number, paidAt: number): void {
    const invoice = this.invoices[at]
    if (invoice === undefined) return
    const taken = invoice.state === "open" ? Math.min(amount, restOf(invoice)) : 0
    if (taken < amount) this.newCredit(invoice, "payment", amount - taken)
    if (taken === 0) return
    this.book({ invoice: at, amount: taken, paidAt, credit: null, excess: null, byProcessor: true })
  }

  /** Without an amount: as much as the credit has and the invoice needs. */
  useCredit(at: number, creditAt: number, wanted: number | null, paidAt: number): boolean {
    const [invoice, credit] = [this.invoices[at], this.credits[creditAt]]
    if (invoice?.state !== "open" || credit === undefined) return false
    if (credit.client !== invoice.client || credit.currency !== invoice.currency) return false
    const amount = wanted ?? Math.min(remainingOf(credit), restOf(invoice))
    if (amount === 0 || amount > remainingOf(credit) || amount > restOf(invoice)) return false
    credit.applied += amount
    this.book({ invoice: at, amount, paidAt, credit: creditAt, excess: null, byProcessor: false })
    return true
  }

  reverse(at: number): boolean {
    const payment = this.payments[at]
    const invoice = payment === undefined ? undefined : this.invoices[payment.invoice]
    if (payment === undefined || invoice === undefined) return false
    if (payment.reverses !== null || payment.reversed || payment.byProcessor) return false
    const excess = payment.excess === null ? undefined : this.credits[payment.excess]
    if (excess !== undefined && remainingOf(excess) < excess.amount) return false
    const used = payment.credit === null ? undefined : this.credits[payment.credit]
    if (used !== undefined) used.applied -= payment.amount
    if (excess !== undefined) excess.withdrawn = excess.amount
    payment.reversed = true
    this.payments.push({
      ...payment,
      amount: -payment.amount,
      excess: null,
      reverses: at,
      reversed: false
    })
    invoice.paid -= payment.amount
    invoice.state = "open"
    return true
  }

  refund(at: number, wanted: number | null, refundedAt: number): boolean {
    const credit = this.credits[at]
    const amount = credit === undefined ? 0 : (wanted ?? remainingOf(credit))
    if (credit === undefined || amount === 0 || amount > remainingOf(credit)) return false
    credit.refunded += amount
    this.refunds.push({ credit: at, amount, refundedAt })
    return true
  }

  credit(at: number, wanted: ReadonlyArray<CreditLine> | null, issueDate: string): boolean {
    const invoice = this.invoices[at]
    if (invoice?.state !== "open" && invoice?.state !== "paid") return false
    const note = noteFigures(invoice.lines, invoice.figures, invoice.credits, wanted)
    if (note === null) return false
    const { parts, tax, total } = note
    const lowered = Math.min(total, restOf(invoice))
    const beyond = total - lowered
    const credit = beyond === 0 ? null : this.newCredit(invoice, "credit_note", beyond)
    this.notes.push({ invoice: at, issueDate, total, tax, credit })
    invoice.credits.push(...parts)
    invoice.credited += lowered
    if (invoice.state === "open" && restOf(invoice) === 0) {
      invoice.state = invoice.paid > 0 ? "paid" : "void"
    }
    return true
  }
}
