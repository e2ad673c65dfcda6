/**
 * Ways to pay: by bank transfer and by the payment link, each as text and as a QR code that a phone
 * can read.
 */
import { spacedIban } from "../../../domain/parties/BankAccount.ts"
import { transferText } from "../../../domain/payments/TransferCode.ts"
import { contentWidth, ink, page, rightEdge, small, strongStyle } from "../file/Canvas.ts"
import { type Box, boxOf } from "../file/PdfPages.ts"
import { qrCode } from "../file/QrCode.ts"
import { drawBlock, type Sheet } from "./Sheet.ts"

const side = 84
/** Between the code and its text, and between the two ways to pay. */
const gap = 14
/** An IBAN of most countries has room in one line. */
const transferWidth = 285
const textStyle = { ...small, colour: ink }

/** Draws a way to pay from its left edge within the width; the result is its lower end. */
type Way = (left: number, top: number, width: number) => number

const transferWay = (sheet: Sheet): Way | null => {
  const { input, words, file, canvas } = sheet
  const { bankAccount, name } = input.agency
  if (bankAccount === null) return null
  const { iban, bic } = bankAccount
  const holder = bankAccount.holder ?? name
  const { currency, amountDueMinor: amountMinor, number: reference } = input
  const code = transferText({ holder, iban, bic, currency, amountMinor, reference })
  return (left, top, width) => {
    const indent = code === null ? 0 : side + gap
    if (code !== null) {
      canvas.tag("Figure", () => file.add(qrCode(code, side, left, top)), {
        alternative: words.transferCode,
        box: boxOf([left, top, side, side])
      })
    }
    const x = left + indent
    const below = canvas.tag("H2", () =>
      canvas.paragraph(words.bankTransfer, strongStyle, x, top, width - indent)
    )
    const lines = [
      `${words.labelled(words.accountHolder)} ${holder}`,
      `${words.labelled(words.iban)} ${spacedIban(iban)}`,
      ...(bic === null ? [] : [`${words.labelled(words.bic)} ${bic}`]),
      `${words.labelled(words.paymentReference)} ${reference}`
    ]
    const end = drawBlock(sheet, lines, textStyle, x, below, width - indent)
    return Math.max(end, top + (code === null ? 0 : side))
  }
}

const linkWay = ({ input, words, file, canvas }: Sheet): Way | null => {
  const { paymentUrl: url } = input
  if (url === null) return null
  return (left, top, width) => {
    const x = left + side + gap
    const spoken = `${words.labelled(words.payOnline)} ${url}`
    const box: Box = [left, top, side, side]
    canvas.tag("P", () =>
      canvas.tag("Link", () => {
        canvas.tag("Figure", () => file.add(qrCode(url, side, left, top)), {
          alternative: words.payCode,
          box: boxOf(box)
        })
        file.link(box, url, spoken)
      })
    )
    const below = canvas.tag("H2", () =>
      canvas.paragraph(words.payOnline, strongStyle, x, top, width - side - gap)
    )
    const end = canvas.tag("P", () =>
      canvas.tag("Link", () => {
        const lower = canvas.paragraph(url, textStyle, x, below, width - side - gap)
        file.link([x, top, width - side - gap, lower - top], url, spoken)
        return lower
      })
    )
    return Math.max(end, top + side)
  }
}

export const drawPayment = (sheet: Sheet): void => {
  const { canvas, input } = sheet
  // Neither a draft nor a void invoice is to be paid.
  if (input.amountDueMinor <= 0 || input.mark !== null) return
  const transfer = transferWay(sheet)
  const link = linkWay(sheet)
  if (transfer === null && link === null) return
  // Long names and links take a few lines more than the codes.
  canvas.room(side + 30)
  const top = canvas.y
  const width = transfer !== null && link !== null ? transferWidth : contentWidth
  const transferEnd = transfer?.(page.margin, top, width) ?? top
  const left = transfer === null ? page.margin : page.margin + transferWidth + gap
  const linkEnd = link?.(left, top, rightEdge - left) ?? top
  canvas.y = Math.max(transferEnd, linkEnd) + 14
}
