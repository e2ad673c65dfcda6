/**
 * Metrics of a TrueType font, read from its tables (OpenType "head", "hhea", "hmtx", "OS/2", "post"
 * and "name").
 */
import { dataViewOf, type Subset, tablesOf, trueTypeSubset } from "./Subset.ts"

/** In units of the font; an em has `unitsPerEm` of them. */
interface Metrics {
  readonly name: string
  readonly unitsPerEm: number
  readonly box: readonly [number, number, number, number]
  /** Degrees, counter-clockwise from upright. */
  readonly italicAngle: number
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  readonly xHeight: number
}

export interface TrueType {
  readonly metrics: Metrics
  readonly advance: (glyph: number) => number
  readonly subset: Subset
}

const postscriptName = 6
const fallbackName = "Font"

/** The first PostScript name, in UTF-16 or in one byte a character. */
const nameIn = (table: Uint8Array | undefined): string => {
  if (table === undefined) return fallbackName
  const view = dataViewOf(table)
  const texts = view.getUint16(4)
  for (let index = 0; index < view.getUint16(2); index++) {
    const at = 6 + index * 12
    if (view.getUint16(at + 6) !== postscriptName) continue
    const start = texts + view.getUint16(at + 10)
    const text = table.subarray(start, start + view.getUint16(at + 8))
    // Such names are ASCII: zero bytes are the other half of UTF-16 characters.
    return [...text]
      .filter((byte) => byte !== 0)
      .map((byte) => String.fromCharCode(byte))
      .join("")
  }
  return fallbackName
}

/** Null for other files than TrueType fonts. */
export const trueType = (file: Uint8Array): TrueType | null => {
  const subset = trueTypeSubset(file)
  if (subset === null) return null
  const { table } = tablesOf(file)
  const [head, hhea, hmtx] = ["head", "hhea", "hmtx"].map(table)
  if (!head || !hhea || !hmtx) return null
  const [headView, hheaView, widths] = [dataViewOf(head), dataViewOf(hhea), dataViewOf(hmtx)]
  const [os2, post] = ["OS/2", "post"].map(table)
  const hasHeights = os2 !== undefined && os2.length >= 90 && dataViewOf(os2).getUint16(0) >= 2
  const ascent = hheaView.getInt16(4)
  const measured = hheaView.getUint16(34)
  return {
    metrics: {
      name: nameIn(table("name")),
      unitsPerEm: headView.getUint16(18),
      box: [
        headView.getInt16(36),
        headView.getInt16(38),
        headView.getInt16(40),
        headView.getInt16(42)
      ],
      italicAngle: post === undefined ? 0 : dataViewOf(post).getInt32(4) / 65536,
      ascent,
      descent: hheaView.getInt16(6),
      capHeight: (hasHeights ? dataViewOf(os2).getInt16(88) : 0) || ascent,
      xHeight: hasHeights ? dataViewOf(os2).getInt16(86) : 0
    },
    advance: (glyph) => widths.getUint16(Math.min(glyph, measured - 1) * 4),
    subset
  }
}
