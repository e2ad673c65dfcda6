/** Line icons as inline SVG, drawn in the colour of the text; words beside them say the same. */
import { h, type VNode } from "preact"

const drawings = {
  home: "M3 10.5 12 3l9 7.5V20a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z",
  invoices: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h5",
  clients: "M5 20a7 7 0 0 1 14 0M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
  projects: "M3 6a1 1 0 0 1 1-1h5l2 2.5h9a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z",
  reports: "M4 20V4M4 20h16M8.5 16v-5M13 16V7M17.5 16v-8",
  settings:
    "M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1"
} as const

export type Icon = keyof typeof drawings

const lens = "M4.5 11a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M16 16l4.5 4.5"

const drawing = (size: number, width: number, d: string): VNode =>
  h(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-linejoin": "round"
    },
    h("path", { d })
  )

export const icon = (name: Icon): VNode => drawing(24, 1.6, drawings[name])

export const lensIcon = (): VNode => drawing(24, 1.6, lens)

/** Signs of a state, in a square of 12. */
const signs = {
  arrow: "M2 6h8M7 3l3 3-3 3",
  clock: "M1.5 6a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M6 3.5V6l1.5 1.5",
  alert: "M6 2v5M6 9.5v.1",
  tick: "m2 6.5 2.5 2.5L10 3"
} as const

export type Sign = keyof typeof signs

export const sign = (name: Sign): VNode => drawing(12, 2, signs[name])
