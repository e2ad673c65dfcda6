/**
 * Draws one invoice: the parties, its lines over as many pages as they need, totals, notes,
 * payment.
 */

import type { Formats } from "../../../domain/money/Formats.ts"
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import {
  bodyStyle,
  type Canvas,
  contentWidth,
  ink,
  makeCanvas,
  page,
  rightEdge,
  small,
  strongStyle
} from "../file/Canvas.ts"
import { roundedFrame, strokeColour, turned } from "../file/Operators.ts"
import type { PdfFile } from "../file/PdfFile.ts"
import { type Box, boxOf } from "../file/PdfPages.ts"
import type { Picture } from "../file/Picture.ts"
import { qrCode } from "../file/QrCode.ts"
import { localeFormats } from "../Memoize.ts"
import { leading, type TextLayout } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import { drawLines } from "./InvoiceLines.ts"
import { drawTotals, totalsHeight } from "./InvoiceTotals.ts"
import type { PdfInput } from "./PdfInput.ts"

/** Left edges of the labels and values beside the recipient. */
const factsLeft = 330
const valuesLeft = 425

interface Sheet {
  readonly words: DocumentWords
  readonly file: PdfFile
  readonly canvas: Canvas
  readonly text: TextLayout
}

/** A word in a frame, so that it is seen at once and on a black and white print too. */
const drawState = (
  { words, file, canvas, text }: Sheet,
  { name, day }: NonNullable<PdfInput["state"]>,
  top: number,
  formats: Formats
): void => {
  const word = words.states[name]
  const colour = name === "paid" ? "#1b7a3d" : "#b42318"
  const style: Style = { weight: "bold", size: 11, colour }
  const widthOf = (shown: string) =>
    Math.max(...text.lines(shown, style, contentWidth).map((line) => line.width))
  const date = day === null ? "" : formats.date(day)
  const width = widthOf(word) + (day === null ? 0 : widthOf(date) + 6)
  // Drawn separately: a date in right-to-left letters would take the word's place.
  canvas.tag("P", () => {
    canvas.value(word, style, rightEdge - width - 8, top + 4, contentWidth)
    canvas.alignedRight(date, style, rightEdge - 8, top + 4)
  })
  file.add(roundedFrame(rightEdge - width - 16, top, width + 16, 24, 3))
  file.add(`1.2 w\n${strokeColour(colour)}\nS`)
}

const drawHead = (sheet: Sheet, input: PdfInput, logo: Picture | null): void => {
  const { words, file, canvas } = sheet
  const { agency } = input
  const formats = localeFormats(input.locale)
  file.fill(agency.colour)
  file.add(`0 0 ${page.width} 6 re\nf`)
  const top = canvas.y
  if (logo !== null) {
    canvas.tag("Figure", () => logo(file, page.margin, top, [180, 56]), {
      alternative: words.logoOf(agency.name),
      box: boxOf([page.margin, top, 180, 56])
    })
  }
  const nameTop = logo === null ? top : top + 64
  const name = logo === null ? { ...strongStyle, size: 14 } : strongStyle
  const senderEnd = canvas.tag("P", () => {
    const below = canvas.paragraph(agency.name, name, page.margin, nameTop, 260)
    return canvas.paragraph(agency.lines.join("\n"), small, page.margin, below, 260)
  })
  canvas.tag("H1", () => {
    const style: Style = { weight: "bold", size: 22, colour: agency.colour }
    canvas.alignedRight(words.invoice, style, rightEdge, top)
    canvas.alignedRight(input.number, { ...strongStyle, size: 12 }, rightEdge, top + 32)
  })
  if (input.state !== null) drawState(sheet, input.state, top + 54, formats)
  canvas.y = Math.max(senderEnd, top + (input.state === null ? 56 : 82)) + 24

  const start = canvas.y
  const toEnd = canvas.tag("P", () => {
    canvas.paragraph(words.billTo, small, page.margin, start, 260)
    const lines = input.recipientLines.join("\n")
    return canvas.paragraph(lines, bodyStyle, page.margin, start + 13, 260)
  })
  const facts: ReadonlyArray<readonly [string, string]> = [
    [words.issueDate, formats.date(input.issueDate)],
    [words.dueDate, formats.date(input.dueDate)],
    [words.currency, input.currency],
    ...(input.projectName === null ? [] : [[words.project, input.projectName] as const])
  ]
  let factsEnd = start
  for (const [label, value] of facts) {
    factsEnd = canvas.tag("P", () => {
      const labelEnd = canvas.paragraph(label, small, factsLeft, factsEnd, valuesLeft - factsLeft)
      const valueEnd = canvas.value(value, bodyStyle, valuesLeft, factsEnd, rightEdge - valuesLeft)
      return Math.max(labelEnd, valueEnd)
    })
  }
  canvas.y = Math.max(toEnd, factsEnd) + 26
}

const drawNotes = ({ words, canvas, text }: Sheet, notes: string): void => {
  canvas.room(leading(strongStyle.size) * 2)
  canvas.y = canvas.tag("H2", () =>
    canvas.paragraph(words.notes, strongStyle, page.margin, canvas.y, contentWidth)
  )
  canvas.tag("P", () => {
    for (const line of text.lines(notes, bodyStyle, contentWidth)) {
      canvas.room(leading(bodyStyle.size))
      canvas.line(line, bodyStyle, page.margin, canvas.y, contentWidth)
      canvas.y += leading(bodyStyle.size)
    }
  })
  canvas.y += 14
}

/** The link as text that can be clicked, and as a QR code that a phone can read. */
const drawPayment = ({ words, file, canvas }: Sheet, url: string): void => {
  const side = 84
  canvas.room(side + 10)
  const top = canvas.y
  const x = page.margin + side + 16
  const width = rightEdge - x
  const spoken = `${words.payOnline}: ${url}`
  const below = canvas.tag("H2", () =>
    canvas.paragraph(words.payOnline, strongStyle, x, top, width)
  )
  const end = canvas.tag("P", () =>
    canvas.tag("Link", () => {
      const lower = canvas.paragraph(url, { ...small, colour: ink }, x, below, width)
      file.link([x, top, width, lower - top], url, spoken)
      return lower
    })
  )
  const place: Box = [page.margin, top, side, side]
  canvas.tag("P", () =>
    canvas.tag("Link", () => {
      canvas.tag("Figure", () => file.add(qrCode(url, side, page.margin, top)), {
        alternative: words.payCode,
        box: boxOf(place)
      })
      file.link(place, url, spoken)
    })
  )
  canvas.y = Math.max(end, top + side) + 10
}

const drawMark = (file: PdfFile, text: TextLayout, mark: string, faint: number): void => {
  const style: Style = { weight: "bold", size: 120, colour: "#9aa5b1" }
  file.use("ExtGState", "Faint", faint)
  file.scoped(() => {
    file.add(`${turned(-35, page.width / 2, page.height / 2)}\n/Faint gs`)
    for (const line of text.lines(mark, style, page.width * 2)) {
      text.draw(line, style, (page.width - line.width) / 2, page.height / 2 - 80)
    }
  })
}

export const drawInvoice = (
  file: PdfFile,
  text: TextLayout,
  input: PdfInput,
  logo: Picture | null
): void => {
  const canvas = makeCanvas(file, text)
  const { document: words } = wordsIn(input.language)
  const sheet = { words, file, canvas, text }
  drawHead(sheet, input, logo)
  canvas.tag("Table", () => drawLines(canvas, text, input, totalsHeight(input)))
  drawTotals(canvas, text, input)
  if (input.notes !== null && input.notes !== "") drawNotes(sheet, input.notes)
  if (input.paymentUrl !== null && input.amountDueMinor > 0) {
    drawPayment(sheet, input.paymentUrl)
  }
  const count = file.pageCount()
  const faint = input.mark === null ? null : file.reserve()
  // The text below the mark stays readable.
  if (faint !== null) file.write(faint, "/Type /ExtGState /ca 0.25")
  for (let index = 0; index < count; index++) {
    file.turnTo(index)
    const footer = `${input.number} · ${words.page(index + 1, count)}`
    canvas.alignedRight(footer, small, rightEdge, page.height - 38)
    if (input.mark !== null && faint !== null) drawMark(file, text, words.marks[input.mark], faint)
  }
}
