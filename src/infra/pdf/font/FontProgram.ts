/**
 * Font program: embedded glyphs, with the width and the text of each code (ISO 32000-1 §9.7,
 * §9.10.3).
 */
import { deflateSync } from "node:zlib"
import { numeral } from "../file/PdfObjects.ts"
import type { TrueType } from "./TrueType.ts"

/** A glyph with the text that it stands for. Its index in the list is its code. */
export interface UsedGlyph {
  readonly glyph: number
  readonly text: string
  /** Thousandths of the size. */
  readonly width: number
}

export interface FontProgram {
  readonly isCff: boolean
  /** Compressed. */
  readonly content: Uint8Array
  /** Bytes before compression. */
  readonly length: number
  readonly widths: string
  /** The text of each code, compressed. */
  readonly unicode: Uint8Array
}

const quads = Array.from({ length: 0x10000 }, () => "")
/** Four digits. */
export const hex = (value: number): string => {
  const known = quads[value]
  if (known !== undefined && known !== "") return known
  const made = value.toString(16).padStart(4, "0")
  quads[value] = made
  return made
}

/** PDF/UA forbids these in the text of a glyph (ISO 14289-1 §7.21.7). */
const forbidden = new Set([0, 0xfeff, 0xfffe])
const wordJoiner = 0x2060

const utf16 = (text: string): string => {
  const units: string[] = []
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    units.push(hex(forbidden.has(unit) ? wordJoiner : unit))
  }
  return `<${units.join(" ")}>`
}

const mostInRange = 256

const unicodeMap = (used: ReadonlyArray<UsedGlyph>): string => {
  const ranges: string[] = []
  for (let first = 0; first < used.length; first += mostInRange) {
    const texts = used.slice(first, first + mostInRange).map(({ text }) => utf16(text))
    ranges.push(`<${hex(first)}> <${hex(first + texts.length - 1)}> [${texts.join(" ")}]`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join("\n")}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

/** By the first bytes: fontkit's subset of an OpenType font with CFF outlines is bare CFF. */
const isTrueType = (program: Uint8Array): boolean =>
  (program[0] === 0 && program[1] === 1) || program[0] === 0x74

export const programOf = ({ subset }: TrueType, used: ReadonlyArray<UsedGlyph>): FontProgram => {
  const program = subset(used.map(({ glyph }) => glyph))
  return {
    isCff: program.length > 0 && !isTrueType(program),
    content: deflateSync(program),
    length: program.length,
    widths: used.map(({ width }) => numeral(width)).join(" "),
    unicode: deflateSync(Buffer.from(unicodeMap(used), "latin1"))
  }
}
