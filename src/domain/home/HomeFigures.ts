/** The figures of Home: what is owed, late, collected and not sent yet; sums by currency. */
import type { DateTime } from "effect"
import { type Period, periodsOf } from "../analytics/Periods.ts"
import type { ClientId } from "../Ids.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { addDays, CalendarDate } from "../time/CalendarDate.ts"
import type { NamedInvoice, Party } from "./Attention.ts"

/** A number of things and their amounts, in one currency. */
export interface CurrencyCount {
  readonly currency: CurrencyCode
  readonly count: number
  readonly amountMinor: number
}

/** Counts and sums that the materialised totals and few rows give. */
export interface HomeCounts {
  readonly clients: number
  /** In any state. */
  readonly invoices: number
  /** Sent and overdue. */
  readonly open: number
  /** The earliest due day of the invoices that owe something. */
  readonly oldestDue: CalendarDate | null
  readonly drafts: ReadonlyArray<CurrencyCount>
  /** Completed milestones with an amount that no invoice bills, in the workspace's currency. */
  readonly milestones: { readonly count: number; readonly amountMinor: number }
}

/** The balance of a client in one currency. */
export interface OwedSum {
  readonly currency: CurrencyCode
  readonly owedMinor: number
  readonly overdueMinor: number
}

/** A client that owes something. */
export interface OwingClient {
  readonly id: ClientId
  readonly party: Party
  /** Its open invoices. */
  readonly invoices: number
  /** The open invoice that is due first. */
  readonly oldest: NamedInvoice & { readonly dueDate: CalendarDate }
  /** Never empty. */
  readonly sums: ReadonlyArray<OwedSum>
}

export interface OwingClients {
  /** Those with the most, at most as many as were wanted. */
  readonly clients: ReadonlyArray<OwingClient>
  /** All that owe something. */
  readonly total: number
}

/** When a read happens, in the workspace's zone. */
export interface HomeTime {
  readonly now: DateTime.Utc
  readonly today: CalendarDate
}

/** The same day of the previous year; 29 February becomes the 28th. */
export const sameDayLastYear = (today: CalendarDate): CalendarDate => {
  const year = String(Number(today.slice(0, 4)) - 1).padStart(4, "0")
  const rest = today.slice(4)
  return CalendarDate.make(`${year}${rest === "-02-29" ? "-02-28" : rest}`)
}

/** The months of a chart. */
export const chartMonths = 12

/**
 * The months from January of the previous year to today, that of the same day last year cut after
 * this day: one read gives the chart and both years so far.
 */
export const homePeriods = (today: CalendarDate): ReadonlyArray<Period> => {
  const last = sameDayLastYear(today)
  const from = CalendarDate.make(`${last.slice(0, 4)}-01-01`)
  const months = periodsOf({ from, to: today, interval: "month" })
  const [before, after] = [
    periodsOf({ from, to: last, interval: "month" }),
    months.filter(({ to }) => to > last)
  ]
  const [cut, ...others] = after
  // The rest of the month of this day; none where the day is its last one.
  const isCut = cut !== undefined && cut.from <= last
  return isCut ? [...before, { ...cut, from: addDays(last, 1) }, ...others] : [...before, ...after]
}
