/**
 * Sums of the agency's money and work. A row is of one currency: currencies are never added
 * together.
 */
import { Schema } from "effect"
import { ProjectRef } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { Count } from "../Numbers.ts"
import { ProjectStatus } from "../projects/ProjectResource.ts"
import { Minor, shape } from "../Resource.ts"
import { CalendarDate } from "../time/CalendarDate.ts"
import { Interval } from "./Periods.ts"

const minor = (description: string) => Minor.annotate({ description, money: true })

export const RevenueRow = shape(
  {
    period: Schema.String.check(
      Schema.isPattern(/^[0-9]{4}(-(0[1-9]|1[0-2]|Q[1-4]))?$/u, {
        description: "`2026-03`, `2026-Q1` or `2026`"
      })
    ),
    currency: CurrencyCode,
    issuedMinor: minor(
      "Minor units: totals of the sent, overdue and paid invoices that were issued then, by their issue date, also of those that a credit note voided"
    ),
    collectedMinor: minor("Minor units: payments received then, in the workspace's time zone"),
    creditedMinor: minor("Minor units: totals of the credit notes that were issued then"),
    refundedMinor: minor("Minor units: what was paid back then of credits that credit notes made")
  },
  "RevenueRow"
)
export type RevenueRow = typeof RevenueRow.Type

export const RevenueMeta = shape({
  from: CalendarDate,
  to: CalendarDate,
  interval: Interval,
  timeZone: Schema.String
})
export type RevenueMeta = typeof RevenueMeta.Type

export const ReceivablesRow = shape(
  {
    currency: CurrencyCode,
    notDueMinor: minor("Minor units: due today or later"),
    days_1_30Minor: minor("Minor units: due 1 to 30 days ago"),
    days_31_60Minor: minor("Minor units: due 31 to 60 days ago"),
    days_61_90Minor: minor("Minor units: due 61 to 90 days ago"),
    daysOver_90Minor: minor("Minor units: due more than 90 days ago"),
    totalMinor: Minor
  },
  "ReceivablesRow"
)
export type ReceivablesRow = typeof ReceivablesRow.Type

/** The row of a currency with no open invoice. */
export const nothingReceivable = (currency: ReceivablesRow["currency"]): ReceivablesRow => ({
  currency,
  notDueMinor: 0,
  days_1_30Minor: 0,
  days_31_60Minor: 0,
  days_61_90Minor: 0,
  daysOver_90Minor: 0,
  totalMinor: 0
})

export const ReceivablesMeta = shape({ date: CalendarDate, timeZone: Schema.String })
export type ReceivablesMeta = typeof ReceivablesMeta.Type

export const ProjectRow = shape(
  {
    project: ProjectRef,
    status: ProjectStatus,
    currency: CurrencyCode,
    budgetMinor: Schema.NullOr(Minor),
    budgetSpentMinor: Minor,
    taskCount: Count,
    completedTaskCount: Count
  },
  "ProjectAnalyticsRow"
)
export type ProjectRow = typeof ProjectRow.Type
