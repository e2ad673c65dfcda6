/** Renders a statement of account as PDF. The bytes depend on what it shows alone. */
import { languageTag } from "../../../domain/text/Language.ts"
import { wordsIn } from "../../../words/Words.ts"
import {
  bodyStyle,
  type Canvas,
  contentWidth,
  makeCanvas,
  page,
  rightEdge,
  small,
  strongStyle
} from "../file/Canvas.ts"
import { makePdfFile, type PdfFile } from "../file/PdfFile.ts"
import { boxOf } from "../file/PdfPages.ts"
import { logoPicture, type Picture } from "../file/Picture.ts"
import type { Fonts } from "../font/Fonts.ts"
import type { Rendered } from "../invoice/DrawDocument.ts"
import { drawBlock, drawProse } from "../invoice/Sheet.ts"
import { localeFormats } from "../Memoize.ts"
import { makeTextLayout } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import type { StatementInput } from "./StatementInput.ts"
import { drawAgeing, drawMovements, type StatementSheet } from "./StatementTables.ts"

const partyWidth = 235
const logoBox = [180, 56] as const

const drawSeller = (
  sheet: StatementSheet,
  file: PdfFile,
  logo: Picture | null,
  top: number
): number => {
  const { canvas, input } = sheet
  const { name, lines } = input.agency
  if (logo !== null) {
    const { logoOf } = wordsIn(input.language).document
    canvas.tag("Figure", () => logo(file, page.margin, top, logoBox), {
      alternative: logoOf(name),
      box: boxOf([page.margin, top, ...logoBox])
    })
  }
  const nameTop = logo === null ? top : top + 64
  const style = logo === null ? { ...strongStyle, size: 14 } : strongStyle
  const below = drawBlock(sheet, [name], style, page.margin, nameTop, partyWidth)
  return drawBlock(sheet, lines, small, page.margin, below, partyWidth)
}

/** Title and period on the right, seller on the left, then the client. */
const drawHead = (sheet: StatementSheet, file: PdfFile, logo: Picture | null): void => {
  const { canvas, input, words, formats } = sheet
  file.fill(input.agency.colour)
  file.add(`0 0 ${page.width} 6 re\nf`)
  const top = canvas.y
  const sellerEnd = drawSeller(sheet, file, logo, top)
  const title: Style = { weight: "bold", size: 20, colour: input.agency.colour }
  let end = canvas.tag("H1", () =>
    canvas.alignedRight(words.title, title, rightEdge, top, partyWidth)
  )
  const below = [
    words.period(formats.date(input.from), formats.date(input.to)),
    `${words.issued} ${formats.date(input.issuedOn)}`
  ]
  for (const line of below) {
    end = canvas.tag("P", () =>
      canvas.alignedRight(line, bodyStyle, rightEdge, end + 2, partyWidth)
    )
  }
  const start = Math.max(sellerEnd, end) + 24
  const label = drawBlock(sheet, [words.client], small, page.margin, start, partyWidth)
  canvas.y = drawBlock(sheet, input.recipientLines, bodyStyle, page.margin, label, partyWidth) + 24
}

const drawBody = (sheet: StatementSheet): void => {
  const { canvas, input, words } = sheet
  if (input.currencies.length === 0) drawProse(sheet, null, words.none)
  for (const statement of input.currencies) {
    if (input.currencies.length > 1) {
      canvas.room(100)
      canvas.y = canvas.tag("H2", () =>
        canvas.paragraph(statement.currency, strongStyle, page.margin, canvas.y, contentWidth)
      )
      canvas.y += 4
    }
    drawMovements(sheet, statement)
    drawAgeing(sheet, statement)
  }
  const { legalInformation } = input.agency
  if (legalInformation !== null) drawProse(sheet, null, legalInformation, small)
}

/** Page numbers are for paper, so they are no part of the structure. */
const drawFooters = (file: PdfFile, canvas: Canvas, { input, words }: StatementSheet): void => {
  const count = file.pageCount()
  const { page: pageOf } = wordsIn(input.language).document
  for (let index = 0; index < count; index++) {
    file.turnTo(index)
    const footer = `${words.title} · ${pageOf(index + 1, count)}`
    canvas.alignedRight(footer, small, rightEdge, page.height - 38, contentWidth)
  }
}

export const drawStatement = (input: StatementInput, fonts: Fonts): Rendered => {
  const { statement: words } = wordsIn(input.language)
  const formats = localeFormats(input.locale)
  const period = words.period(formats.date(input.from), formats.date(input.to))
  const about = {
    title: `${words.title}, ${period}`,
    author: input.agency.name,
    language: languageTag(input),
    created: new Date(input.createdAt)
  }
  const file = makePdfFile(about, null)
  const text = makeTextLayout(file, fonts)
  const canvas = makeCanvas(file, text)
  const sheet = { input, words, formats, canvas, text }
  const { logo } = input.agency
  const picture = logo === null ? null : logoPicture(logo)
  drawHead(sheet, file, picture)
  drawBody(sheet)
  drawFooters(file, canvas, sheet)
  text.end()
  return {
    bytes: file.end(),
    missing: [...text.missing],
    isWithoutLogo: logo !== null && picture === null
  }
}
