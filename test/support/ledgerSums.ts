/**
 * Every sum that the API shows, from the rows of the books, sentence by sentence as docs/spec.md
 * §12 defines it.
 */
import { type BookedInvoice, type Books, remainingOf, restOf } from "./ledgerBooks.ts"
import { sumOf } from "./ledgerMoney.ts"

/** The day of the instant in the zone. */
export const dayOf = (millis: number, zone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(millis)

/** The day of the workspace, and its currency. */
export interface Seen {
  readonly today: string
  readonly zone: string
  readonly currency: string
}

export const statusOf = (invoice: BookedInvoice, today: string): string =>
  invoice.state === "open" ? (today > invoice.dueDate ? "overdue" : "sent") : invoice.state

const isBilled = ({ state }: BookedInvoice): boolean => state === "open" || state === "paid"
const owed = (invoice: BookedInvoice): number => (invoice.state === "open" ? restOf(invoice) : 0)

const notesOf = (books: Books, invoice: BookedInvoice) =>
  books.notes.filter((note) => books.invoices[note.invoice] === invoice)

/** All payments but those of a credit note's credit. */
const collectedOf = (books: Books) =>
  books.payments.filter(
    ({ credit }) => credit === null || books.credits[credit]?.source !== "credit_note"
  )

export const invoiceListSums = (
  books: Books,
  { today, zone, currency }: Seen,
  isFound: (invoice: BookedInvoice) => boolean
) => {
  const found = books.invoices.filter(isFound)
  const sumsIn = (code: string) => {
    const own = found.filter((invoice) => invoice.currency === code)
    const payments = collectedOf(books).filter(({ invoice, paidAt }) => {
      const isRecent = dayOf(paidAt, zone) >= `${today.slice(0, 4)}-01-01`
      return isRecent && own.some((one) => one === books.invoices[invoice])
    })
    return {
      total_outstanding: sumOf(own.map(owed)),
      total_collected_ytd: sumOf(payments.map(({ amount }) => amount))
    }
  }
  const isNonZero = (sums: object) => Object.values(sums).some((sum) => sum !== 0)
  const others = ["EUR", "JPY", "USD"]
    .filter((code) => code !== currency)
    .map((code) => [code, sumsIn(code)] as const)
  return {
    total: found.length,
    ...sumsIn(currency),
    byCurrency: Object.fromEntries(others.filter(([, sums]) => isNonZero(sums)))
  }
}

export const clientSums = (books: Books, { currency }: Seen, client: number) => {
  const own = books.invoices.filter((one) => one.client === client && one.currency === currency)
  const billed = own.filter(isBilled)
  const noted = billed.flatMap((invoice) => notesOf(books, invoice))
  return {
    total_billed:
      sumOf(billed.map(({ figures }) => figures.total)) - sumOf(noted.map(({ total }) => total)),
    outstanding_balance: sumOf(own.map(owed))
  }
}

/** What came in for the client's invoices in a currency. */
export const clientCollected = (books: Books, client: number, currency: string): number =>
  sumOf(
    collectedOf(books)
      .filter(({ invoice }) => {
        const of = books.invoices[invoice]
        return of?.client === client && of.currency === currency
      })
      .map(({ amount }) => amount)
  )

export const budgetSpent = (books: Books, { currency }: Seen, project: number): number => {
  const isOwn = (one: BookedInvoice) => one.project === project && one.currency === currency
  const billed = books.invoices.filter(isOwn).filter(isBilled)
  const noted = billed.flatMap((invoice) => notesOf(books, invoice))
  return (
    sumOf(billed.map(({ figures }) => figures.subtotal - figures.discount)) -
    sumOf(noted.map(({ total, tax }) => total - tax))
  )
}

interface RevenueSums {
  issued: number
  collected: number
  credited: number
  refunded: number
}

/** By period, which is so many characters of a day, and currency; since a day. */
export const revenueRows = (books: Books, { zone }: Seen, length: number, from: string) => {
  const rows = new Map<string, RevenueSums>()
  const add = (day: string, currency: string | undefined, name: keyof RevenueSums, by: number) => {
    if (day < from) return
    const key = `${day.slice(0, length)} ${currency}`
    const row = rows.get(key) ?? { issued: 0, collected: 0, credited: 0, refunded: 0 }
    row[name] += by
    rows.set(key, row)
  }
  for (const invoice of books.invoices) {
    const isVoidByNote = invoice.state === "void" && invoice.credited > 0
    if (!isBilled(invoice) && !isVoidByNote) continue
    add(invoice.issueDate, invoice.currency, "issued", invoice.figures.total)
  }
  for (const { invoice, paidAt, amount } of collectedOf(books)) {
    add(dayOf(paidAt, zone), books.invoices[invoice]?.currency, "collected", amount)
  }
  for (const { invoice, issueDate, total } of books.notes) {
    add(issueDate, books.invoices[invoice]?.currency, "credited", total)
  }
  for (const { credit, refundedAt, amount } of books.refunds) {
    const of = books.credits[credit]
    if (of?.source !== "credit_note") continue
    add(dayOf(refundedAt, zone), of.currency, "refunded", amount)
  }
  const isNonZero = ([, row]: readonly [string, RevenueSums]) =>
    Object.values(row).some((sum) => sum !== 0)
  return Object.fromEntries([...rows].filter(isNonZero))
}

const buckets = ["days_1_30", "days_31_60", "days_61_90"] as const

const bucketOf = (dueDate: string, today: string): string => {
  const days = (Date.parse(today) - Date.parse(dueDate)) / 86_400_000
  return days <= 0 ? "not_due" : (buckets[Math.floor((days - 1) / 30)] ?? "days_over_90")
}

/** By currency; without rows of zero. */
export const receivables = (books: Books, { today }: Seen) => {
  const rows: Record<string, Record<string, number>> = {}
  for (const invoice of books.invoices) {
    const rest = owed(invoice)
    if (rest === 0) continue
    const none = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_over_90: 0 }
    const row: Record<string, number> = rows[invoice.currency] ?? { ...none, total: 0 }
    const bucket = bucketOf(invoice.dueDate, today)
    row[bucket] = (row[bucket] ?? 0) + rest
    row["total"] = (row["total"] ?? 0) + rest
    rows[invoice.currency] = row
  }
  return rows
}

/** The credits of a client, with their places in the books. */
export const creditsOf = (books: Books, client: number) =>
  books.credits
    .map((credit, place) => ({ ...credit, place, remaining: remainingOf(credit) }))
    .filter((credit) => credit.client === client)

export const noteStatus = (books: Books, credit: number | null): string => {
  const made = credit === null ? undefined : books.credits[credit]
  if (made === undefined) return "applied"
  if (remainingOf(made) > 0) return "issued"
  return made.refunded > 0 ? "refunded" : "applied"
}
