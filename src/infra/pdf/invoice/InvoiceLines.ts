/**
 * The table of an invoice's lines, over as many pages as they need. A line that fits on a page is
 * never split, what was charged so far is shown at the foot of a page and at the head of the next,
 * and the last line stays with the totals.
 */
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import {
  bodyStyle,
  type Canvas,
  hairline,
  labelStyle,
  page,
  rightEdge,
  small
} from "../file/Canvas.ts"
import { localeFormats } from "../Memoize.ts"
import { leading, type TextLayout } from "../text/TextLayout.ts"
import type { Line } from "../text/TextRuns.ts"
import type { PdfInput } from "./PdfInput.ts"

type Item = PdfInput["lineItems"][number]

/** Left edges and widths in points. */
const columns = {
  description: { x: page.margin, width: 235 },
  quantity: { x: 292, width: 58 },
  unitPrice: { x: 358, width: 88 },
  total: { x: 454, width: rightEdge - 454 }
} as const

const lineHeight = leading(bodyStyle.size)
const headHeight = 20
const carryHeight = leading(small.size) + 6
/** Below each line: its rule, and the air around it. */
const gap = 7
/** Between the table and the totals. */
const below = 8
/** The lower end of the lines on a page that is not the last. */
const bottom = page.bottom - carryHeight
/** The tallest line that is not split. */
const wholePage = bottom - page.margin - headHeight - carryHeight

const heightOf = (lines: ReadonlyArray<Line>): number => lines.length * lineHeight + gap

const right = (column: Exclude<keyof typeof columns, "description">): number =>
  columns[column].x + columns[column].width

const drawHead = (canvas: Canvas, words: DocumentWords, colour: string): void => {
  canvas.paragraph(words.description, labelStyle, columns.description.x, canvas.y, 200)
  canvas.alignedRight(words.quantity, labelStyle, right("quantity"), canvas.y)
  canvas.alignedRight(words.unitPrice, labelStyle, right("unitPrice"), canvas.y)
  canvas.alignedRight(words.lineTotal, labelStyle, right("total"), canvas.y)
  canvas.y += 14
  canvas.rule(colour, 1)
  canvas.y += headHeight - 14
}

export const drawLines = (
  canvas: Canvas,
  text: TextLayout,
  input: PdfInput,
  totalsHeight: number
): void => {
  const formats = localeFormats(input.locale)
  const { document: words } = wordsIn(input.language)
  const { currency } = input
  let charged = 0
  let isAnythingCharged = false

  const drawCarried = (label: string, top: number): void => {
    canvas.paragraph(label, labelStyle, columns.description.x, top, 300)
    canvas.alignedRight(formats.amount(charged, currency), labelStyle, right("total"), top)
  }

  const turn = (): void => {
    if (isAnythingCharged) drawCarried(words.carriedForward, bottom + 4)
    canvas.newPage()
    drawHead(canvas, words, input.agency.colour)
    if (!isAnythingCharged) return
    drawCarried(words.broughtForward, canvas.y)
    canvas.y += carryHeight
  }

  const drawAmounts = (item: Item): void => {
    const { y } = canvas
    canvas.alignedRight(formats.quantity(item.quantity), bodyStyle, right("quantity"), y)
    canvas.alignedRight(
      formats.amount(item.unitPriceMinor, currency),
      bodyStyle,
      right("unitPrice"),
      y
    )
    canvas.alignedRight(formats.amount(item.totalMinor, currency), bodyStyle, right("total"), y)
    charged += item.totalMinor
    isAnythingCharged = true
  }

  const { x, width } = columns.description
  // Not the head of the table alone at the foot of a page.
  canvas.room(headHeight + lineHeight * 3 + carryHeight)
  drawHead(canvas, words, input.agency.colour)
  for (const [index, item] of input.lineItems.entries()) {
    const isLast = index === input.lineItems.length - 1
    const lines = text.lines(item.description, bodyStyle, width)
    const height = heightOf(lines)
    const needed = isLast ? height + below + totalsHeight - carryHeight : height
    if (needed <= wholePage && canvas.y + needed > bottom) turn()
    else if (canvas.y + lineHeight > bottom) turn()
    lines.forEach((line, at) => {
      if (at > 0 && canvas.y + lineHeight > bottom) turn()
      canvas.line(line, bodyStyle, x, canvas.y, width)
      if (at === 0) drawAmounts(item)
      canvas.y += lineHeight
    })
    canvas.y += 3
    canvas.rule(hairline)
    canvas.y += gap - 3
  }
  canvas.y += below
}
