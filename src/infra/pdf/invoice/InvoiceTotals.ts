/**
 * The totals of an invoice in one column: sums, tax with its rate and base (EU directive 2006/112,
 * article 226), payments, and what is left to pay. Several rates stand in a table before it.
 */
import { hasReason } from "../../../domain/money/Money.ts"
import { bodyStyle, hairline, labelStyle, page, rightEdge, strongStyle } from "../file/Canvas.ts"
import { leading } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import type { PdfInput } from "./PdfInput.ts"
import { drawProse, type Sheet } from "./Sheet.ts"

const rowHeight = 18
const labelsLeft = 300
const days = { x: 205, width: 90 } as const
/** Right edges of the table of taxes. */
const taxColumns = { net: 300, tax: 420, gross: rightEdge } as const
const taxHeadHeight = 20
/** Around the table of taxes. */
const air = 8
/** Rows of taxes that stay with the last line; further ones may continue on another page. */
const mostGroups = 8
/** Between a label and its amount. */
const gap = 10

type TaxGroup = PdfInput["taxes"][number]

interface Row {
  readonly label: string
  /** Null is a dash. */
  readonly minor: number | null
  readonly style?: Style
  readonly day?: string
}

const isGrouped = ({ taxes }: PdfInput): boolean => taxes.length > 1

const isPaidInParts = ({ payments, amountCreditedMinor }: PdfInput): boolean =>
  payments.listed.length > 0 || payments.earlierMinor !== 0 || amountCreditedMinor !== 0

/** The rate of a group or line; a category other than standard and zero is named with it. */
export const rateOf = (
  { formats }: Sheet,
  category: TaxGroup["category"],
  rate: number
): string => {
  const percent = formats.percent(rate)
  return hasReason(category) ? `${percent} ${category}` : percent
}

const taxRow = ({ input, words, formats }: Sheet): Row => {
  const [only] = input.taxes
  if (only === undefined) return { label: words.notTaxed, minor: null }
  const minor = input.taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0)
  if (isGrouped(input)) return { label: words.tax, minor }
  if (hasReason(only.category)) return { label: words.noTax, minor }
  const base = formats.amount(only.baseMinor, input.currency)
  return { label: words.taxOn(formats.percent(only.rate), base), minor }
}

/** The rows that stay with the last line. */
const sumRows = (sheet: Sheet): ReadonlyArray<Row> => {
  const { input, words } = sheet
  const { discountMinor } = input
  return [
    { label: words.subtotal, minor: input.subtotalMinor },
    ...(discountMinor === 0 ? [] : [{ label: words.discount, minor: -discountMinor }]),
    taxRow(sheet),
    { label: words.total, minor: input.totalMinor, style: { ...strongStyle, size: 11 } }
  ]
}

const dueRow = ({ input, words }: Sheet): Row => ({
  label: words.balanceDue,
  minor: input.amountDueMinor,
  style: { weight: "bold", size: 11, colour: input.agency.colour }
})

/** A credit note leaves nothing to pay. */
const dueRows = (sheet: Sheet): ReadonlyArray<Row> =>
  sheet.input.corrects === null ? [dueRow(sheet)] : []

const paidRows = ({ input, words, formats }: Sheet): ReadonlyArray<Row> => {
  const { listed, earlierMinor } = input.payments
  const { amountCreditedMinor: credited } = input
  return [
    ...(earlierMinor === 0 ? [] : [{ label: words.paidEarlier, minor: -earlierMinor }]),
    ...listed.map(({ day, method, amountMinor }) => ({
      label: method === null ? words.paid : words.paidBy(method),
      minor: -amountMinor,
      day: formats.date(day)
    })),
    ...(credited === 0 ? [] : [{ label: words.creditNotes, minor: -credited }])
  ]
}

const valueOf = ({ input, formats }: Sheet, { minor }: Row): string =>
  minor === null ? "–" : formats.money(minor, input.currency)

/** The label has the room that the amount leaves it. */
const labelOf = (sheet: Sheet, row: Row, value: string, style: Style) => {
  const [{ width } = { width: 0 }] = sheet.text.lines(value, style, rightEdge - labelsLeft)
  const room = rightEdge - labelsLeft - width - gap
  return { room, lines: sheet.text.lines(row.label, style, room).length }
}

const heightOf = (sheet: Sheet, row: Row): number => {
  const { style = bodyStyle } = row
  const { lines } = labelOf(sheet, row, valueOf(sheet, row), style)
  return rowHeight + (lines - 1) * leading(style.size)
}

const drawRow = (sheet: Sheet, row: Row): void => {
  const { canvas } = sheet
  const { style = bodyStyle, label, day } = row
  const value = valueOf(sheet, row)
  const { room } = labelOf(sheet, row, value, style)
  const { y } = canvas
  canvas.tag("TR", () => {
    const end = canvas.tag(
      "TH",
      () => {
        if (day !== undefined) canvas.value(day, bodyStyle, days.x, y, days.width)
        return canvas.value(label, style, labelsLeft, y, room)
      },
      { scope: "Row", ...(day === undefined ? {} : { text: `${day} ${label}` }) }
    )
    canvas.tag("TD", () => canvas.alignedRight(value, style, rightEdge, y))
    canvas.y = end + rowHeight - leading(style.size)
  })
}

/** The height of what stays with the last line. Payments may continue on another page. */
export const totalsHeight = (sheet: Sheet): number => {
  const { input } = sheet
  const rows = isPaidInParts(input) ? sumRows(sheet) : [...sumRows(sheet), ...dueRows(sheet)]
  const groups = Math.min(input.taxes.length, mostGroups)
  const table = isGrouped(input) ? taxHeadHeight + groups * rowHeight + 2 * air : 0
  return rows.reduce((height, row) => height + heightOf(sheet, row), table)
}

/** A row for each category and rate. */
const drawTaxes = (sheet: Sheet): void => {
  const { input, words, formats, canvas } = sheet
  const { currency } = input
  const row = (cells: ReadonlyArray<string>, tag: "TH" | "TD", style: Style): void => {
    const [rate = "", ...amounts] = cells
    const cell = (draw: () => void) =>
      canvas.tag(tag, draw, tag === "TH" ? { scope: "Column" } : {})
    canvas.tag("TR", () => {
      cell(() => canvas.value(rate, style, page.margin, canvas.y, 140))
      Object.values(taxColumns).forEach((edge, index) => {
        cell(() => canvas.alignedRight(amounts[index] ?? "", style, edge, canvas.y))
      })
    })
  }
  canvas.y += air
  const heads = [words.net, words.tax, words.gross].map((head) => `${head} (${currency})`)
  row([words.taxRate, ...heads], "TH", labelStyle)
  canvas.y += taxHeadHeight - 6
  canvas.rule(hairline)
  canvas.y += 6
  for (const { category, rate, baseMinor, taxMinor } of input.taxes) {
    canvas.room(rowHeight + air)
    const amounts = [baseMinor, taxMinor, baseMinor + taxMinor]
    const cells = amounts.map((minor) => formats.amount(minor, currency))
    row([rateOf(sheet, category, rate), ...cells], "TD", bodyStyle)
    canvas.y += rowHeight
  }
  canvas.rule(hairline)
  canvas.y += air
}

/** The reason of each exemption, as it was given or as it is usual. */
const reasonsOf = ({ input, words }: Sheet): ReadonlyArray<string> =>
  input.taxes.flatMap(({ category, exemptionReason }) => {
    if (!hasReason(category)) return []
    const reason = exemptionReason ?? words.exemptions[category] ?? words.exempt
    return isGrouped(input) ? [`${words.labelled(category)} ${reason}`] : [reason]
  })

/** Draws the totals, of which so much stays with the last line. */
export const drawTotals = (sheet: Sheet, height: number): void => {
  const { input, canvas } = sheet
  canvas.room(height)
  if (isGrouped(input)) canvas.tag("Table", () => drawTaxes(sheet))
  canvas.tag("Table", () => {
    const sums = sumRows(sheet)
    canvas.room(sums.reduce((height, row) => height + heightOf(sheet, row), rowHeight))
    for (const row of sums) drawRow(sheet, row)
    for (const row of paidRows(sheet)) {
      // The amount left to pay never stands alone.
      canvas.room(heightOf(sheet, row) + rowHeight)
      drawRow(sheet, row)
    }
    for (const row of dueRows(sheet)) drawRow(sheet, row)
  })
  canvas.y += 14
  const reasons = reasonsOf(sheet)
  if (reasons.length > 0) drawProse(sheet, null, reasons.join("\n"))
}
