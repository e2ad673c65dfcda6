/** The head of a document: the seller, the title with what is due, the buyer, dates and numbers. */
import {
  bodyStyle,
  contentWidth,
  ink,
  page,
  rightEdge,
  small,
  strongStyle
} from "../file/Canvas.ts"
import { roundedFrame, strokeColour } from "../file/Operators.ts"
import { boxOf } from "../file/PdfPages.ts"
import type { Picture } from "../file/Picture.ts"
import { ascent } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import type { PdfInput } from "./PdfInput.ts"
import { drawBlock, type Sheet } from "./Sheet.ts"

/** Left edges of the labels and values beside the recipient. */
const factsLeft = 308
const valuesLeft = 402
const labelWidth = valuesLeft - factsLeft - 6
/** Seller and buyer. */
const partyWidth = 235
const titleWidth = 250
const logoBox = [180, 56] as const

/** A word in a frame, so that it is seen at once and on a black and white print too. */
const drawState = (
  { words, formats, file, canvas, text }: Sheet,
  { name, day }: NonNullable<PdfInput["state"]>,
  top: number
): number => {
  const word = words.states[name]
  const colour = name === "paid" ? "#1b7a3d" : "#b42318"
  const style: Style = { weight: "bold", size: 11, colour }
  const widthOf = (shown: string) =>
    Math.max(...text.lines(shown, style, contentWidth).map((line) => line.width))
  const date = day === null ? "" : formats.date(day)
  const width = widthOf(word) + (day === null ? 0 : widthOf(date) + 6)
  // Drawn separately: a date in right-to-left letters would take the word's place.
  canvas.tag("P", () => canvas.value(word, style, rightEdge - width - 8, top + 4, contentWidth))
  if (date !== "") {
    canvas.tag("P", () => canvas.alignedRight(date, style, rightEdge - 8, top + 4))
  }
  file.add(roundedFrame(rightEdge - width - 16, top, width + 16, 24, 3))
  file.add(`1.2 w\n${strokeColour(colour)}\nS`)
  return top + 28
}

const drawSeller = (sheet: Sheet, logo: Picture | null, top: number): number => {
  const { words, file, canvas } = sheet
  const { name, lines } = sheet.input.agency
  if (logo !== null) {
    canvas.tag("Figure", () => logo(file, page.margin, top, logoBox), {
      alternative: words.logoOf(name),
      box: boxOf([page.margin, top, ...logoBox])
    })
  }
  const nameTop = logo === null ? top : top + 64
  const style = logo === null ? { ...strongStyle, size: 14 } : strongStyle
  const below = drawBlock(sheet, [name], style, page.margin, nameTop, partyWidth)
  return drawBlock(sheet, lines, small, page.margin, below, partyWidth)
}

const subtitle: Style = { weight: "bold", size: 9.5, colour: ink }

/** Under the title stands what has to be paid, and when, or the invoice that a note corrects. */
const drawTitle = (sheet: Sheet, top: number): number => {
  const { input, words, formats, canvas } = sheet
  const { currency, mark, state, amountDueMinor, ofInvoice } = input
  const title: Style = { weight: "bold", size: 22, colour: input.agency.colour }
  const named = words.named(input.title, input.number)
  let end = canvas.tag(
    "H1",
    () => {
      const numberTop = canvas.alignedRight(input.title, title, rightEdge, top, titleWidth)
      const number = { ...strongStyle, size: 12 }
      return canvas.alignedRight(input.number, number, rightEdge, numberTop, titleWidth)
    },
    // The mark across the page is no part of the structure.
    { text: mark === null ? named : `${named}, ${words.marks[mark]}` }
  )
  if (ofInvoice !== null) {
    const original = words.corrects(ofInvoice.number, formats.longDate(ofInvoice.issueDate))
    end = canvas.tag("P", () =>
      canvas.alignedRight(original, subtitle, rightEdge, end + 3, titleWidth)
    )
  }
  if (amountDueMinor > 0) {
    const amount = formats.money(amountDueMinor, currency)
    const due = words.dueOn(amount, formats.longDate(input.dueDate))
    end = canvas.tag("P", () => canvas.alignedRight(due, subtitle, rightEdge, end + 3, titleWidth))
  }
  return state === null ? end : drawState(sheet, state, end + 6)
}

type Fact = readonly [label: string, value: string]

const factsOf = ({ input, words, formats }: Sheet): ReadonlyArray<Fact> => {
  const { servicePeriod: period, deliveryDate } = input
  const optional: ReadonlyArray<readonly [string, string | null]> = [
    [words.deliveryDate, deliveryDate === null ? null : formats.date(deliveryDate)],
    [
      words.servicePeriod,
      period === null ? null : `${formats.date(period.start)} – ${formats.date(period.end)}`
    ],
    [words.project, input.projectName],
    [words.purchaseOrder, input.purchaseOrder],
    [words.contract, input.contractReference],
    [words.buyerReference, input.buyerReference],
    [words.buyerAccounting, input.buyerAccountingReference]
  ]
  return [
    [words.issueDate, formats.date(input.issueDate)],
    ...(input.corrects === null ? [[words.dueDate, formats.date(input.dueDate)] as const] : []),
    [words.currency, input.currency],
    ...optional.filter((fact): fact is Fact => fact[1] !== null)
  ]
}

/** The label is smaller: it begins lower, so that both stand on one baseline. */
const labelInset = ascent(bodyStyle.size) - ascent(small.size)

const drawFact = ({ canvas }: Sheet, [label, value]: Fact, top: number): number =>
  canvas.tag("TR", () => {
    const labelEnd = canvas.tag(
      "TH",
      () => canvas.paragraph(label, small, factsLeft, top + labelInset, labelWidth),
      { scope: "Row" }
    )
    const valueEnd = canvas.tag("TD", () =>
      canvas.value(value, bodyStyle, valuesLeft, top, rightEdge - valuesLeft)
    )
    return Math.max(labelEnd, valueEnd)
  })

export const drawHead = (sheet: Sheet, logo: Picture | null): void => {
  const { input, words, file, canvas } = sheet
  file.fill(input.agency.colour)
  file.add(`0 0 ${page.width} 6 re\nf`)
  const top = canvas.y
  const sellerEnd = drawSeller(sheet, logo, top)
  const titleEnd = drawTitle(sheet, top)
  const start = Math.max(sellerEnd, titleEnd) + 24
  const label = drawBlock(sheet, [words.billTo], small, page.margin, start, partyWidth)
  const buyerEnd = drawBlock(sheet, input.recipientLines, bodyStyle, page.margin, label, partyWidth)
  const factsEnd = canvas.tag("Table", () =>
    factsOf(sheet).reduce((end, fact) => drawFact(sheet, fact, end), start)
  )
  canvas.y = Math.max(buyerEnd, factsEnd) + 26
}
