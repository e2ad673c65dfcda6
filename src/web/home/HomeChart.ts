/**
 * Billed (outlined) and collected (filled) of the last twelve months as SVG, on a phone of the last
 * six; the same figures as a table.
 */
import type { MonthFigures } from "../../app/home/Home.ts"
import { formatMinor } from "../../domain/money/MinorUnits.ts"
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
import { rect, roundStep, svg, svgLine, svgText } from "../../html/Svg.ts"
import type { HomeReader } from "./HomeReader.ts"

/** The months of a phone's chart. */
const narrowMonths = 6

interface Box {
  readonly kind: "wide-only" | "narrow-only"
  readonly width: number
  readonly height: number
}

const wide: Box = { kind: "wide-only", width: 720, height: 220 }
const narrow: Box = { kind: "narrow-only", width: 360, height: 200 }

/** Outlined and filled, so that they differ without colours too. */
const paints = {
  billed: { fill: "var(--brand-soft)", stroke: "var(--brand)" },
  collected: { fill: "var(--brand)" }
} as const

const left = 44
const top = 10
/** Of the axis, which may have fewer. */
const mostSteps = 4
/** Below the columns, for the names of months. */
const foot = 26

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

const chartOf = (reader: HomeReader, months: ReadonlyArray<MonthFigures>, box: Box): Child => {
  const { currency } = reader.signedIn.workspace
  const major = (minor: number): number => Number(formatMinor(Math.max(0, minor), currency))
  const highest = Math.max(
    ...months.map(({ billedMinor, collectedMinor }) => major(Math.max(billedMinor, collectedMinor)))
  )
  const step = highest === 0 ? 1 : roundStep(highest / mostSteps)
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9))
  const bottom = box.height - foot
  const y = (value: number) => bottom - (value / (steps * step)) * (bottom - top)
  const slot = (box.width - left) / months.length
  const bar = slot * 0.28
  const grid = Array.from({ length: steps + 1 }, (_, at) => [
    svgLine({ stroke: "var(--line)", x1: left, x2: box.width, y1: y(at * step), y2: y(at * step) }),
    svgText(
      { x: left - 8, y: y(at * step) + 4, "text-anchor": "end" },
      reader.compact.format(at * step)
    )
  ])
  const column = (kind: "billed" | "collected", x: number, minor: number): Child => {
    const height = bottom - y(major(minor))
    return height <= 0
      ? null
      : rect({
          ...paints[kind],
          x: x.toFixed(1),
          y: (bottom - height).toFixed(1),
          width: bar.toFixed(1),
          height: height.toFixed(1),
          rx: 2
        })
  }
  const columns = months.map((one, at) => {
    const middle = left + slot * (at + 0.5)
    return [
      column("billed", middle - bar - 1, one.billedMinor),
      column("collected", middle + 1, one.collectedMinor),
      svgText(
        {
          x: middle.toFixed(1),
          y: box.height - 8,
          "text-anchor": "middle",
          ...(at === months.length - 1 ? { fill: "var(--ink)", "font-weight": 600 } : {})
        },
        reader.monthOf(one.month.from, "alone")
      )
    ]
  })
  return svg(
    {
      class: `chart ${box.kind}`,
      fill: "var(--quiet)",
      "font-size": 11,
      viewBox: `0 0 ${box.width} ${box.height}`,
      role: "img",
      "aria-label": sentenceOf(reader, months)
    },
    grid,
    columns
  )
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

const swatch = (kind: "billed" | "collected"): Child =>
  svg({ viewBox: "0 0 10 10" }, rect({ ...paints[kind], x: 1, y: 1, width: 8, height: 8, rx: 1 }))

const keyOf = ({ words }: HomeReader): Child =>
  div(
    { class: "key small quiet", "aria-hidden": "true" },
    span(swatch("billed"), words.chart.billed),
    span(swatch("collected"), words.chart.collected)
  )

export const chartSection = (reader: HomeReader): Child => {
  const { words, view } = reader
  const isEmpty = view.months.every(
    ({ billedMinor, collectedMinor }) => billedMinor === 0 && collectedMinor === 0
  )
  return section(
    header({ class: "head-row" }, h2(words.chart.title), isEmpty ? null : keyOf(reader)),
    isEmpty
      ? p({ class: "quiet" }, words.chart.none)
      : [
          chartOf(reader, view.months, wide),
          chartOf(reader, view.months.slice(-narrowMonths), narrow),
          monthsTable(reader)
        ]
  )
}
