/** Revenue by period: billed, collected, credited and refunded. */
import type { RevenueRow } from "../../domain/analytics/AnalyticsResource.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { type Child, p } from "../../html/Elements.ts"
import { csvAmount, csvText, keyedChart, type ReportReader, reportTable } from "./ReportParts.ts"

type Rows = ReadonlyArray<RevenueRow>
type Amount = "issuedMinor" | "collectedMinor" | "creditedMinor" | "refundedMinor"

const amounts: ReadonlyArray<Amount> = [
  "issuedMinor",
  "creditedMinor",
  "collectedMinor",
  "refundedMinor"
]

const sumOf = (rows: Rows, name: Amount): number => rows.reduce((sum, row) => sum + row[name], 0)

export const revenueReport = (
  { words, formats, tick, period }: ReportReader,
  all: Rows,
  currency: CurrencyCode
): Child => {
  const rows = all.filter((row) => row.currency === currency)
  const figures = (of: (name: Amount) => number) =>
    amounts.map((name) => formats.amount(of(name), currency))
  const names = [words.billed, words.credited, words.collected, words.refunded]
  const values = (name: Amount) => rows.map((row) => row[name])
  const most = Math.max(0, ...values("issuedMinor"), ...values("collectedMinor"))
  return [
    keyedChart({
      title: words.chart(currency, formats.amount(most, currency)),
      labels: rows.map((row) => period(row.period)),
      series: [
        { name: words.billed, look: "outlined", values: values("issuedMinor") },
        { name: words.collected, look: "filled", values: values("collectedMinor") }
      ],
      tick: tick(currency)
    }),
    reportTable(
      `${words.shows.revenue}, ${currency}`,
      [{ name: words.period }, ...names.map((name) => ({ name, isFigure: true }))],
      [
        ...rows.map((row) => ({ cells: [period(row.period), ...figures((name) => row[name])] })),
        { isSum: true, cells: [words.total, ...figures((name) => sumOf(rows, name))] }
      ]
    ),
    p({ class: "small quiet" }, words.revenueNote)
  ]
}

export const revenueCsv = (all: Rows): string =>
  csvText(
    ["period", "currency", "billed", "credited", "collected", "refunded"],
    all.map(({ period, currency, ...row }) => ({
      ...{ period, currency },
      billed: csvAmount(row.issuedMinor, currency),
      credited: csvAmount(row.creditedMinor, currency),
      collected: csvAmount(row.collectedMinor, currency),
      refunded: csvAmount(row.refundedMinor, currency)
    }))
  )
