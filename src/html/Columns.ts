/**
 * Charts of columns as SVG: one or more series by period, for wide and for narrow screens. They are
 * drawn by presentation attributes, because the content security policy allows no styles in
 * elements. The table beside a chart has its figures.
 */
import type { Child } from "./Elements.ts"
import { rect, roundStep, svg, svgLine, svgText, svgTitle } from "./Svg.ts"

/** Outlined and filled, so that they differ without colours too. */
const paints = {
  outlined: { fill: "var(--brand-soft)", stroke: "var(--brand)" },
  filled: { fill: "var(--brand)" }
} as const

interface Series {
  readonly name: string
  readonly look: keyof typeof paints
  /** One for each label; below 0 draws nothing. */
  readonly values: ReadonlyArray<number>
}

export interface ColumnsChart {
  /** One sentence that says what the chart shows. */
  readonly title: string
  readonly labels: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  /** A value of the axis, in few characters. */
  readonly tick: (value: number) => string
  /** The last label is that of the present period. */
  readonly isLastCurrent?: boolean
}

interface Size {
  readonly id: string
  readonly kind: "wide-only" | "narrow-only"
  readonly width: number
  readonly height: number
  /** The newest periods that it has room for. */
  readonly most: number
  readonly mostLabels: number
}

const wide = { id: "chart-wide", kind: "wide-only", most: 120, mostLabels: 12 } as const
const narrow = { id: "chart-narrow", kind: "narrow-only", most: 6, mostLabels: 6 } as const
const sizes: ReadonlyArray<Size> = [
  { ...wide, width: 720, height: 220 },
  { ...narrow, width: 360, height: 200 }
]
const edge = { left: 52, top: 10, bottom: 26 }
/** An axis has at most so many steps. */
const mostSteps = 4
/** The width of a character of a label, with its share of the gap to the next label. */
const perCharacter = 7

const short = (value: number): string => String(Math.round(value * 10) / 10)

/** The steps of the axis, and the place of a value on it. */
const axisOf = (highest: number, base: number) => {
  const step = highest > 0 ? roundStep(highest / mostSteps) : 1
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9))
  const y = (value: number) => base - (value / (step * steps)) * (base - edge.top)
  // Without a value above 0 the axis has its base alone.
  return { y, values: Array.from({ length: highest > 0 ? steps + 1 : 1 }, (_, at) => at * step) }
}

const drawn = (chart: ColumnsChart, { width, height, most, mostLabels, kind, id }: Size): Child => {
  const labels = chart.labels.slice(-most)
  const series = chart.series.map((one) => ({ ...one, values: one.values.slice(-most) }))
  const base = height - edge.bottom
  const axis = axisOf(Math.max(0, ...series.flatMap(({ values }) => values)), base)
  const room = (width - edge.left) / labels.length
  const thick = Math.max(1, (room * 0.7) / series.length - 1)
  const longest = Math.max(0, ...labels.map((label) => label.length))
  const every = Math.max(
    Math.ceil(labels.length / mostLabels),
    Math.ceil((longest * perCharacter) / room)
  )
  const grid = axis.values.map((value) => {
    const y = short(axis.y(value))
    return [
      svgLine({ stroke: "var(--line)", x1: edge.left - 8, x2: width, y1: y, y2: y }),
      svgText(
        { x: edge.left - 14, y: short(axis.y(value) + 4), "text-anchor": "end" },
        chart.tick(value)
      )
    ]
  })
  const column = ({ look, values }: Series, place: number) =>
    values.map((value, at) =>
      value <= 0
        ? null
        : rect({
            ...paints[look],
            x: short(edge.left + at * room + room * 0.15 + place * (thick + 1)),
            y: short(axis.y(value)),
            width: short(thick),
            height: short(base - axis.y(value)),
            rx: short(Math.min(2, thick / 4))
          })
    )
  const last = labels.length - 1
  const strong = { fill: "var(--ink)", "font-weight": 600 }
  const names = labels.map((label, at) => {
    if ((last - at) % every !== 0) return null
    const middle = edge.left + (at + 0.5) * room
    // The newest label may be wider than its column.
    const isCut = middle + (label.length * perCharacter) / 2 > width
    const place = isCut
      ? { x: width, "text-anchor": "end" }
      : { x: short(middle), "text-anchor": "middle" }
    const look = chart.isLastCurrent === true && at === last ? strong : {}
    return svgText({ ...place, ...look, y: height - 8 }, label)
  })
  return svg(
    {
      class: `chart ${kind}`,
      fill: "var(--quiet)",
      "font-size": 11,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-labelledby": id
    },
    svgTitle({ id }, chart.title),
    grid,
    series.map(column),
    names
  )
}

/** Drawn for wide and for narrow screens; a style sheet shows one of them. */
export const columnsChart = (chart: ColumnsChart): Child => sizes.map((size) => drawn(chart, size))

/** A square as the columns of a series are painted. */
export const swatch = (look: Series["look"]): Child =>
  svg(
    { viewBox: "0 0 10 10", "aria-hidden": "true" },
    rect({ ...paints[look], x: 1, y: 1, width: 8, height: 8, rx: 1 })
  )
