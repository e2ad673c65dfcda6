/** Parts that all reports share: the reader's words and formats, the table, and CSV. */
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { exponentOf, formatMinor } from "../../domain/money/MinorUnits.ts"
import { csvHead, csvLine } from "../../domain/Table.ts"
import { dateFormat, numberFormat } from "../../domain/text/LocaleFormats.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { type ColumnsChart, columnsChart, swatch } from "../../html/Columns.ts"
import {
  type Child,
  caption,
  div,
  span,
  table,
  tbody,
  td,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import type { ReportWords } from "../../words/reports/ReportWords.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"

/** The words and formats of the reader. */
export const reportReader = ({ workspace }: SignedIn, { language }: BrowserRequest) => {
  const { locale } = textLocaleOf(workspace, language)
  const words = wordsIn(language).report
  const compact = numberFormat(locale, {
    notation: "compact",
    maximumFractionDigits: 1
  })
  const percent = numberFormat(locale, { style: "percent", maximumFractionDigits: 0 })
  return {
    words,
    formats: formatsOf(locale),
    locale,
    percent: (share: number) => percent.format(share),
    count: (number: number) => numberFormat(locale).format(number),
    /** An axis is read roughly: its values are rounded to two digits. */
    tick: (currency: CurrencyCode) => (minor: number) =>
      compact.format(minor / 10 ** exponentOf(currency)),
    period: periodNames(words, locale)
  }
}
export type ReportReader = ReturnType<typeof reportReader>

/** `Mar 2026`, `Q1 2026` or `2026`. */
const periodNames = (words: ReportWords, locale: string) => {
  const month = dateFormat(locale, {
    month: "short",
    year: "numeric",
    timeZone: "UTC"
  })
  return (name: string): string => {
    const [year = "", part] = name.split("-")
    if (part === undefined) return year
    return part.startsWith("Q")
      ? words.quarter(part.slice(1), year)
      : month.format(new Date(`${name}-01T00:00:00Z`))
  }
}

/** A chart with the names of its series above it. */
export const keyedChart = (chart: ColumnsChart): Child => [
  span(
    { class: "key small" },
    chart.series.map(({ name, look }) => span(swatch(look), name))
  ),
  columnsChart(chart)
]

interface Column {
  readonly name: string
  /** Figures stand to the right. */
  readonly isFigure?: boolean
}

interface TableRow {
  readonly cells: ReadonlyArray<Child>
  readonly isSum?: boolean
}

/** On a narrow screen each row is a card whose cells name their columns. */
export const reportTable = (
  name: string,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<TableRow>
): Child =>
  div(
    { class: "report" },
    table(
      { class: "stack" },
      caption(name),
      thead(
        tr(
          columns.map((column) =>
            th({ scope: "col", class: column.isFigure === true ? "r" : undefined }, column.name)
          )
        )
      ),
      tbody(
        rows.map(({ cells, isSum }) =>
          tr(
            { class: isSum === true ? "sum" : undefined },
            cells.map((content, at) =>
              td(
                {
                  class: columns[at]?.isFigure === true ? "r" : undefined,
                  "data-label": at === 0 ? undefined : columns[at]?.name
                },
                content
              )
            )
          )
        )
      )
    )
  )

type CsvValue = string | number | null

/** A table for programs: amounts with their decimals, names that no language changes. */
export const csvText = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<Readonly<Record<string, CsvValue>>>
): string => {
  const named = columns.map((name) => ({ name, path: [name] }))
  return [csvHead(named), ...rows.map((row) => csvLine(named, row))].join("")
}

export const csvAmount = (minor: number, currency: CurrencyCode): string =>
  formatMinor(minor, currency)
