/**
 * The totals of an invoice: sums, tax by rate with net and gross (EU directive 2006/112, article
 * 226), and each payment with its day.
 */

import type { Formats } from "../../../domain/money/Formats.ts"
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import {
  bodyStyle,
  type Canvas,
  hairline,
  labelStyle,
  page,
  rightEdge,
  strongStyle
} from "../file/Canvas.ts"
import { localeFormats } from "../Memoize.ts"
import { leading, type TextLayout } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import type { PdfInput } from "./PdfInput.ts"

const rowHeight = 18
const labelsLeft = 300
const days = { x: 205, width: 90 } as const
/** Right edges of the table of taxes. */
const taxColumns = { net: 300, tax: 420, gross: rightEdge } as const
const taxHeadHeight = 20
/** Around the table of taxes, and above and below the total. */
const air = 8

const hasDiscount = ({ discountMinor }: PdfInput): boolean => discountMinor !== 0

const isPaidInParts = ({ payments, amountCreditedMinor }: PdfInput): boolean =>
  payments.listed.length > 0 || payments.earlierMinor !== 0 || amountCreditedMinor !== 0

/** The height of the rows that stay with the last line. Payments may continue on another page. */
export const totalsHeight = (input: PdfInput): number => {
  const rows = 3 + (hasDiscount(input) ? 1 : 0) + (isPaidInParts(input) ? 0 : 1)
  return rows * rowHeight + taxHeadHeight + 2 * air
}

type DrawRow = (label: string, minor: number, style?: Style) => void

/** Sums below each other; the words have the room that the amount leaves them. */
const drawRowOn = (
  canvas: Canvas,
  text: TextLayout,
  formats: Formats,
  input: PdfInput
): DrawRow => {
  return (label, minor, style = bodyStyle) => {
    const top = canvas.y
    const value = formats.money(minor, input.currency)
    const [{ width } = { width: 0 }] = text.lines(value, style, rightEdge - labelsLeft)
    const end = canvas.tag("P", () => {
      const lower = canvas.value(label, style, labelsLeft, top, rightEdge - labelsLeft - width - 10)
      canvas.alignedRight(value, style, rightEdge, top)
      return lower
    })
    canvas.y = end + rowHeight - leading(style.size)
  }
}

/** A row for each rate, which is one: an invoice has no other. */
const drawTaxes = (
  canvas: Canvas,
  words: DocumentWords,
  formats: Formats,
  input: PdfInput
): void => {
  const { currency, taxMinor, taxRate } = input
  const net = input.subtotalMinor - input.discountMinor
  const row = (cells: ReadonlyArray<string>, style: Style): void => {
    const [rate = "", ...amounts] = cells
    const cell = (draw: () => void) =>
      style === labelStyle ? canvas.tag("TH", draw, { scope: "Column" }) : canvas.tag("TD", draw)
    canvas.tag("TR", () => {
      cell(() => canvas.value(rate, style, page.margin, canvas.y, 140))
      Object.values(taxColumns).forEach((edge, index) => {
        cell(() => canvas.alignedRight(amounts[index] ?? "", style, edge, canvas.y))
      })
    })
  }
  canvas.y += air
  const heads = [words.net, words.tax, words.gross].map((word) => `${word} (${currency})`)
  row([words.taxRate, ...heads], labelStyle)
  canvas.y += taxHeadHeight - 6
  canvas.rule(hairline)
  canvas.y += 6
  const amount = (minor: number) => formats.amount(minor, currency)
  row(
    [
      taxRate === null ? words.notTaxed : formats.percent(taxRate),
      amount(net),
      taxRate === null ? "–" : amount(taxMinor),
      amount(net + taxMinor)
    ],
    bodyStyle
  )
  canvas.y += rowHeight
  canvas.rule(hairline)
  canvas.y += air
}

const drawPayments = (canvas: Canvas, input: PdfInput, row: DrawRow): void => {
  const formats = localeFormats(input.locale)
  const { document: words } = wordsIn(input.language)
  const { listed, earlierMinor } = input.payments
  if (earlierMinor !== 0) {
    canvas.room(rowHeight * 2)
    row(words.paidEarlier, -earlierMinor)
  }
  for (const { day, method, amountMinor } of listed) {
    canvas.room(rowHeight * 2)
    canvas.tag("P", () => canvas.value(formats.date(day), bodyStyle, days.x, canvas.y, days.width))
    row(method === null ? words.paid : words.paidBy(method), -amountMinor)
  }
}

export const drawTotals = (canvas: Canvas, text: TextLayout, input: PdfInput): void => {
  const formats = localeFormats(input.locale)
  const { document: words } = wordsIn(input.language)
  const row = drawRowOn(canvas, text, formats, input)
  canvas.room(totalsHeight(input))
  row(words.subtotal, input.subtotalMinor)
  if (hasDiscount(input)) row(words.discount, -input.discountMinor)
  canvas.tag("Table", () => drawTaxes(canvas, words, formats, input))
  row(words.total, input.totalMinor, { ...strongStyle, size: 11 })
  drawPayments(canvas, input, row)
  if (input.amountCreditedMinor !== 0) row(words.creditNotes, -input.amountCreditedMinor)
  row(words.leftToPay, input.amountDueMinor, {
    weight: "bold",
    size: 11,
    colour: input.agency.colour
  })
  canvas.y += 14
}
