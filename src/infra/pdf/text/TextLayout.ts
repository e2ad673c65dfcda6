/** Text on the pages of one document: broken into lines, and drawn with the fonts that it needs. */
import type { PdfFile } from "../file/PdfFile.ts"
import type { Fonts } from "../font/Fonts.ts"
import { makeGlyphWriter } from "./GlyphWriter.ts"
import { textLinesOf } from "./TextLines.ts"
import type { Line, Style } from "./TextRuns.ts"

export interface TextLayout {
  readonly lines: (text: string, style: Style, width: number) => ReadonlyArray<Line>
  readonly draw: (line: Line, style: Style, x: number, y: number) => void
  /** Characters that no font has, in order of appearance. */
  readonly missing: ReadonlySet<string>
  /** Writes the fonts, once all is drawn. */
  readonly end: () => void
}

/** From the top of a line of this size to its baseline: that of Noto Sans. */
export const ascent = (size: number): number => size * 1.07

/** Height of a line of this size. */
export const leading = (size: number): number => size * 1.4

export const makeTextLayout = (file: PdfFile, fonts: Fonts): TextLayout => {
  const writer = makeGlyphWriter(file)
  const broken = textLinesOf(fonts)
  const missing = new Set<string>()
  return {
    missing,
    end: writer.end,
    lines: (text, style, width) => {
      const found = broken(text, style, width)
      if (found.missing.size > 0) for (const char of found.missing) missing.add(char)
      return found.lines
    },
    draw: (line, style, x, y) => {
      file.fill(style.colour)
      // Fonts differ in height: their baselines stand together, not their tops.
      const base = y + ascent(style.size)
      const [first] = line.runs
      if (first !== undefined && line.runs.length === 1) {
        writer.write(first, style.size, x, base)
        return
      }
      let at = x
      const placed = line.runs.map((run) => {
        const left = at
        at += (run.width * style.size) / 1000
        return { run, left }
      })
      // Readers that go by the order of writing meet the runs as they are read.
      placed.sort((a, b) => a.run.start - b.run.start)
      for (const { run, left } of placed) writer.write(run, style.size, left, base)
    }
  }
}
