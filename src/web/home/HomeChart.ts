/**
 * Billed (outlined) and collected (filled) of the last twelve months as columns, on a phone of the
 * last six; the same figures as a table.
 */
import type { MonthFigures } from "../../app/home/Home.ts"
import { formatMinor } from "../../domain/money/MinorUnits.ts"
import { columnsChart, swatch } from "../../html/Columns.ts"
import {
  type Child,
  caption,
  details,
  div,
  h2,
  header,
  p,
  section,
  span,
  summary,
  table,
  tbody,
  td,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import type { HomeReader } from "./HomeReader.ts"

const sentenceOf = (reader: HomeReader, months: ReadonlyArray<MonthFigures>): string => {
  const { words, formats, signedIn } = reader
  const { currency } = signedIn.workspace
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return words.chart.title
  const sum = (pick: (one: MonthFigures) => number) =>
    formats.amount(
      months.reduce((all, one) => all + pick(one), 0),
      currency
    )
  return words.chart.sentence({
    from: reader.monthOf(first.month.from, "withYear"),
    to: reader.monthOf(last.month.from, "withYear"),
    currency,
    billed: sum(({ billedMinor }) => billedMinor),
    collected: sum(({ collectedMinor }) => collectedMinor)
  })
}

const chartOf = (reader: HomeReader): Child => {
  const { words, view, signedIn, compact, monthOf } = reader
  const { currency } = signedIn.workspace
  const major = (minor: number): number => Number(formatMinor(Math.max(0, minor), currency))
  const { billed, collected } = words.chart
  return columnsChart({
    title: sentenceOf(reader, view.months),
    labels: view.months.map(({ month }) => monthOf(month.from, "alone")),
    series: [
      { name: billed, look: "outlined", values: view.months.map((one) => major(one.billedMinor)) },
      {
        name: collected,
        look: "filled",
        values: view.months.map((one) => major(one.collectedMinor))
      }
    ],
    tick: (value) => compact.format(value),
    isLastCurrent: true
  })
}

const monthsTable = (reader: HomeReader): Child => {
  const { words, formats, view, signedIn } = reader
  const { currency } = signedIn.workspace
  return details(
    { class: "data" },
    summary(words.chart.asTable(currency)),
    table(
      caption(words.chart.title),
      thead(
        tr(
          th({ scope: "col" }, words.chart.month),
          th({ scope: "col", class: "r" }, words.chart.billed),
          th({ scope: "col", class: "r" }, words.chart.collected)
        )
      ),
      tbody(
        view.months.map((one) =>
          tr(
            th({ scope: "row" }, reader.monthOf(one.month.from, "withYear")),
            td({ class: "r" }, formats.amount(one.billedMinor, currency)),
            td({ class: "r" }, formats.amount(one.collectedMinor, currency))
          )
        )
      )
    )
  )
}

const keyOf = ({ words }: HomeReader): Child =>
  div(
    { class: "key small quiet", "aria-hidden": "true" },
    span(swatch("outlined"), words.chart.billed),
    span(swatch("filled"), words.chart.collected)
  )

export const chartSection = (reader: HomeReader): Child => {
  const { words, view } = reader
  const isEmpty = view.months.every(
    ({ billedMinor, collectedMinor }) => billedMinor === 0 && collectedMinor === 0
  )
  return section(
    header({ class: "head-row" }, h2(words.chart.title), isEmpty ? null : keyOf(reader)),
    isEmpty ? p({ class: "quiet" }, words.chart.none) : [chartOf(reader), monthsTable(reader)]
  )
}
