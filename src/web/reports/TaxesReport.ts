/** Tax by rate and period, in one currency: what a tax return is filled in from. */
import type { TaxReport } from "../../app/analytics/Reports.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { type Child, p } from "../../html/Elements.ts"
import { csvAmount, csvText, keyedChart, type ReportReader, reportTable } from "./ReportParts.ts"

type Rows = TaxReport["rows"]

const sumOf = (rows: Rows, name: "baseMinor" | "taxMinor"): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

export const taxesReport = (
  { words, formats, tick, period }: ReportReader,
  report: TaxReport,
  currency: CurrencyCode
): Child => {
  const rows = report.rows.filter((row) => row.currency === currency)
  if (rows.length === 0) return p({ class: "empty" }, words.nothing)
  const taxIn = (name: string) =>
    sumOf(
      rows.filter((row) => row.period === name),
      "taxMinor"
    )
  const values = report.periods.map(taxIn)
  const amount = (minor: number) => formats.amount(minor, currency)
  return [
    keyedChart({
      title: words.taxChart(currency, amount(Math.max(0, ...values))),
      labels: report.periods.map(period),
      series: [{ name: words.tax, look: "filled", values }],
      tick: tick(currency)
    }),
    reportTable(
      `${words.shows.taxes}, ${currency}`,
      [
        { name: words.period },
        { name: words.category },
        { name: words.rate, isFigure: true },
        { name: words.base, isFigure: true },
        { name: words.tax, isFigure: true }
      ],
      [
        ...rows.map((row) => ({
          cells: [
            period(row.period),
            words.categories[row.category ?? "none"],
            row.rate === null ? "–" : formats.percent(row.rate),
            amount(row.baseMinor),
            amount(row.taxMinor)
          ]
        })),
        {
          isSum: true,
          cells: [
            words.total,
            "",
            "",
            amount(sumOf(rows, "baseMinor")),
            amount(sumOf(rows, "taxMinor"))
          ]
        }
      ]
    ),
    p({ class: "small quiet" }, words.taxNote)
  ]
}

export const taxesCsv = ({ rows }: TaxReport): string =>
  csvText(
    ["period", "currency", "category", "rate", "net", "tax"],
    rows.map(({ period, currency, category, rate, baseMinor, taxMinor }) => ({
      ...{ period, currency, category, rate },
      net: csvAmount(baseMinor, currency),
      tax: csvAmount(taxMinor, currency)
    }))
  )
