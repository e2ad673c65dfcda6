/** Draws one invoice on A4: parties, lines over as many pages as they need, totals, notes, payment. */
import type PDFDocument from "pdfkit"
import type { InvoiceDocument } from "../../app/ports/PdfRenderer.ts"
import { addressLines } from "../../domain/Address.ts"
import { formatMinor, formatMoney } from "../../domain/Currency.ts"
import { type Line, leading, type Style, type TextLayout } from "./TextLayout.ts"

const page = { width: 595.28, height: 841.89, margin: 50, bottom: 790 } as const
const right = page.width - page.margin
const contentWidth = right - page.margin

const ink = "#1f2933"
const grey = "#52606d"
const body: Style = { weight: "regular", size: 9.5, colour: ink }
const strong: Style = { weight: "bold", size: 9.5, colour: ink }
const small: Style = { weight: "regular", size: 8.5, colour: grey }
const title: Style = { weight: "bold", size: 20, colour: ink }

/** Columns of the table of lines: left edges and widths in points. */
const columns = {
  description: { x: page.margin, width: 245 },
  quantity: { x: 305, width: 55 },
  unitPrice: { x: 365, width: 85 },
  total: { x: 455, width: right - 455 }
} as const
type Column = keyof typeof columns

export const drawInvoice = (
  doc: typeof PDFDocument.prototype,
  text: TextLayout,
  document: InvoiceDocument
): void => {
  const { invoice, workspace, recipient } = document
  let y: number = page.margin

  const newPage = (): void => {
    doc.addPage()
    y = page.margin
  }
  const room = (height: number): void => {
    if (y + height > page.bottom) newPage()
  }

  /** Draws lines below each other from `top` and answers where they end. */
  const block = (lines: ReadonlyArray<Line>, style: Style, x: number, top: number): number => {
    lines.forEach((line, index) => {
      text.draw(line, style, x, top + index * leading(style.size))
    })
    return top + lines.length * leading(style.size)
  }
  const paragraph = (content: string, style: Style, x: number, top: number, width: number) =>
    block(text.lines(content, style, width), style, x, top)
  const alignedRight = (content: string, style: Style, edge: number, top: number): void => {
    for (const line of text.lines(content, style, contentWidth)) {
      text.draw(line, style, edge - line.width, top)
    }
  }
  const rule = (colour: string): void => {
    doc.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.5).strokeColor(colour).stroke()
  }

  const head = (): void => {
    const { branding } = workspace
    const left = paragraph(workspace.displayName, { ...strong, size: 13 }, page.margin, y, 260)
    const sender = [branding.address, branding.vatId, branding.email].filter(
      (part) => part !== null
    )
    const senderEnd = paragraph(sender.join("\n"), small, page.margin, left, 260)
    alignedRight("Invoice", title, right, y)
    alignedRight(invoice.number, { ...strong, size: 12 }, right, y + 28)
    y = Math.max(senderEnd, y + 50) + 20

    const to = [recipient.company, recipient.name].filter((name) => name !== null && name !== "")
    const address = recipient.address === null ? [] : addressLines(recipient.address)
    paragraph("Billed to", small, page.margin, y, 260)
    const toEnd = paragraph(
      [...new Set([...to, ...address, recipient.email])].join("\n"),
      body,
      page.margin,
      y + 13,
      260
    )
    const facts: ReadonlyArray<readonly [string, string]> = [
      ["Issued", invoice.issueDate],
      ["Due", invoice.dueDate],
      ["Currency", invoice.currency],
      ...(invoice.project === null ? [] : [["Project", invoice.project.name] as const])
    ]
    let factsEnd = y
    for (const [name, value] of facts) {
      paragraph(name, small, 350, factsEnd, 70)
      factsEnd = paragraph(value, body, 420, factsEnd, right - 420)
    }
    y = Math.max(toEnd, factsEnd) + 24
  }

  const cell = (column: Column, content: string, style: Style, top: number): void => {
    const { x, width } = columns[column]
    alignedRight(content, style, x + width, top)
  }

  const tableHead = (): void => {
    paragraph("Description", small, columns.description.x, y, columns.description.width)
    cell("quantity", "Quantity", small, y)
    cell("unitPrice", "Unit price", small, y)
    cell("total", "Total", small, y)
    y += 14
    rule(ink)
    y += 6
  }

  const table = (): void => {
    tableHead()
    for (const item of invoice.lineItems) {
      const lines = text.lines(item.description, body, columns.description.width)
      if (y + leading(body.size) > page.bottom) {
        newPage()
        tableHead()
      }
      cell("quantity", String(item.quantity), body, y)
      cell("unitPrice", formatMinor(item.unitPriceMinor, invoice.currency), body, y)
      cell("total", formatMinor(item.totalMinor, invoice.currency), body, y)
      for (const line of lines) {
        if (y + leading(body.size) > page.bottom) {
          newPage()
          tableHead()
        }
        text.draw(line, body, columns.description.x, y)
        y += leading(body.size)
      }
      y += 5
    }
    rule(grey)
    y += 10
  }

  const totals = (): void => {
    const money = (minor: number) => formatMoney(minor, invoice.currency)
    const rate = invoice.taxRate === null ? "Tax" : `Tax ${percent(invoice.taxRate)}`
    const rows: ReadonlyArray<readonly [string, string, Style]> = [
      ["Subtotal", money(invoice.subtotalMinor), body],
      ...(invoice.discountMinor === 0
        ? []
        : [["Discount", money(-invoice.discountMinor), body] as const]),
      ...(invoice.taxRate === null ? [] : [[rate, money(invoice.taxMinor), body] as const]),
      ["Total", money(invoice.totalMinor), { ...strong, size: 11 }],
      ...(invoice.amountPaidMinor === 0
        ? []
        : [["Paid", money(-invoice.amountPaidMinor), body] as const]),
      ["Amount due", money(amountDue(document)), strong]
    ]
    room(rows.length * 18)
    for (const [name, value, style] of rows) {
      paragraph(name, style, 350, y, 100)
      alignedRight(value, style, right, y)
      y += 18
    }
    y += 12
  }

  const section = (heading: string, content: string): void => {
    room(leading(strong.size) * 2)
    y = paragraph(heading, strong, page.margin, y, contentWidth)
    for (const line of text.lines(content, body, contentWidth)) {
      room(leading(body.size))
      text.draw(line, body, page.margin, y)
      y += leading(body.size)
    }
    y += 12
  }

  head()
  table()
  totals()
  if (invoice.notes !== null && invoice.notes !== "") section("Notes", invoice.notes)
  if (invoice.processorPaymentUrl !== null && amountDue(document) > 0) {
    const top = y
    section("Pay online", invoice.processorPaymentUrl)
    if (y > top) {
      doc.link(
        page.margin,
        y - 12 - leading(body.size),
        contentWidth,
        leading(body.size),
        invoice.processorPaymentUrl
      )
    }
  }
  finishPages(doc, text, document)
}

const amountDue = ({ invoice }: InvoiceDocument): number =>
  invoice.status === "void" ? 0 : invoice.totalMinor - invoice.amountPaidMinor

/** A fraction of at most six decimals as a percentage, without float arithmetic. */
const percent = (rate: number): string => {
  const digits = rate.toFixed(6).replace(".", "")
  const whole = String(Number(digits.slice(0, 3)))
  const fraction = digits.slice(3).replace(/0+$/, "")
  return `${whole}${fraction === "" ? "" : `.${fraction}`}%`
}

const finishPages = (
  doc: typeof PDFDocument.prototype,
  text: TextLayout,
  { invoice }: InvoiceDocument
): void => {
  const mark = invoice.status === "draft" ? "DRAFT" : invoice.status === "void" ? "VOID" : null
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    const footer = `${invoice.number} · page ${index + 1} of ${count}`
    for (const line of text.lines(footer, small, contentWidth)) {
      text.draw(line, small, right - line.width, page.height - 38)
    }
    if (mark !== null) drawMark(doc, mark)
  }
}

const drawMark = (doc: typeof PDFDocument.prototype, mark: string): void => {
  doc.save()
  doc.rotate(-35, { origin: [page.width / 2, page.height / 2] })
  doc.font("bold0").fontSize(120).fillColor("#9aa5b1").fillOpacity(0.25)
  const width = doc.widthOfString(mark)
  doc.text(mark, (page.width - width) / 2, page.height / 2 - 80, { lineBreak: false })
  doc.restore()
}
