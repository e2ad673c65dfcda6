/** Operators of a page's content (ISO 32000-1 §8.4 to §8.6): colours, frames and rotations. */
import { memoize } from "../Memoize.ts"
import { numeral } from "./PdfObjects.ts"

const bounds = { maxEntries: 200, maxKeyLength: 20 }

/** The parts of `#rrggbb`. Four decimals distinguish all 256 steps. */
const partsOf = (colour: string): string =>
  [1, 3, 5]
    .map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1e4) / 1e4)
    .join(" ")

export const fillColour = memoize(bounds, (colour) => `${partsOf(colour)} rg`)
export const strokeColour = memoize(bounds, (colour) => `${partsOf(colour)} RG`)

/** Distance of a quarter circle's control points from its ends, as a part of the radius. */
const arc = (4 * (Math.SQRT2 - 1)) / 3

const operator = (name: string, ...values: ReadonlyArray<number>): string =>
  `${values.map(numeral).join(" ")} ${name}`

export const roundedFrame = (
  left: number,
  top: number,
  width: number,
  height: number,
  radius: number
): string => {
  const [right, bottom] = [left + width, top + height]
  const near = radius * (1 - arc)
  return [
    operator("m", left + radius, top),
    operator("l", right - radius, top),
    operator("c", right - near, top, right, top + near, right, top + radius),
    operator("l", right, bottom - radius),
    operator("c", right, bottom - near, right - near, bottom, right - radius, bottom),
    operator("l", left + radius, bottom),
    operator("c", left + near, bottom, left, bottom - near, left, bottom - radius),
    operator("l", left, top + radius),
    operator("c", left, top + near, left + near, top, left + radius, top),
    "h"
  ].join("\n")
}

/** Rotates the following content around a point, clockwise in degrees as the page is seen. */
export const turned = (degrees: number, x: number, y: number): string => {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return operator("cm", cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos)
}
