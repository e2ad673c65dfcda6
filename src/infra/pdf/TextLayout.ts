/**
 * Text that a single font and a single direction cannot draw: split into runs by direction and by the
 * font that has each character, broken into lines that fit, words longer than a line broken where
 * they must.
 */
import type PDFDocument from "pdfkit"
import { isRightToLeftParagraph, visualPieces } from "./Bidi.ts"
import type { Faces, Weight } from "./Fonts.ts"

export interface Style {
  readonly weight: Weight
  /** Points */
  readonly size: number
  readonly colour: string
}

interface Run {
  readonly font: string
  readonly text: string
  readonly width: number
}

export interface Line {
  readonly runs: ReadonlyArray<Run>
  readonly width: number
  /** Such a line stands at the right edge of its column. */
  readonly isRightToLeft: boolean
}

export interface TextLayout {
  readonly lines: (text: string, style: Style, width: number) => ReadonlyArray<Line>
  readonly draw: (line: Line, style: Style, x: number, y: number) => void
  /** Characters that no font has, as they were met. */
  readonly missing: ReadonlySet<string>
}

/** From the top of a line to its baseline, as a part of the size: that of Noto Sans. */
const ascent = 1.07

/** Height of a line of this size. */
export const leading = (size: number): number => size * 1.4

export const makeTextLayout = (doc: typeof PDFDocument.prototype, faces: Faces): TextLayout => {
  const missing = new Set<string>()

  const fontFor = (char: string, weight: Weight): string => {
    const codePoint = char.codePointAt(0) ?? 0
    const found = faces[weight].find(({ font }) => font.hasGlyphForCodePoint(codePoint))
    if (found === undefined && char.trim() !== "") missing.add(char)
    return (found ?? faces[weight][0])?.name ?? "Helvetica"
  }

  const measure = (font: string, text: string, size: number): number =>
    doc.font(font).fontSize(size).widthOfString(text)

  const runsOf = (text: string, style: Style): ReadonlyArray<Run> => {
    const runs: { font: string; text: string }[] = []
    for (const char of text) {
      const last = runs.at(-1)
      // A space stays with the run it follows, so that words of one script are one run.
      const font = char === " " && last !== undefined ? last.font : fontFor(char, style.weight)
      if (last?.font === font) last.text += char
      else runs.push({ font, text: char })
    }
    return runs.map((run) => ({ ...run, width: measure(run.font, run.text, style.size) }))
  }

  const lineOf = (text: string, style: Style, isRightToLeft: boolean): Line => {
    const runs = visualPieces(text, isRightToLeft ? "rtl" : "ltr").flatMap((piece) =>
      runsOf(piece, style)
    )
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), isRightToLeft }
  }

  // Advances of single characters, at size 1: lines are filled by them, which is linear in the text
  // however long a word is, and then measured as they will be drawn.
  const advances = new Map<string, number>()
  const advance = (char: string, weight: Weight): number => {
    const key = `${weight}${char}`
    const known = advances.get(key)
    if (known !== undefined) return known
    const width = measure(fontFor(char, weight), char, 100) / 100
    advances.set(key, width)
    return width
  }
  const estimate = (text: string, style: Style): number => {
    let sum = 0
    for (const char of text) sum += advance(char, style.weight)
    return sum * style.size
  }

  /** The longest beginning of the text that fits when drawn, at least one character of it. */
  const fitting = (text: string, style: Style, width: number): string => {
    let filled = ""
    let sum = 0
    for (const char of text) {
      sum += advance(char, style.weight) * style.size
      if (filled !== "" && sum > width) break
      filled += char
    }
    // Shaping may widen what single characters promised: then a character less, until it fits.
    let chars = [...filled]
    while (chars.length > 1 && lineOf(chars.join(""), style, false).width > width) {
      chars = chars.slice(0, -1)
    }
    return chars.join("")
  }

  const breakParagraph = (paragraph: string, style: Style, width: number): ReadonlyArray<Line> => {
    const isRightToLeft = isRightToLeftParagraph(paragraph)
    const lines: Line[] = []
    /** Ends a line with the text, or several where it turns out wider than it seemed. */
    const push = (text: string): void => {
      let rest = text.trimEnd()
      while (estimate(rest, style) > width || lineOf(rest, style, isRightToLeft).width > width) {
        const head = fitting(rest, style, width)
        if (head.length >= rest.length) break
        lines.push(lineOf(head, style, isRightToLeft))
        rest = rest.slice(head.length)
      }
      lines.push(lineOf(rest, style, isRightToLeft))
    }
    let current = ""
    let filled = 0
    for (const word of paragraph.split(/(?<= )/)) {
      if (current !== "" && filled + estimate(word.trimEnd(), style) > width) {
        push(current)
        current = ""
        filled = 0
      }
      current += word
      filled += estimate(word, style)
    }
    push(current)
    return lines
  }

  return {
    missing,
    lines: (text, style, width) =>
      text.split("\n").flatMap((p) => breakParagraph(p.replaceAll("\t", "    "), style, width)),
    draw: (line, style, x, y) => {
      let at = x
      for (const run of line.runs) {
        doc.font(run.font).fontSize(style.size).fillColor(style.colour)
        // Fonts differ in height: their baselines stand together, not their tops.
        doc.text(run.text, at, y + style.size * ascent, {
          lineBreak: false,
          baseline: "alphabetic"
        })
        at += run.width
      }
    }
  }
}
