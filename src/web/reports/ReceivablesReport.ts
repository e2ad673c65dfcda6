/** Receivables by age; each amount leads to the list of its invoices. */
import type { ReceivablesRow } from "../../domain/analytics/AnalyticsResource.ts"
import { addDays, type CalendarDate } from "../../domain/time/CalendarDate.ts"
import { a, type Child } from "../../html/Elements.ts"
import { meterBar } from "../../html/Meter.ts"
import { listPath } from "../invoices/InvoiceListQuery.ts"
import { csvAmount, csvText, type ReportReader, reportTable } from "./ReportParts.ts"

type Age =
  | "notDueMinor"
  | "days_1_30Minor"
  | "days_31_60Minor"
  | "days_61_90Minor"
  | "daysOver_90Minor"

interface AgeOf {
  readonly amount: Age
  readonly name: keyof ReportReader["words"]["ages"]
  /** Days since the due day; null is without an end. */
  readonly from: number | null
  readonly to: number | null
}

const ages: ReadonlyArray<AgeOf> = [
  { amount: "notDueMinor", name: "notDue", from: null, to: 0 },
  { amount: "days_1_30Minor", name: "upTo30", from: 1, to: 30 },
  { amount: "days_31_60Minor", name: "upTo60", from: 31, to: 60 },
  { amount: "days_61_90Minor", name: "upTo90", from: 61, to: 90 },
  { amount: "daysOver_90Minor", name: "older", from: 91, to: null }
]

/** The open invoices of the currency that are so old. */
const listOf = (
  currency: string,
  today: CalendarDate,
  { from, to }: Pick<AgeOf, "from" | "to">
) => {
  const query = new URLSearchParams({
    currency,
    ...(to === null ? {} : { due_from: to === 0 ? today : addDays(today, -to) }),
    ...(from === null ? {} : { due_to: addDays(today, -from) })
  })
  return `${listPath}?${query}`
}

export const receivablesReport = (
  { words, formats, percent }: ReportReader,
  rows: ReadonlyArray<ReceivablesRow>,
  today: CalendarDate
): Child =>
  rows.map((row) => {
    const { currency, totalMinor } = row
    const share = (minor: number) => (totalMinor === 0 ? 0 : minor / totalMinor)
    const linked = (minor: number, href: string): Child =>
      minor === 0 ? formats.amount(0, currency) : a({ href }, formats.amount(minor, currency))
    return reportTable(
      `${words.shows.receivables}, ${currency}`,
      [
        { name: words.asOf(formats.date(today)) },
        { name: words.used },
        { name: currency, isFigure: true }
      ],
      [
        ...ages.map((age) => ({
          cells: [
            words.ages[age.name],
            meterBar(share(row[age.amount]), percent(share(row[age.amount])), "share"),
            linked(row[age.amount], listOf(currency, today, age))
          ]
        })),
        {
          isSum: true,
          cells: [
            words.total,
            "",
            linked(totalMinor, listOf(currency, today, { from: null, to: null }))
          ]
        }
      ]
    )
  })

export const receivablesCsv = (rows: ReadonlyArray<ReceivablesRow>, today: CalendarDate): string =>
  csvText(
    [
      "date",
      "currency",
      "not_due",
      "days_1_30",
      "days_31_60",
      "days_61_90",
      "days_over_90",
      "total"
    ],
    rows.map(({ currency, ...row }) => ({
      ...{ date: today, currency },
      not_due: csvAmount(row.notDueMinor, currency),
      days_1_30: csvAmount(row.days_1_30Minor, currency),
      days_31_60: csvAmount(row.days_31_60Minor, currency),
      days_61_90: csvAmount(row.days_61_90Minor, currency),
      days_over_90: csvAmount(row.daysOver_90Minor, currency),
      total: csvAmount(row.totalMinor, currency)
    }))
  )
