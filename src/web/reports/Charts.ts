/**
 * Charts as SVG: columns by period, and one bar in a cell. They are drawn by attributes and
 * classes, because the content security policy allows no styles in elements. The table beside a
 * chart has its figures.
 */
import { h, type VNode } from "preact"
import type { Child } from "../../html/Elements.ts"
import { span } from "../../html/Elements.ts"
import { roundStep } from "../../html/Svg.ts"

interface Series {
  readonly name: string
  readonly look: "outlined" | "filled"
  /** One for each label; below 0 draws nothing. */
  readonly values: ReadonlyArray<number>
}

interface ColumnsChart {
  /** One sentence that says what the chart shows. */
  readonly title: string
  readonly labels: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  /** A value of the axis, in few characters. */
  readonly tick: (value: number) => string
}

interface Size {
  readonly id: string
  readonly kind: "wide" | "narrow"
  readonly width: number
  readonly height: number
  /** The newest periods that it has room for. */
  readonly most: number
  readonly mostLabels: number
}

const sizes: ReadonlyArray<Size> = [
  { id: "chart-wide", kind: "wide", width: 720, height: 220, most: 120, mostLabels: 12 },
  { id: "chart-narrow", kind: "narrow", width: 360, height: 200, most: 6, mostLabels: 3 }
]
const edge = { left: 52, top: 10, bottom: 26 }
const lines = 4
/** The width of a character of a label, with its share of the gap to the next label. */
const perCharacter = 7

const short = (value: number): string => String(Math.round(value * 10) / 10)

const drawn = (chart: ColumnsChart, size: Size): VNode => {
  const { width, height, most, mostLabels, kind, id } = size
  const labels = chart.labels.slice(-most)
  const series = chart.series.map((one) => ({ ...one, values: one.values.slice(-most) }))
  const highest = Math.max(0, ...series.flatMap(({ values }) => values))
  const step = roundStep(Math.max(1, highest) / lines)
  const base = height - edge.bottom
  const y = (value: number) => base - (value / (step * lines)) * (base - edge.top)
  const room = (width - edge.left) / labels.length
  const thick = Math.max(1, (room * 0.7) / series.length - 1)
  const longest = Math.max(0, ...labels.map((label) => label.length))
  const every = Math.max(
    Math.ceil(labels.length / mostLabels),
    Math.ceil((longest * perCharacter) / room)
  )
  // Without a value above 0 the axis has its base alone.
  const grid = Array.from({ length: highest > 0 ? lines + 1 : 1 }, (_, at) => {
    const line = short(y(at * step))
    return [
      h("line", { class: "grid", x1: edge.left - 8, x2: width, y1: line, y2: line }),
      h(
        "text",
        { x: edge.left - 14, y: short(y(at * step) + 4), "text-anchor": "end" },
        chart.tick(at * step)
      )
    ]
  })
  const column = ({ look, values }: Series, place: number) =>
    values.map((value, at) => {
      const left = edge.left + at * room + room * 0.15 + place * (thick + 1)
      return value <= 0
        ? null
        : h("rect", {
            class: look,
            x: short(left),
            y: short(y(value)),
            width: short(thick),
            height: short(base - y(value))
          })
    })
  const names = labels.map((label, at) =>
    (labels.length - 1 - at) % every === 0
      ? h(
          "text",
          {
            x: short(edge.left + (at + 0.5) * room),
            y: height - 8,
            "text-anchor": "middle"
          },
          label
        )
      : null
  )
  return h(
    "svg",
    {
      class: `chart ${kind}`,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-labelledby": id
    },
    h("title", { id }, chart.title),
    grid,
    series.map(column),
    names
  )
}

/** Drawn for wide and for narrow screens; a style sheet shows one of them. */
export const columnsChart = (chart: ColumnsChart): Child => [
  span(
    { class: "key small" },
    chart.series.map(({ name, look }) =>
      span(
        h(
          "svg",
          { viewBox: "0 0 10 10", "aria-hidden": "true" },
          h("rect", { class: look, x: 0.5, y: 0.5, width: 9, height: 9 })
        ),
        name
      )
    )
  ),
  sizes.map((size) => drawn(chart, size))
]

/** A share from 0 to 1 as a bar; what is beyond 1 fills it, in the colour of a warning. */
export const shareBar = (share: number, label: string): VNode =>
  h(
    "svg",
    {
      class: "share",
      viewBox: "0 0 100 8",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label
    },
    h("rect", { class: "ground", width: 100, height: 8 }),
    h("rect", {
      class: share > 1 ? "over" : "filled",
      width: short(Math.min(1, Math.max(0, share)) * 100),
      height: 8
    })
  )
