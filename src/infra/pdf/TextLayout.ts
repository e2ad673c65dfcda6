/**
 * Text that a single font and a single direction cannot draw: split into runs by direction, script and
 * the font that has each character, shaped, and broken into lines that fit, words longer than a line
 * broken where they must. A word is shaped once for the document, however often it is measured and drawn.
 */
import type PDFDocument from "pdfkit"
import { type DirectedRun, isRightToLeftParagraph, visualRuns } from "./Bidi.ts"
import { fillColour } from "./Colours.ts"
import type { Face, Fonts, Weight } from "./Fonts.ts"
import { type GlyphRun, makeGlyphWriter } from "./GlyphWriter.ts"
import { breakable } from "./LineBreaks.ts"
import { isDrawn, type Script, scriptOf } from "./Scripts.ts"
import type { Cluster } from "./Shaper.ts"

export interface Style {
  readonly weight: Weight
  /** Points */
  readonly size: number
  readonly colour: string
}

interface Run extends GlyphRun {
  /** Where it begins in the line. */
  readonly start: number
  /** Thousandths of the size. */
  readonly width: number
}

export interface Line {
  readonly runs: ReadonlyArray<Run>
  readonly width: number
  /** Such a line is aligned to the right edge of its column. */
  readonly isRightToLeft: boolean
}

export interface TextLayout {
  readonly lines: (text: string, style: Style, width: number) => ReadonlyArray<Line>
  readonly draw: (line: Line, style: Style, x: number, y: number) => void
  /** Characters that no font has, as they were met. */
  readonly missing: ReadonlySet<string>
  /** Writes the fonts, once all is drawn. */
  readonly end: () => void
}

/** From the top of a line to its baseline, as a part of the size: that of Noto Sans. */
const ascent = 1.07

/** Height of a line of this size. */
export const leading = (size: number): number => size * 1.4

interface Piece {
  readonly face: Face
  script: Script | null
  text: string
}

/** The first that joins what stands before it: the soft hyphen. */
const firstMark = "\u00ad"
const isMark = (char: string): boolean =>
  char >= firstMark && /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u.test(char)

const sum = (clusters: ReadonlyArray<Cluster>): number =>
  clusters.reduce((total, { width }) => total + width, 0)

export const makeTextLayout = (doc: typeof PDFDocument.prototype, fonts: Fonts): TextLayout => {
  const writer = makeGlyphWriter(doc)
  const missing = new Set<string>()
  const shaped = new Map<string, ReadonlyArray<Cluster>>()

  const faceFor = (char: string, weight: Weight): Face => {
    const found = fonts.faceFor(char, weight)
    if (found === null && isDrawn(char)) missing.add(char)
    return found ?? fonts.plain[weight]
  }

  /** Parts of one font and one script. */
  const piecesOf = (text: string, weight: Weight): ReadonlyArray<Piece> => {
    const pieces: Piece[] = []
    for (const char of text) {
      const last = pieces.at(-1)
      // A space and a mark stay with what they follow, so that words are whole and marks stand on letters.
      const stays =
        last !== undefined &&
        ((char === " " && last.script?.tag !== "Zyyy") || (isMark(char) && last.face.has(char)))
      if (stays) {
        last.text += char
        continue
      }
      const face = faceFor(char, weight)
      const script = scriptOf(char)
      const fits = last?.script === null || script === null || last?.script === script
      if (last !== undefined && last.face === face && fits) {
        last.text += char
        last.script ??= script
      } else pieces.push({ face, script, text: char })
    }
    return pieces
  }

  const shape = ({ face, script }: Piece, word: string, isRightToLeft: boolean) => {
    const tag = script?.tag ?? "Zyyy"
    const key = `${face.name} ${tag} ${isRightToLeft} ${word}`
    let clusters = shaped.get(key)
    if (clusters === undefined) {
      clusters = face.shaper().shape(word, tag, isRightToLeft)
      shaped.set(key, clusters)
    }
    return clusters
  }

  const runsOf = (run: DirectedRun, weight: Weight): ReadonlyArray<Run> => {
    const { isRightToLeft } = run
    let start = run.start
    const runs = piecesOf(run.text, weight).map((piece): Run => {
      const at = start
      start += piece.text.length
      const words = (piece.text.match(/ +|[^ ]+/g) ?? []).map((word) =>
        shape(piece, word, isRightToLeft)
      )
      const clusters = (isRightToLeft ? words.reverse() : words).flat()
      return { face: piece.face, start: at, isRightToLeft, clusters, width: sum(clusters) }
    })
    return isRightToLeft ? runs.reverse() : runs
  }

  const lineOf = (text: string, style: Style, isRightToLeft: boolean): Line => {
    const runs = visualRuns(text, isRightToLeft ? "rtl" : "ltr").flatMap((run) =>
      runsOf(run, style.weight)
    )
    const width = runs.reduce((total, run) => total + run.width, 0)
    return { runs, width: (width * style.size) / 1000, isRightToLeft }
  }

  /** Parts of a word too long for a line, each as long as fits, but a cluster at least. */
  const cut = (word: string, style: Style, width: number): ReadonlyArray<string> => {
    const clusters = piecesOf(word, style.weight).flatMap((piece) => {
      const isRightToLeft = isRightToLeftParagraph(piece.text)
      const drawn = shape(piece, piece.text, isRightToLeft)
      return isRightToLeft ? [...drawn].reverse() : drawn
    })
    const parts: string[] = []
    let part = ""
    let filled = 0
    for (const cluster of clusters) {
      const added = (cluster.width * style.size) / 1000
      if (part !== "" && filled + added > width) {
        parts.push(part)
        part = ""
        filled = 0
      }
      part += cluster.text
      filled += added
    }
    return [...parts, part]
  }

  const breakParagraph = (paragraph: string, style: Style, width: number): ReadonlyArray<Line> => {
    const isRightToLeft = isRightToLeftParagraph(paragraph)
    const measure = (text: string): number => lineOf(text, style, isRightToLeft).width
    const whole = lineOf(paragraph.trimEnd(), style, isRightToLeft)
    if (whole.width <= width) return [whole]
    const texts: string[] = []
    let current = ""
    let filled = 0
    for (const part of breakable(paragraph)) {
      const bare = measure(part.trimEnd())
      if (current !== "" && filled + bare > width) {
        texts.push(current)
        current = ""
        filled = 0
      }
      if (bare > width) {
        const cuts = cut(part, style, width)
        texts.push(...cuts.slice(0, -1))
        current = cuts.at(-1) ?? ""
        filled = measure(current)
      } else {
        current += part
        filled += measure(part)
      }
    }
    return [...texts, current].map((text) => lineOf(text.trimEnd(), style, isRightToLeft))
  }

  return {
    missing,
    end: writer.end,
    lines: (text, style, width) =>
      text
        .split(/[\n\u2028\u2029]/)
        .flatMap((p) => breakParagraph(p.replaceAll("\t", "    "), style, width)),
    draw: (line, style, x, y) => {
      doc.addContent(fillColour(style.colour))
      let at = x
      const placed = line.runs.map((run) => {
        const left = at
        at += (run.width * style.size) / 1000
        return { run, left }
      })
      // Readers that go by the order of writing meet the runs as they are read.
      placed.sort((a, b) => a.run.start - b.run.start)
      for (const { run, left } of placed) {
        // Fonts differ in height: their baselines stand together, not their tops.
        writer.write(run, style.size, left, y + style.size * ascent)
      }
    }
  }
}
