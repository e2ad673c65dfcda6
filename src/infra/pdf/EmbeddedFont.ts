/**
 * A font in a document (ISO 32000-1 §9.7): the glyphs that were used, each under a code for each text
 * that it stands for, so that readers give back what was written. pdfkit's own fonts have a code for
 * each glyph only.
 */
import type PDFDocument from "pdfkit"
import type { Face } from "./Fonts.ts"

type Document = typeof PDFDocument.prototype

export interface EmbeddedFont {
  /** What a page's content calls it. */
  readonly id: string
  /** What a page's resources hold. */
  readonly reference: unknown
  readonly codeOf: (glyph: number, text: string) => number
  /** Thousandths of the size. */
  readonly widthOf: (code: number) => number
  /** Writes the font into the document, when all its glyphs are known. */
  readonly end: () => void
}

interface Used {
  readonly glyph: number
  readonly text: string
  readonly width: number
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

const utf16 = (text: string): string => {
  const units: string[] = []
  for (let index = 0; index < text.length; index++) units.push(hex(text.charCodeAt(index)))
  return `<${units.join(" ")}>`
}

const mostInRange = 256

/** The text of each code. */
const unicodeMap = (used: ReadonlyArray<Used>): string => {
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

/** Symbolic, and italic where its letters lean (ISO 32000-1 §9.8.2). */
const flagsOf = (italicAngle: number): number => (italicAngle === 0 ? 4 : 4 + 64)

/** Six letters that tell the subsets of a document apart. */
const tagOf = (index: number): string => `RETAI${String.fromCharCode(65 + (index % 26))}`

const writeFont = (doc: Document, face: Face, index: number, used: ReadonlyArray<Used>) => {
  const font = face.font()
  const scale = 1000 / font.unitsPerEm
  const program = face.subset(used.map(({ glyph }) => glyph))
  const isCff = program.length > 0 && !isTrueType(program)
  const file = doc.ref(isCff ? { Subtype: "CIDFontType0C" } : {})
  file.end(program)
  const name = `${tagOf(index)}+${font.postscriptName.replaceAll(" ", "_")}`
  const { minX, minY, maxX, maxY } = font.bbox
  const descriptor = doc.ref({
    Type: "FontDescriptor",
    FontName: name,
    Flags: flagsOf(font.italicAngle),
    FontBBox: [minX * scale, minY * scale, maxX * scale, maxY * scale],
    ItalicAngle: font.italicAngle,
    Ascent: font.ascent * scale,
    Descent: font.descent * scale,
    CapHeight: (font.capHeight || font.ascent) * scale,
    XHeight: (font.xHeight || 0) * scale,
    StemV: 0,
    [isCff ? "FontFile3" : "FontFile2"]: file
  })
  descriptor.end()
  const descendant = doc.ref({
    Type: "Font",
    Subtype: isCff ? "CIDFontType0" : "CIDFontType2",
    BaseFont: name,
    CIDSystemInfo: {
      // pdfkit writes a primitive string as a name.
      Registry: new String("Adobe"),
      Ordering: new String("Identity"),
      Supplement: 0
    },
    FontDescriptor: descriptor,
    W: [0, used.map(({ width }) => width)],
    ...(isCff ? {} : { CIDToGIDMap: "Identity" })
  })
  descendant.end()
  const toUnicode = doc.ref({})
  toUnicode.end(Buffer.from(unicodeMap(used), "latin1"))
  return {
    Type: "Font",
    Subtype: "Type0",
    BaseFont: name,
    Encoding: "Identity-H",
    DescendantFonts: [descendant],
    ToUnicode: toUnicode
  }
}

/** By the first bytes; what fontkit makes of an OpenType font with CFF outlines is bare CFF. */
const isTrueType = (program: Uint8Array): boolean =>
  (program[0] === 0 && program[1] === 1) || program[0] === 0x74

export const embedFont = (doc: Document, face: Face, index: number): EmbeddedFont => {
  const reference = doc.ref({})
  const scale = 1000 / face.font().unitsPerEm
  const widthOfGlyph = (glyph: number) => face.font().getGlyph(glyph).advanceWidth * scale
  const used: Used[] = [{ glyph: 0, text: "\0", width: widthOfGlyph(0) }]
  const codes = new Map<number, Map<string, number>>()
  return {
    id: `F${index + 1}`,
    reference,
    codeOf: (glyph, text) => {
      let byText = codes.get(glyph)
      if (byText === undefined) {
        byText = new Map()
        codes.set(glyph, byText)
      }
      let code = byText.get(text)
      if (code === undefined) {
        code = used.push({ glyph, text, width: widthOfGlyph(glyph) }) - 1
        byText.set(text, code)
      }
      return code
    },
    widthOf: (code) => used[code]?.width ?? 0,
    end: () => {
      Object.assign(reference.data, writeFont(doc, face, index, used))
      reference.end()
    }
  }
}
