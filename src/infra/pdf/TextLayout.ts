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

  /** The longest beginning of a word that fits, at least one character of it. */
  const fitting = (word: string, style: Style, width: number): string => {
    const chars = [...word]
    let low = 1
    let high = chars.length
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const fits = lineOf(chars.slice(0, middle).join(""), style).width <= width
      if (fits) low = middle
      else high = middle - 1
    }
    return chars.slice(0, low).join("")
  }

  const breakParagraph = (paragraph: string, style: Style, width: number): ReadonlyArray<Line> => {
    const lines: Line[] = []
    let current = ""
    for (const part of paragraph.split(/(?<= )/)) {
      let word = part
      if (lineOf(current + word.trimEnd(), style).width <= width) {
        current += word
        continue
      }
      if (current !== "") lines.push(lineOf(current.trimEnd(), style))
      while (lineOf(word.trimEnd(), style).width > width) {
        const head = fitting(word, style, width)
        lines.push(lineOf(head, style))
        word = word.slice(head.length)
      }
      current = word
    }
    lines.push(lineOf(current.trimEnd(), style))
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
