/** Colour operators of `#rrggbb` for page content, memoized. */
import { memoize } from "../Memoize.ts"

const bounds = { maxEntries: 200, maxKeyLength: 20 }

/** Four decimals tell all 256 steps apart. */
const partsOf = (colour: string): string =>
  [1, 3, 5]
    .map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1e4) / 1e4)
    .join(" ")

export const fillColour = memoize(bounds, (colour) => `${partsOf(colour)} rg`)
export const strokeColour = memoize(bounds, (colour) => `${partsOf(colour)} RG`)
