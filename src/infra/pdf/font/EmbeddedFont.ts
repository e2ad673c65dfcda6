/**
 * Font embedding (ISO 32000-1 §9.7). A glyph has one code for each text that it stands for, so
 * copied text is as it was written. Common glyphs have the same codes in every document, so their
 * subset is made once per thread.
 */
import type { PdfFile } from "../file/PdfFile.ts"
import { numeral } from "../file/PdfObjects.ts"
import { memoize } from "../Memoize.ts"
import type { Face } from "./Face.ts"
import { type FontProgram, programOf, type UsedGlyph } from "./FontProgram.ts"
import type { Outline } from "./Outlines.ts"

export interface EmbeddedFont {
  /** Its name in the page's content. */
  readonly id: string
  /** Its object in the page's resources. */
  readonly object: number
  readonly codeOf: (glyph: number, text: string) => number
  /** Thousandths of the size. */
  readonly widthOf: (code: number) => number
  /**
   * A glyph drawn as its outline: a form XObject (ISO 32000-1 §8.10). The document has its
   * operators once, for all uses of the glyph.
   */
  readonly outlineOf: (glyph: number) => { readonly id: string; readonly object: number }
  /** Writes the font into the document, when all its glyphs are known. */
  readonly end: () => void
}

const widthOfGlyph = ({ advance, metrics }: ReturnType<Face["font"]>, glyph: number): number =>
  (advance(glyph) * 1000) / metrics.unitsPerEm

/** Shared by all documents: the codes of a face's common characters, and recent font programs. */
interface Common {
  readonly used: ReadonlyArray<UsedGlyph>
  readonly codes: ReadonlyMap<string, number>
  /** The common glyphs and those that a document needs beside. */
  readonly program: (beside: ReadonlyArray<UsedGlyph>) => FontProgram
}

/** Bounds per face: a program takes some 15 kB, and a name in another script adds a few glyphs. */
const programBounds = { maxEntries: 20, maxKeyLength: 500 }

const makeCommon = (face: Face): Common => {
  const font = face.font()
  const used: UsedGlyph[] = [{ glyph: 0, text: "\0", width: widthOfGlyph(font, 0) }]
  const codes = new Map<string, number>()
  for (const char of face.common) {
    const glyph = face.shaper().nominal(char)
    if (glyph !== 0)
      codes.set(char, used.push({ glyph, text: char, width: widthOfGlyph(font, glyph) }) - 1)
  }
  const bare = programOf(font, used)
  const program = memoize(programBounds, (_, beside: ReadonlyArray<UsedGlyph>) =>
    programOf(font, [...used, ...beside])
  )
  return {
    used,
    codes,
    program: (beside) =>
      beside.length === 0
        ? bare
        : program(beside.map(({ glyph, text }) => `${glyph} ${text}`).join("\0"), beside)
  }
}

const commons = new WeakMap<Face, Common>()

export const commonOf = (face: Face): Common => {
  let common = commons.get(face)
  if (common === undefined) {
    common = makeCommon(face)
    commons.set(face, common)
  }
  return common
}

/** Symbolic, and italic where its letters lean (ISO 32000-1 §9.8.2). */
const flagsOf = (italicAngle: number): number => (italicAngle === 0 ? 4 : 4 + 64)

/** Six letters that distinguish the subsets of a document. */
const tagOf = (index: number): string => `RETAI${String.fromCharCode(65 + (index % 26))}`

/** A name as PDF writes it (ISO 32000-1 §7.3.5). */
const nameOf = (text: string): string =>
  text.replace(/[^A-Za-z0-9_.+-]/g, (char) => (char.charCodeAt(0) < 0x80 ? "_" : ""))

const writeFont = (
  file: PdfFile,
  object: number,
  face: Face,
  index: number,
  program: FontProgram
) => {
  const { metrics } = face.font()
  const scaled = (value: number): string => numeral((value * 1000) / metrics.unitsPerEm)
  const { isCff, content, length, widths, unicode } = program
  const [stream, descriptor, descendant, toUnicode] = [
    file.reserve(),
    file.reserve(),
    file.reserve(),
    file.reserve()
  ]
  const kind = isCff ? " /Subtype /CIDFontType0C" : ` /Length1 ${length}`
  file.write(stream, `/Filter /FlateDecode${kind}`, content)
  const name = `/${tagOf(index)}+${nameOf(metrics.name)}`
  file.write(
    descriptor,
    `/Type /FontDescriptor /FontName ${name} /Flags ${flagsOf(metrics.italicAngle)} ` +
      `/FontBBox [${metrics.box.map(scaled).join(" ")}] /ItalicAngle ${numeral(metrics.italicAngle)} ` +
      `/Ascent ${scaled(metrics.ascent)} /Descent ${scaled(metrics.descent)} ` +
      `/CapHeight ${scaled(metrics.capHeight)} /XHeight ${scaled(metrics.xHeight)} /StemV 0 ` +
      `/${isCff ? "FontFile3" : "FontFile2"} ${stream} 0 R`
  )
  file.write(
    descendant,
    `/Type /Font /Subtype /${isCff ? "CIDFontType0" : "CIDFontType2"} /BaseFont ${name} ` +
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> " +
      `/FontDescriptor ${descriptor} 0 R /W [0 [${widths}]]` +
      (isCff ? "" : " /CIDToGIDMap /Identity")
  )
  file.write(toUnicode, "/Filter /FlateDecode", unicode)
  file.write(
    object,
    `/Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R`
  )
}

const writeOutline = (file: PdfFile, object: number, { operators, box }: Outline): void =>
  file.write(
    object,
    `/Type /XObject /Subtype /Form /BBox [${box.join(" ")}] /Resources << >>`,
    Buffer.from(`${operators} f`, "latin1")
  )

export const embedFont = (file: PdfFile, face: Face, index: number): EmbeddedFont => {
  const object = file.reserve()
  const { codes, program, used } = commonOf(face)
  const beside: UsedGlyph[] = []
  const besideCodes = new Map<string, number>()
  const outlines = new Map<number, { readonly id: string; readonly object: number }>()
  const id = `F${index + 1}`
  return {
    id,
    object,
    codeOf: (glyph, text) => {
      const known = codes.get(text)
      if (known !== undefined && used[known]?.glyph === glyph) return known
      const key = `${glyph} ${text}`
      let code = besideCodes.get(key)
      if (code === undefined) {
        const one = { glyph, text, width: widthOfGlyph(face.font(), glyph) }
        code = used.length + beside.push(one) - 1
        besideCodes.set(key, code)
      }
      return code
    },
    widthOf: (code) => (used[code] ?? beside[code - used.length])?.width ?? 0,
    outlineOf: (glyph) => {
      let found = outlines.get(glyph)
      if (found === undefined) {
        found = { id: `${id}G${glyph}`, object: file.reserve() }
        outlines.set(glyph, found)
        writeOutline(file, found.object, face.outline(glyph))
      }
      return found
    },
    end: () => writeFont(file, object, face, index, program(beside))
  }
}
