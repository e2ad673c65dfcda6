/** The words of a statement of account in English. */
import type { StatementWords } from "./StatementWords.ts"

export const statementEn: StatementWords = {
  title: "Statement of account",
  period: (from, to) => `${from} to ${to}`,
  from: "From",
  to: "To",
  show: "Show",
  pdf: "PDF",
  columns: {
    date: "Date",
    description: "Description",
    charges: "Charges",
    credits: "Credits",
    balance: "Balance"
  },
  movements: {
    invoice: (number) => `Invoice ${number}`,
    credit_note: (number) => `Credit note ${number}`,
    void: (number) => `Invoice ${number} voided`,
    payment: (number) => `Payment for ${number}`,
    reversal: (number) => `Payment for ${number} reversed`,
    refund: (number) => `Refund of credit from ${number}`
  },
  opening: "Opening balance",
  closing: "Closing balance",
  ageing: "Open invoices by age",
  ages: {
    notDue: "Not due",
    days30: "1–30 days",
    days60: "31–60 days",
    days90: "61–90 days",
    older: "Over 90 days",
    open: "Open invoices"
  },
  lessCredit: "Less credit",
  client: "For",
  issued: "Issued on",
  none: "Nothing happened in this period.",
  tooLong: (most) => `The period has more than ${most} movements. Choose a shorter one.`,
  notDrawn: "The document cannot be drawn now. Try again."
}
