/**
 * Draws one invoice or credit note: the parties, its lines over as many pages as they need, totals,
 * notes, payment, and the seller's legal information.
 */
import { wordsIn } from "../../../words/Words.ts"
import { contentWidth, makeCanvas, page, rightEdge, small } from "../file/Canvas.ts"
import { turned } from "../file/Operators.ts"
import type { PdfFile } from "../file/PdfFile.ts"
import type { Picture } from "../file/Picture.ts"
import { localeFormats } from "../Memoize.ts"
import type { TextLayout } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import { drawHead } from "./InvoiceHead.ts"
import { drawLines } from "./InvoiceLines.ts"
import { drawPayment } from "./InvoicePayment.ts"
import { drawTotals, totalsHeight } from "./InvoiceTotals.ts"
import type { PdfInput } from "./PdfInput.ts"
import { drawProse, type Sheet } from "./Sheet.ts"

/** Points: the diagonal of a page has room for this much. */
const longestMark = 620

const drawMark = ({ file, text }: Sheet, mark: string, faint: number): void => {
  const large: Style = { weight: "bold", size: 120, colour: "#9aa5b1" }
  const [whole] = text.lines(mark, large, 10_000)
  const size = Math.min(large.size, (large.size * longestMark) / (whole?.width ?? longestMark))
  file.use("ExtGState", "Faint", faint)
  file.scoped(() => {
    file.add(`${turned(-35, page.width / 2, page.height / 2)}\n/Faint gs`)
    for (const line of text.lines(mark, { ...large, size }, 10_000)) {
      const left = (page.width - line.width) / 2
      text.draw(line, { ...large, size }, left, page.height / 2 - size * (2 / 3))
    }
  })
}

/** Page numbers and marks are for paper, so they are no part of the structure. */
const drawFooters = (sheet: Sheet): void => {
  const { input, words, file, canvas } = sheet
  const count = file.pageCount()
  const faint = input.mark === null ? null : file.reserve()
  // The text below the mark stays readable.
  if (faint !== null) file.write(faint, "/Type/ExtGState/ca 0.25")
  for (let index = 0; index < count; index++) {
    file.turnTo(index)
    const footer = `${input.number} · ${words.page(index + 1, count)}`
    canvas.alignedRight(footer, small, rightEdge, page.height - 38, contentWidth)
    if (input.mark !== null && faint !== null) drawMark(sheet, words.marks[input.mark], faint)
  }
}

export const drawInvoice = (
  file: PdfFile,
  text: TextLayout,
  input: PdfInput,
  logo: Picture | null
): void => {
  const { document: words } = wordsIn(input.language)
  const canvas = makeCanvas(file, text)
  const sheet = { input, words, formats: localeFormats(input.locale), file, canvas, text }
  const { paymentNote, legalInformation } = input.agency
  drawHead(sheet, logo)
  const height = totalsHeight(sheet)
  canvas.tag("Table", () => drawLines(sheet, height))
  drawTotals(sheet, height)
  const [termsTitle, notesTitle] =
    input.corrects === null ? [words.terms, words.notes] : [null, words.reason]
  if (paymentNote !== null) drawProse(sheet, termsTitle, paymentNote)
  if (input.notes !== null && input.notes !== "") drawProse(sheet, notesTitle, input.notes)
  drawPayment(sheet)
  if (legalInformation !== null) drawProse(sheet, null, legalInformation, small)
  drawFooters(sheet)
}
