/** A document while it is drawn: its file, words and formats, and parts that several blocks use. */
import type { Formats } from "../../../domain/money/Formats.ts"
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import { bodyStyle, type Canvas, contentWidth, page, strongStyle } from "../file/Canvas.ts"
import type { PdfFile } from "../file/PdfFile.ts"
import { leading, type TextLayout } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import type { PdfInput } from "./PdfInput.ts"

export interface Sheet {
  readonly input: PdfInput
  readonly words: DocumentWords
  readonly formats: Formats
  readonly file: PdfFile
  readonly canvas: Canvas
  readonly text: TextLayout
}

/** Draws each line as a paragraph of its own; the result is the lower end. */
export const drawBlock = (
  { canvas }: Pick<Sheet, "canvas">,
  lines: ReadonlyArray<string>,
  style: Style,
  left: number,
  top: number,
  width: number
): number =>
  lines.reduce(
    (end, line) => canvas.tag("P", () => canvas.paragraph(line, style, left, end, width)),
    top
  )

/** A text over as many pages as it needs, with its heading. */
export const drawProse = (
  { canvas, text }: Pick<Sheet, "canvas" | "text">,
  heading: string | null,
  prose: string,
  style: Style = bodyStyle
): void => {
  const height = leading(style.size)
  if (heading !== null) {
    canvas.room(leading(strongStyle.size) + height)
    canvas.y = canvas.tag("H2", () =>
      canvas.paragraph(heading, strongStyle, page.margin, canvas.y, contentWidth)
    )
  }
  canvas.tag("P", () => {
    for (const line of text.lines(prose, style, contentWidth)) {
      canvas.room(height)
      canvas.line(line, style, page.margin, canvas.y, contentWidth)
      canvas.y += height
    }
  })
  canvas.y += 14
}
