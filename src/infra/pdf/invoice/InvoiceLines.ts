/**
 * The table of an invoice's lines, over as many pages as they need. A line that fits on a page is
 * never split, what was charged so far is shown at the foot of a page and at the head of the next,
 * and the last line stays with the totals.
 */
import { taxOfLine } from "../../../domain/money/Money.ts"
import { bodyStyle, hairline, labelStyle, page, rightEdge, small } from "../file/Canvas.ts"
import { leading } from "../text/TextLayout.ts"
import type { Line } from "../text/TextRuns.ts"
import { rateOf } from "./InvoiceTotals.ts"
import type { PdfInput } from "./PdfInput.ts"
import type { Sheet } from "./Sheet.ts"

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

/** A column of values beside the description. */
interface Column {
  readonly label: string
  readonly values: ReadonlyArray<string>
  readonly isLeft?: boolean
  /** Left edge and width in points. */
  readonly x: number
  readonly width: number
}

/** Between columns. */
const space = 9
/** A unit longer than this goes over several lines. */
const widestUnit = 62

const columnsOf = (
  sheet: Sheet
): { readonly columns: ReadonlyArray<Column>; readonly width: number } => {
  const { input, words, formats, text } = sheet
  const { currency, lineItems } = input
  const isTaxed = input.taxes.length > 1
  const taxes = (item: PdfInput["lineItems"][number]): string => {
    const tax = taxOfLine(item, input)
    return tax === null ? "" : rateOf(sheet, tax.taxCategory, tax.taxRate)
  }
  const units = lineItems.map(({ unit, quantity }) =>
    unit === null ? "" : words.unitName(unit, quantity)
  )
  const all = [
    { label: words.quantity, values: lineItems.map((item) => formats.quantity(item.quantity)) },
    ...(units.some((unit) => unit !== "")
      ? [{ label: words.unit, values: units, isLeft: true }]
      : []),
    {
      label: words.unitPrice,
      values: lineItems.map((item) => formats.amount(item.unitPriceMinor, currency)),
      least: 72
    },
    ...(isTaxed ? [{ label: words.taxRate, values: lineItems.map(taxes) }] : []),
    {
      label: words.lineTotal,
      values: lineItems.map((item) => formats.amount(item.totalMinor, currency)),
      least: 78
    }
  ]
  const columns: Column[] = []
  let right = rightEdge
  for (const { label, values, isLeft = false, least = 40 } of all.toReversed()) {
    // Digits have one width, so the longest number is the widest.
    const longest = isLeft
      ? [...new Set(values)]
      : [values.reduce((a, b) => (b.length > a.length ? b : a))]
    const widths = longest.map((value) => text.lines(value, bodyStyle, 1000)[0]?.width ?? 0)
    const head = text.lines(label, labelStyle, 1000)[0]?.width ?? 0
    const needed = Math.ceil(Math.max(...widths, head, isLeft ? 0 : least))
    const width = isLeft ? Math.min(needed, widestUnit) : needed
    columns.unshift({ label, values, isLeft, x: right - width, width })
    right -= width + space
  }
  return { columns, width: right - page.margin }
}

const drawHead = (
  { canvas, words, input }: Sheet,
  columns: ReadonlyArray<Column>,
  width: number
): void => {
  const head = (draw: () => void) => canvas.tag("TH", draw, { scope: "Column" })
  const { y } = canvas
  canvas.tag("TR", () => {
    head(() => canvas.paragraph(words.description, labelStyle, page.margin, y, width))
    for (const { label, isLeft, x, width: own } of columns) {
      head(() =>
        isLeft
          ? canvas.value(label, labelStyle, x, y, own + space)
          : canvas.alignedRight(label, labelStyle, x + own, y)
      )
    }
  })
  canvas.y += 14
  canvas.rule(input.agency.colour, 1)
  canvas.y += headHeight - 14
}

/** The sum of the lines so far, at the foot and head of pages. */
const drawCarried = ({ canvas, formats, input }: Sheet, label: string, charged: number): void => {
  const { y } = canvas
  canvas.paragraph(label, labelStyle, page.margin, y, 300)
  canvas.alignedRight(formats.amount(charged, input.currency), labelStyle, rightEdge, y)
}

export const drawLines = (sheet: Sheet, totalsHeight: number): void => {
  const { canvas, text, words, input } = sheet
  const { columns, width } = columnsOf(sheet)
  let charged = 0
  let lines = 0

  // Sums and heads of pages are for paper: the structure has one table.
  const turn = (): void =>
    canvas.artifact(() => {
      canvas.y = bottom + 4
      if (lines > 0) drawCarried(sheet, words.carriedForward, charged)
      canvas.newPage()
      drawHead(sheet, columns, width)
      if (lines === 0) return
      drawCarried(sheet, words.broughtForward, charged)
      canvas.y += carryHeight
    })

  /** The height below the row's top that its values take. */
  const drawValues = (index: number): number => {
    const { y } = canvas
    const ends = columns.map(({ values, isLeft, x, width: own }) => {
      const value = values[index] ?? ""
      return canvas.tag("TD", () =>
        isLeft
          ? canvas.value(value, bodyStyle, x, y, own)
          : canvas.alignedRight(value, bodyStyle, x + own, y)
      )
    })
    charged += input.lineItems[index]?.totalMinor ?? 0
    lines += 1
    return Math.max(...ends)
  }

  const drawItem = (index: number, description: ReadonlyArray<Line>): void =>
    canvas.tag("TR", (row) =>
      canvas.tag("TD", () => {
        let end = 0
        for (const [at, line] of description.entries()) {
          if (at > 0 && canvas.y + lineHeight > bottom) {
            turn()
            end = 0
          }
          canvas.line(line, bodyStyle, page.margin, canvas.y, width)
          // Beside the first line, which may be on a page before the last.
          if (at === 0) end = canvas.resume(row, () => drawValues(index))
          canvas.y += lineHeight
        }
        canvas.y = Math.max(canvas.y, end)
      })
    )

  // Not the head of the table alone at the foot of a page.
  canvas.room(headHeight + lineHeight * 3 + carryHeight)
  drawHead(sheet, columns, width)
  for (const [index, item] of input.lineItems.entries()) {
    const isLast = index === input.lineItems.length - 1
    const description = text.lines(item.description, bodyStyle, width)
    const height = description.length * lineHeight + gap
    const needed = height + (isLast ? below + totalsHeight - carryHeight : 0)
    const isWhole = needed <= wholePage
    if (canvas.y + (isWhole ? Math.max(needed, lineHeight) : lineHeight) > bottom) turn()
    drawItem(index, description)
    canvas.y += 3
    canvas.rule(hairline)
    canvas.y += gap - 3
  }
  canvas.y += below
}
