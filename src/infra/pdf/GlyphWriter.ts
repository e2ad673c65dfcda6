/** Writes shaped text into a pdfkit document so that it reads as it was written. */
import type PDFDocument from "pdfkit"
import { type EmbeddedFont, embedFont, hex } from "./EmbeddedFont.ts"
import type { Face } from "./Fonts.ts"
import { readable } from "./Readable.ts"
import type { Cluster, Glyph } from "./Shaper.ts"

type Document = typeof PDFDocument.prototype

export const rounded = (value: number): number => Math.round(value * 1000) / 1000

export interface GlyphRun {
  readonly face: Face
  readonly isRightToLeft: boolean
  /** From left to right. */
  readonly clusters: ReadonlyArray<Cluster>
}

export interface GlyphWriter {
  /** Draws from `x` on the baseline `y`, in points from the page's top left corner. */
  readonly write: (run: GlyphRun, size: number, x: number, y: number) => void
  /** Writes the fonts, once all is drawn. */
  readonly end: () => void
}

/** The operands of TJ: codes, and distances that take the pen where the next glyph stands. */
const makePen = () => {
  let shown = ""
  /** How far the next glyph is from where the last one left the reader's pen. */
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

export const makeGlyphWriter = (doc: Document): GlyphWriter => {
  const embedded = new Map<Face, EmbeddedFont>()

  const embed = (face: Face): EmbeddedFont => {
    let found = embedded.get(face)
    if (found === undefined) {
      found = embedFont(doc, face, embedded.size)
      embedded.set(face, found)
    }
    return found
  }

  return {
    write: ({ face, isRightToLeft, clusters }, size, x, y) => {
      const font = embed(face)
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
        const scale = size / face.font().unitsPerEm
        const left = rounded(x + ((at + glyph.x) * size) / 1000)
        const base = rounded(y - (glyph.y * size) / 1000)
        outlines += `q ${scale.toFixed(6)} 0 0 ${(-scale).toFixed(6)} ${left} ${base} cm ${face.outline(glyph.id)} f Q\n`
      }
      for (const cluster of clusters) {
        const [only] = cluster.glyphs
        // Most are a letter each: nothing of what follows could change them.
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
      // pdfkit's pages run from the top: the text is turned upright again.
      const matrix = `1 0 0 -1 ${rounded(x)} ${rounded(y)} Tm`
      // The fonts of a page, where its content looks them up.
      const { page } = doc as unknown as {
        readonly page: { readonly fonts: Record<string, unknown> }
      }
      page.fonts[font.id] ??= font.reference
      doc.addContent(
        `BT ${matrix} /${font.id} ${rounded(size)} Tf\n${content}${rise === 0 ? "" : "0 Ts\n"}ET`
      )
      if (outlines !== "") doc.addContent(outlines.trimEnd())
    },
    end: () => {
      for (const font of embedded.values()) font.end()
    }
  }
}
