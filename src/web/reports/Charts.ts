/** Charts of reports: columns with their key, and one bar in a cell. */
import { h, type VNode } from "preact"
import { columnsChart, swatch } from "../../html/Columns.ts"
import { type Child, span } from "../../html/Elements.ts"

export const keyedChart = (chart: Parameters<typeof columnsChart>[0]): Child => [
  span(
    { class: "key small" },
    chart.series.map(({ name, look }) => span(swatch(look), name))
  ),
  columnsChart(chart)
]

const short = (value: number): string => String(Math.round(value * 10) / 10)

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
