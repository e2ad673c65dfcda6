/** Writes shaped text into a document, so that copied text is as it was written. */

import type { PdfFile } from "../file/PdfFile.ts"
import { commonOf, type EmbeddedFont, embedFont } from "../font/EmbeddedFont.ts"
import type { Face } from "../font/Face.ts"
import { hex } from "../font/FontProgram.ts"
import type { Cluster, Glyph } from "../font/Shaper.ts"
import { readable } from "./Readable.ts"

export const rounded = (value: number): number => Math.round(value * 1000) / 1000

export interface GlyphRun {
  readonly face: Face
  readonly isRightToLeft: boolean
  /** From left to right. */
  readonly clusters: ReadonlyArray<Cluster>
  /** Set at the first drawing: cached lines share it. */
  shown?: { readonly common: string | null }
}

interface GlyphWriter {
  /** Draws from `x` on the baseline `y`, in points from the page's top left corner. */
  readonly write: (run: GlyphRun, size: number, x: number, y: number) => void
  /** Writes the fonts, once all is drawn. */
  readonly end: () => void
}

/** The operands of TJ: codes, and distances that move the pen to the next glyph. */
const makePen = () => {
  let shown = ""
  /** The distance from the reader's pen to the next glyph. */
  let gap = 0
  return {
    move: (distance: number): void => {
      gap += distance
    },
    show: (code: number): void => {
      if (rounded(gap) !== 0) {
        shown += ` ${rounded(-gap)} `
        gap = 0
      }
      shown += `<${hex(code)}>`
    },
    take: (): string => {
      const taken = shown === "" ? "" : `[${shown.replaceAll("><", "")}] TJ\n`
      shown = ""
      return taken
    }
  }
}

/** The operators of a run of common characters, the same in every document; null for other runs. */
const showingCommon = ({ face, clusters }: GlyphRun): string | null => {
  const { codes, used } = commonOf(face)
  const pen = makePen()
  for (const { glyphs, text } of clusters) {
    const code = codes.get(text)
    const known = code === undefined ? undefined : used[code]
    const [only] = glyphs
    if (code === undefined || known === undefined || only === undefined) return null
    if (glyphs.length > 1 || only.id !== known.glyph || only.y !== 0) return null
    pen.move(only.x)
    pen.show(code)
    pen.move(only.advance - only.x - known.width)
  }
  return pen.take()
}

const shownCommon = (run: GlyphRun): string | null => {
  run.shown ??= { common: showingCommon(run) }
  return run.shown.common
}

/** The operators of a run with uncommon glyphs: its text, and the glyphs drawn as outlines. */
const drawClusters = (
  file: PdfFile,
  font: EmbeddedFont,
  { face, isRightToLeft, clusters }: GlyphRun,
  size: number,
  x: number,
  y: number
) => {
  const blank = face.shaper().blank
  const pen = makePen()
  let content = ""
  let outlines = ""
  let rise = 0
  /** Thousandths of the size from the start. */
  let at = 0

  const show = (glyph: Pick<Glyph, "id" | "x" | "y">, text: string): void => {
    if (rise !== glyph.y) {
      rise = glyph.y
      content += `${pen.take()}${rounded((rise * size) / 1000)} Ts\n`
    }
    const code = font.codeOf(glyph.id, text)
    pen.move(glyph.x)
    pen.show(code)
    pen.move(-glyph.x - font.widthOf(code))
  }
  const outline = (glyph: Glyph): void => {
    const scale = size / face.font().metrics.unitsPerEm
    const left = rounded(x + ((at + glyph.x) * size) / 1000)
    const base = rounded(y - (glyph.y * size) / 1000)
    const form = font.outlineOf(glyph.id)
    file.use("XObject", form.id, form.object)
    outlines += `q ${scale.toFixed(6)} 0 0 ${(-scale).toFixed(6)} ${left} ${base} cm /${form.id} Do Q\n`
  }
  for (const cluster of clusters) {
    const [only] = cluster.glyphs
    // Most clusters are one letter, which needs none of the placing below.
    if (only !== undefined && cluster.glyphs.length === 1 && cluster.text.length === 1) {
      show(only, cluster.text)
      pen.move(only.advance)
      at += only.advance
      continue
    }
    const { items, outlines: drawn } = readable(cluster, isRightToLeft, blank !== null)
    // Glyphs stand where shaping put them; blanks where the pen is between them.
    const places = new Map<Glyph, number>()
    let place = 0
    for (const glyph of cluster.glyphs) {
      places.set(glyph, place)
      if (drawn.has(glyph)) outline(glyph)
      place += glyph.advance
      at += glyph.advance
    }
    let reached = 0
    for (const { glyph, text } of items) {
      if (glyph === null) {
        show({ id: blank ?? 0, x: 0, y: 0 }, text)
        continue
      }
      const start = places.get(glyph) ?? 0
      pen.move(start - reached)
      show(glyph, text)
      pen.move(glyph.advance)
      reached = start + glyph.advance
    }
    pen.move(place - reached)
  }
  content += pen.take()
  return { content: rise === 0 ? content : `${content}0 Ts\n`, outlines }
}

export const makeGlyphWriter = (file: PdfFile): GlyphWriter => {
  const embedded = new Map<Face, EmbeddedFont>()

  const embed = (face: Face): EmbeddedFont => {
    let found = embedded.get(face)
    if (found === undefined) {
      found = embedFont(file, face, embedded.size)
      embedded.set(face, found)
    }
    return found
  }

  return {
    write: (run, size, x, y) => {
      const font = embed(run.face)
      file.font(font.id, font.object, rounded(size))
      // Our pages run from the top, so the matrix flips the text upright.
      const start = `BT 1 0 0 -1 ${rounded(x)} ${rounded(y)} Tm\n`
      const common = shownCommon(run)
      if (common !== null) {
        file.add(`${start}${common}ET`)
        return
      }
      const { content, outlines } = drawClusters(file, font, run, size, x, y)
      file.add(`${start}${content}ET`)
      if (outlines !== "") file.add(outlines.trimEnd())
    },
    end: () => {
      for (const font of embedded.values()) font.end()
    }
  }
}
