/** Draws one invoice: the parties, its lines over as many pages as they need, totals, notes, payment. */
import type PDFDocument from "pdfkit"
import { encode } from "uqr"
import { type Formats, formatsOf } from "../../domain/Locale.ts"
import { type Canvas, contentWidth, makeCanvas, page, rightEdge } from "./Canvas.ts"
import type { PdfInput } from "./PdfInput.ts"
import type { Picture } from "./Picture.ts"
import { leading, type Style, type TextLayout } from "./TextLayout.ts"

type Document = typeof PDFDocument.prototype

const ink = "#1f2933"
const grey = "#52606d"
const hairline = "#cbd2d9"
const body: Style = { weight: "regular", size: 9.5, colour: ink }
const strong: Style = { ...body, weight: "bold" }
const small: Style = { weight: "regular", size: 8.5, colour: grey }

/** Columns of the table of lines: left edges and widths in points. */
const columns = {
  description: { x: page.margin, width: 235 },
  quantity: { x: 292, width: 58 },
  unitPrice: { x: 358, width: 88 },
  total: { x: 454, width: rightEdge - 454 }
} as const

const drawHead = (doc: Document, canvas: Canvas, input: PdfInput, logo: Picture | null): void => {
  const { agency } = input
  const formats = formatsOf(input.locale)
  doc.rect(0, 0, page.width, 6).fill(agency.colour)
  const top = canvas.y
  logo?.(doc, page.margin, top, [180, 56])
  const nameTop = logo === null ? top : top + 64
  const name = logo === null ? { ...strong, size: 14 } : strong
  const below = canvas.paragraph(agency.name, name, page.margin, nameTop, 260)
  const senderEnd = canvas.paragraph(agency.lines.join("\n"), small, page.margin, below, 260)
  canvas.alignedRight(
    "Invoice",
    { weight: "bold", size: 22, colour: agency.colour },
    rightEdge,
    top
  )
  canvas.alignedRight(input.number, { ...strong, size: 12 }, rightEdge, top + 32)
  canvas.y = Math.max(senderEnd, top + 56) + 24

  const start = canvas.y
  canvas.paragraph("Billed to", small, page.margin, start, 260)
  const toEnd = canvas.paragraph(
    input.recipientLines.join("\n"),
    body,
    page.margin,
    start + 13,
    260
  )
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["Issued", formats.date(input.issueDate)],
    ["Due", formats.date(input.dueDate)],
    ["Currency", input.currency],
    ...(input.projectName === null ? [] : [["Project", input.projectName] as const])
  ]
  let factsEnd = start
  for (const [label, value] of facts) {
    canvas.paragraph(label, small, 350, factsEnd, 70)
    factsEnd = canvas.paragraph(value, body, 420, factsEnd, rightEdge - 420)
  }
  canvas.y = Math.max(toEnd, factsEnd) + 26
}

const drawTableHead = (canvas: Canvas, colour: string): void => {
  const label: Style = { ...small, weight: "bold" }
  canvas.paragraph("Description", label, columns.description.x, canvas.y, 200)
  for (const [column, text] of [
    ["quantity", "Quantity"],
    ["unitPrice", "Unit price"],
    ["total", "Total"]
  ] as const) {
    const { x, width } = columns[column]
    canvas.alignedRight(text, label, x + width, canvas.y)
  }
  canvas.y += 14
  canvas.rule(colour, 1)
  canvas.y += 6
}

const drawAmounts = (
  canvas: Canvas,
  formats: Formats,
  { currency }: PdfInput,
  item: PdfInput["lineItems"][number]
): void => {
  for (const [column, value] of [
    ["quantity", formats.quantity(item.quantity)],
    ["unitPrice", formats.amount(item.unitPriceMinor, currency)],
    ["total", formats.amount(item.totalMinor, currency)]
  ] as const) {
    const { x, width } = columns[column]
    canvas.alignedRight(value, body, x + width, canvas.y)
  }
}

const drawTable = (canvas: Canvas, text: TextLayout, input: PdfInput): void => {
  const formats = formatsOf(input.locale)
  const { colour } = input.agency
  const height = leading(body.size)
  const ensureLine = (): void => {
    if (canvas.room(height)) drawTableHead(canvas, colour)
  }
  drawTableHead(canvas, colour)
  for (const item of input.lineItems) {
    const { x, width } = columns.description
    text.lines(item.description, body, width).forEach((line, index) => {
      ensureLine()
      canvas.line(line, body, x, canvas.y, width)
      if (index === 0) drawAmounts(canvas, formats, input, item)
      canvas.y += height
    })
    canvas.y += 3
    canvas.rule(hairline)
    canvas.y += 4
  }
  canvas.y += 8
}

const drawTotals = (canvas: Canvas, input: PdfInput): void => {
  const formats = formatsOf(input.locale)
  const money = (minor: number) => formats.money(minor, input.currency)
  const due: Style = { weight: "bold", size: 11, colour: input.agency.colour }
  const rows: ReadonlyArray<readonly [string, string, Style]> = [
    ["Subtotal", money(input.subtotalMinor), body],
    ...(input.discountMinor === 0
      ? []
      : [["Discount", money(-input.discountMinor), body] as const]),
    ...(input.taxRate === null
      ? []
      : [[`Tax ${formats.percent(input.taxRate)}`, money(input.taxMinor), body] as const]),
    ["Total", money(input.totalMinor), { ...strong, size: 11 }],
    ...(input.amountPaidMinor === 0
      ? []
      : [["Paid", money(-input.amountPaidMinor), body] as const]),
    ["Amount due", money(input.amountDueMinor), due]
  ]
  canvas.room(rows.length * 18)
  for (const [label, value, style] of rows) {
    canvas.paragraph(label, style, 330, canvas.y, 100)
    canvas.alignedRight(value, style, rightEdge, canvas.y)
    canvas.y += 18
  }
  canvas.y += 14
}

const drawNotes = (canvas: Canvas, text: TextLayout, notes: string): void => {
  canvas.room(leading(strong.size) * 2)
  canvas.y = canvas.paragraph("Notes", strong, page.margin, canvas.y, contentWidth)
  for (const line of text.lines(notes, body, contentWidth)) {
    canvas.room(leading(body.size))
    canvas.line(line, body, page.margin, canvas.y, contentWidth)
    canvas.y += leading(body.size)
  }
  canvas.y += 14
}

/** The link as text that can be clicked, and as a QR code that a phone can read. */
const drawPayment = (doc: Document, canvas: Canvas, url: string): void => {
  const { data, size } = encode(url, { ecc: "M", border: 0 })
  const side = 84
  canvas.room(side + 10)
  const top = canvas.y
  const module = side / size
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) doc.rect(page.margin + x * module, top + y * module, module + 0.05, module + 0.05)
    })
  })
  doc.fill(ink)
  const x = page.margin + side + 16
  const width = rightEdge - x
  const below = canvas.paragraph("Pay online", strong, x, top, width)
  const end = canvas.paragraph(url, { ...small, colour: ink }, x, below, width)
  doc.link(x, top, width, end - top, url)
  doc.link(page.margin, top, side, side, url)
  canvas.y = Math.max(end, top + side) + 10
}

const drawMark = (doc: Document, text: TextLayout, mark: string): void => {
  const style: Style = { weight: "bold", size: 120, colour: "#9aa5b1" }
  doc.save()
  doc.rotate(-35, { origin: [page.width / 2, page.height / 2] })
  doc.fillOpacity(0.25)
  for (const line of text.lines(mark, style, page.width * 2)) {
    text.draw(line, style, (page.width - line.width) / 2, page.height / 2 - 80)
  }
  doc.restore()
}

export const drawInvoice = (
  doc: Document,
  text: TextLayout,
  input: PdfInput,
  logo: Picture | null
): void => {
  const canvas = makeCanvas(doc, text)
  drawHead(doc, canvas, input, logo)
  drawTable(canvas, text, input)
  drawTotals(canvas, input)
  if (input.notes !== null && input.notes !== "") drawNotes(canvas, text, input.notes)
  if (input.paymentUrl !== null && input.amountDueMinor > 0) {
    drawPayment(doc, canvas, input.paymentUrl)
  }
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    const footer = `${input.number} · page ${index + 1} of ${count}`
    canvas.alignedRight(footer, small, rightEdge, page.height - 38)
    if (input.mark !== null) drawMark(doc, text, input.mark)
  }
}
