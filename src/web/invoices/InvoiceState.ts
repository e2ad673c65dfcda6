/** The state of an invoice as a badge: word, sign and colour, of which one alone is enough. */
import { balanceDue, isCredited } from "../../domain/invoices/Invoice.ts"
import type { InvoiceDelivery, InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import { type CalendarDate, daysBetween } from "../../domain/time/CalendarDate.ts"
import { type Child, span } from "../../html/Elements.ts"
import { type Sign, sign } from "../../html/Icons.ts"
import type { StateWords } from "../../words/invoices/InvoiceListWords.ts"

type Stated = Pick<
  InvoiceListItem,
  "status" | "dueDate" | "totalMinor" | "amountPaidMinor" | "amountCreditedMinor"
> & { readonly delivery: InvoiceDelivery["status"] | null }

interface Badge {
  readonly text: string
  readonly kind: "open" | "overdue" | "paid" | "part" | "warn" | "void" | "draft"
  readonly sign: Sign | null
}

const isPartlyPaid = (invoice: Stated): boolean =>
  invoice.amountPaidMinor > 0 && balanceDue(invoice) > 0

/** The most urgent fact about the invoice. */
const badgeOf = (words: StateWords, invoice: Stated, today: CalendarDate): Badge => {
  const { status, dueDate, delivery } = invoice
  const isOpen = status === "sent" || status === "overdue"
  if (isOpen && delivery === "failed") {
    return { text: words.notDelivered, kind: "warn", sign: "alert" }
  }
  switch (status) {
    case "draft":
      return { text: words.draft, kind: "draft", sign: null }
    case "paid":
      return { text: words.paid, kind: "paid", sign: "tick" }
    case "void":
      return { text: isCredited(invoice) ? words.credited : words.void, kind: "void", sign: null }
    case "overdue":
      return { text: words.overdue(daysBetween(dueDate, today)), kind: "overdue", sign: "clock" }
    case "sent": {
      if (isPartlyPaid(invoice)) return { text: words.partlyPaid, kind: "part", sign: null }
      const days = daysBetween(today, dueDate)
      const text = days === 0 ? words.dueToday : words.dueIn(days)
      return { text, kind: "open", sign: "arrow" }
    }
  }
}

export const stateBadge = (words: StateWords, invoice: Stated, today: CalendarDate): Child => {
  const badge = badgeOf(words, invoice, today)
  return span(
    { class: `badge ${badge.kind}` },
    badge.sign === null ? null : sign(badge.sign),
    badge.text
  )
}
