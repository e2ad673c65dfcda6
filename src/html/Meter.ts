/**
 * A horizontal bar as inline SVG: a part of a whole, or a whole with what is beyond it; a `share`
 * is one in a cell. The sentence says the same; colours come from the stylesheet.
 */
import { h, type VNode } from "preact"

const percent = (fraction: number): string => `${Math.round(fraction * 1000) / 10}%`

/** A `fraction` above 1 goes beyond the whole. */
export const meterBar = (
  fraction: number,
  sentence: string,
  kind: "bar-of" | "share" = "bar-of"
): VNode => {
  const isOver = fraction > 1
  const filled = percent(isOver ? 1 / fraction : Math.max(fraction, 0))
  return h(
    "svg",
    { class: kind, role: "img", "aria-label": sentence, width: "100%", height: 10 },
    h("rect", { class: isOver ? "over" : "whole", width: "100%", height: 10, rx: 5 }),
    h("rect", { class: "part", width: filled, height: 10, rx: 5 })
  )
}
