/** SVG elements as functions, for charts: presentation attributes alone, as no style is allowed. */
import { h, type VNode } from "preact"
import type { Child } from "./Elements.ts"

type Attributes = Readonly<Record<string, string | number | undefined>>

const element =
  (tag: string) =>
  (attributes: Attributes, ...children: Child[]): VNode =>
    h<object>(tag, attributes, ...children)

export const svg = element("svg")
export const rect = element("rect")
export const svgLine = element("line")
export const svgText = element("text")
export const svgTitle = element("title")

/** The least of 1, 2, 2.5, 5 times a power of ten that is not below the value. */
export const roundStep = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10)
}
