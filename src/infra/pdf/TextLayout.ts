/**
 * Text that a single font cannot draw: split into runs by the font that has each character, broken
 * into lines that fit, words longer than a line broken where they must.
 */
import type PDFDocument from "pdfkit"
import type { Weight } from "./Fonts.ts"

export interface Style {
  readonly weight: Weight
  /** Points */
  readonly size: number
  readonly colour: string
}

export interface Run {
  readonly font: string
  readonly text: string
  readonly width: number
}

export interface Line {
  readonly runs: ReadonlyArray<Run>
  readonly width: number
}

export interface TextLayout {
  readonly lines: (text: string, style: Style, width: number) => ReadonlyArray<Line>
  readonly draw: (line: Line, style: Style, x: number, y: number) => void
  /** Characters that no font has, as they were met. */
  readonly missing: ReadonlySet<string>
}

/** Height of a line of this size. */
export const leading = (size: number): number => size * 1.4

/**
 * Lays text out in a document whose fonts are registered under `names`; `has` tells whether a font
 * has the character.
 */
export const makeTextLayout = (
  doc: typeof PDFDocument.prototype,
  names: Readonly<Record<Weight, ReadonlyArray<string>>>,
  has: (font: string, codePoint: number) => boolean
): TextLayout => {
  const missing = new Set<string>()

  const fontFor = (char: string, weight: Weight): string => {
    const candidates = names[weight]
    const codePoint = char.codePointAt(0) ?? 0
    const found = candidates.find((font) => has(font, codePoint))
    if (found === undefined && char.trim() !== "") missing.add(char)
    return found ?? candidates[0] ?? "Helvetica"
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

  const lineOf = (text: string, style: Style): Line => {
    const runs = runsOf(text, style)
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
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
    while (chars.length > 1 && lineOf(chars.join(""), style).width > width) {
      chars = chars.slice(0, -1)
    }
    return chars.join("")
  }

  const breakParagraph = (paragraph: string, style: Style, width: number): ReadonlyArray<Line> => {
    const lines: Line[] = []
    /** Ends a line with the text, or several where it turns out wider than it seemed. */
    const push = (text: string): void => {
      let rest = text.trimEnd()
      while (estimate(rest, style) > width || lineOf(rest, style).width > width) {
        const head = fitting(rest, style, width)
        if (head.length >= rest.length) break
        lines.push(lineOf(head, style))
        rest = rest.slice(head.length)
      }
      lines.push(lineOf(rest, style))
    }
    let current = ""
    let filled = 0
    for (const word of paragraph.split(/(?<= )/)) {
      const full = estimate(word, style)
      if (current !== "" && filled + estimate(word.trimEnd(), style) > width) {
        push(current)
        current = ""
        filled = 0
      }
      current += word
      filled += full
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
        doc.text(run.text, at, y, { lineBreak: false, baseline: "top" })
        at += run.width
      }
    }
  }
}
