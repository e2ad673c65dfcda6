/**
 * The tabs by which people look at invoices: `open` is sent or overdue, `all` is every status.
 * Counts and open sums of each tab follow from the totals by status and currency.
 */
import { Schema } from "effect"
import type { CurrencyCode } from "../money/Currency.ts"
import { type InvoiceStatus, invoiceStatuses } from "./InvoiceTransitions.ts"

export const InvoiceTab = Schema.Literals(["open", "overdue", "draft", "paid", "void", "all"])
export type InvoiceTab = typeof InvoiceTab.Type

const statusesOf: Readonly<Record<InvoiceTab, ReadonlyArray<InvoiceStatus>>> = {
  open: ["sent", "overdue"],
  overdue: ["overdue"],
  draft: ["draft"],
  paid: ["paid"],
  void: ["void"],
  all: invoiceStatuses
}

/** The filter of a list that shows the invoices of a tab. */
export const filterOfTab = (
  tab: InvoiceTab
): { readonly status?: InvoiceStatus; readonly openOnly?: boolean } =>
  tab === "all" ? {} : tab === "open" ? { openOnly: true } : { status: tab }

/** The invoices of one status, as it is on the day of the read, and of one currency. */
export interface StatusTotal {
  readonly status: InvoiceStatus
  readonly currency: CurrencyCode
  readonly invoices: number
  /** The rest of sent and overdue invoices, 0 for others. */
  readonly restMinor: number
}

/** Never added across currencies. */
export interface CurrencySum {
  readonly currency: CurrencyCode
  readonly amountMinor: number
}

export type TabCounts = Readonly<Record<InvoiceTab, number>>

const inTab = (totals: ReadonlyArray<StatusTotal>, tab: InvoiceTab) =>
  totals.filter(({ status }) => statusesOf[tab].includes(status))

export const countsOf = (totals: ReadonlyArray<StatusTotal>): TabCounts => {
  const count = (tab: InvoiceTab) =>
    inTab(totals, tab).reduce((sum, { invoices }) => sum + invoices, 0)
  return {
    open: count("open"),
    overdue: count("overdue"),
    draft: count("draft"),
    paid: count("paid"),
    void: count("void"),
    all: count("all")
  }
}

/** The rest of the invoices of a tab by currency, without currencies whose rest is 0. */
export const owedIn = (
  totals: ReadonlyArray<StatusTotal>,
  tab: InvoiceTab
): ReadonlyArray<CurrencySum> => {
  const owed = new Map<CurrencyCode, number>()
  for (const { currency, restMinor } of inTab(totals, tab)) {
    if (restMinor !== 0) owed.set(currency, (owed.get(currency) ?? 0) + restMinor)
  }
  return [...owed]
    .map(([currency, amountMinor]) => ({ currency, amountMinor }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** Tabs of which nothing is owed: their lists sum up totals instead. */
export const sumsTotals = (tab: InvoiceTab): boolean =>
  tab === "draft" || tab === "paid" || tab === "void"
