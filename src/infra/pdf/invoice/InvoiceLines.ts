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
  const head = (draw: () => void) => canvas.tag("TH", draw, { scope: "Column" })
  const { y } = canvas
  canvas.tag("TR", () => {
    head(() => canvas.paragraph(words.description, labelStyle, columns.description.x, y, 200))
    head(() => canvas.alignedRight(words.quantity, labelStyle, right("quantity"), y))
    head(() => canvas.alignedRight(words.unitPrice, labelStyle, right("unitPrice"), y))
    head(() => canvas.alignedRight(words.lineTotal, labelStyle, right("total"), y))
  })
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
    // Sums and heads of pages are for paper: the structure has one table.
    canvas.artifact(() => {
      if (isAnythingCharged) drawCarried(words.carriedForward, bottom + 4)
      canvas.newPage()
      drawHead(canvas, words, input.agency.colour)
      if (!isAnythingCharged) return
      drawCarried(words.broughtForward, canvas.y)
      canvas.y += carryHeight
    })
  }

  const drawAmounts = (item: Item): void => {
    const { y } = canvas
    const cell = (words: string, column: "quantity" | "unitPrice" | "total") =>
      canvas.tag("TD", () => canvas.alignedRight(words, bodyStyle, right(column), y))
    cell(formats.quantity(item.quantity), "quantity")
    cell(formats.amount(item.unitPriceMinor, currency), "unitPrice")
    cell(formats.amount(item.totalMinor, currency), "total")
    charged += item.totalMinor
    isAnythingCharged = true
  }

  const { x, width } = columns.description
  const drawItem = (item: Item, lines: ReadonlyArray<Line>): void =>
    canvas.tag("TR", (row) =>
      canvas.tag("TD", () => {
        for (const [at, line] of lines.entries()) {
          if (at > 0 && canvas.y + lineHeight > bottom) turn()
          canvas.line(line, bodyStyle, x, canvas.y, width)
          // Beside the first line, which may be on a page before the last.
          if (at === 0) canvas.resume(row, () => drawAmounts(item))
          canvas.y += lineHeight
        }
      })
    )

  // Not the head of the table alone at the foot of a page.
  canvas.room(headHeight + lineHeight * 3 + carryHeight)
  drawHead(canvas, words, input.agency.colour)
  for (const [index, item] of input.lineItems.entries()) {
    const isLast = index === input.lineItems.length - 1
    const lines = text.lines(item.description, bodyStyle, width)
    const needed = heightOf(lines) + (isLast ? below + totalsHeight - carryHeight : 0)
    const isWhole = needed <= wholePage
    if (canvas.y + (isWhole ? Math.max(needed, lineHeight) : lineHeight) > bottom) turn()
    drawItem(item, lines)
    canvas.y += 3
    canvas.rule(hairline)
    canvas.y += gap - 3
  }
  canvas.y += below
}
