/**
 * The tables of a statement, one pair a currency: movements with the running balance over as many
 * pages as they need, and the open invoices by age.
 */
import type { Formats } from "../../../domain/money/Formats.ts"
import type { StatementWords } from "../../../words/clients/StatementWords.ts"
import {
  bodyStyle,
  type Canvas,
  hairline,
  labelStyle,
  page,
  rightEdge,
  strongStyle
} from "../file/Canvas.ts"
import { leading, type TextLayout } from "../text/TextLayout.ts"
import type { Style } from "../text/TextRuns.ts"
import type { StatementInput } from "./StatementInput.ts"

export interface StatementSheet {
  readonly input: StatementInput
  readonly words: StatementWords
  readonly formats: Formats
  readonly canvas: Canvas
  readonly text: TextLayout
}

type Currency = StatementInput["currencies"][number]

const lineHeight = leading(bodyStyle.size)
const headHeight = 20
const gap = 6
const dateWidth = 72
const amountWidth = 84
const descriptionLeft = page.margin + dateWidth
const edges = [rightEdge - 2 * amountWidth, rightEdge - amountWidth, rightEdge] as const
const descriptionWidth = edges[0] - amountWidth - descriptionLeft

/** A row: its day, its text, and amounts below the three heads; an empty text draws nothing. */
interface Row {
  readonly day: string
  readonly text: string
  readonly amounts: readonly [charge: string, credit: string, balance: string]
  readonly style: Style
}

const rowsOf = (
  { words, formats }: StatementSheet,
  { currency, openingMinor, lines, closingMinor }: Currency,
  { from, to }: Pick<StatementInput, "from" | "to">
): ReadonlyArray<Row> => {
  const amount = (minor: number) => formats.amount(minor, currency)
  const balance = (day: StatementInput["from"], text: string, minor: number): Row => ({
    ...{ day: formats.date(day), text, style: strongStyle },
    amounts: ["", "", amount(minor)]
  })
  return [
    balance(from, words.opening, openingMinor),
    ...lines.map(({ day, kind, number, reference, amountMinor, balanceMinor }): Row => {
      const named = words.movements[kind](number)
      return {
        day: formats.date(day),
        text: reference === null ? named : `${named} · ${reference}`,
        amounts: [
          amountMinor >= 0 ? amount(amountMinor) : "",
          amountMinor < 0 ? amount(-amountMinor) : "",
          amount(balanceMinor)
        ],
        style: bodyStyle
      }
    }),
    balance(to, words.closing, closingMinor)
  ]
}

const drawHead = ({ canvas, words, input }: StatementSheet, currency: string): void => {
  const { y } = canvas
  const { columns } = words
  const head = (draw: () => void) => canvas.tag("TH", draw, { scope: "Column" })
  canvas.tag("TR", () => {
    head(() => canvas.value(columns.date, labelStyle, page.margin, y, dateWidth))
    head(() => canvas.value(columns.description, labelStyle, descriptionLeft, y, descriptionWidth))
    const names = [columns.charges, columns.credits, `${columns.balance}, ${currency}`]
    names.forEach((name, index) => {
      head(() => canvas.alignedRight(name, labelStyle, edges[index] ?? rightEdge, y, amountWidth))
    })
  })
  canvas.y += 14
  canvas.rule(input.agency.colour, 1)
  canvas.y += headHeight - 14
}

const drawRow = ({ canvas }: StatementSheet, { day, text, amounts, style }: Row): void => {
  const { y } = canvas
  canvas.tag("TR", () => {
    canvas.tag("TD", () => canvas.value(day, style, page.margin, y, dateWidth))
    const end = canvas.tag("TD", () =>
      canvas.paragraph(text, style, descriptionLeft, y, descriptionWidth)
    )
    amounts.forEach((amount, index) => {
      canvas.tag("TD", () =>
        canvas.alignedRight(amount, style, edges[index] ?? rightEdge, y, amountWidth)
      )
    })
    canvas.y = Math.max(end, y + lineHeight)
  })
  canvas.y += gap / 2
  canvas.rule(hairline)
  canvas.y += gap / 2
}

export const drawMovements = (sheet: StatementSheet, statement: Currency): void => {
  const { canvas, text, input } = sheet
  const rows = rowsOf(sheet, statement, input)
  canvas.room(headHeight + 3 * (lineHeight + gap))
  canvas.tag("Table", () => {
    drawHead(sheet, statement.currency)
    for (const row of rows) {
      const lines = text.lines(row.text, row.style, descriptionWidth).length
      if (canvas.y + lines * lineHeight + gap > page.bottom) {
        // The head of a further page is for paper: the structure has one table.
        canvas.artifact(() => {
          canvas.newPage()
          drawHead(sheet, statement.currency)
        })
      }
      drawRow(sheet, row)
    }
  })
  canvas.y += 10
}

const ageColumn = (rightEdge - page.margin) / 6

/** One row: six sums under their heads, and the credit that is left below them. */
export const drawAgeing = (sheet: StatementSheet, statement: Currency): void => {
  const { canvas, words, formats } = sheet
  const { ageing, currency, creditMinor } = statement
  const { ages } = words
  const cells: ReadonlyArray<readonly [head: string, minor: number]> = [
    [ages.notDue, ageing.notDueMinor],
    [ages.days30, ageing.days_1_30Minor],
    [ages.days60, ageing.days_31_60Minor],
    [ages.days90, ageing.days_61_90Minor],
    [ages.older, ageing.daysOver_90Minor],
    [ages.open, ageing.totalMinor]
  ]
  canvas.room(5 * lineHeight + headHeight)
  canvas.y = canvas.tag("H2", () =>
    canvas.paragraph(words.ageing, strongStyle, page.margin, canvas.y + 6, 400)
  )
  canvas.y += 6
  canvas.tag("Table", () => {
    const row = (tag: "TH" | "TD", style: Style, values: ReadonlyArray<string>): void => {
      const { y } = canvas
      canvas.tag("TR", () => {
        const ends = values.map((value, index) => {
          const edge = page.margin + (index + 1) * ageColumn
          return canvas.tag(
            tag,
            () => canvas.alignedRight(value, style, edge, y, ageColumn - 6),
            tag === "TH" ? { scope: "Column" } : {}
          )
        })
        canvas.y = Math.max(...ends)
      })
    }
    row(
      "TH",
      labelStyle,
      cells.map(([head]) => head)
    )
    canvas.y += 3
    canvas.rule(hairline)
    canvas.y += 5
    row(
      "TD",
      bodyStyle,
      cells.map(([, minor]) => formats.amount(minor, currency))
    )
  })
  if (creditMinor > 0) {
    const credit = `${words.lessCredit}: ${formats.money(creditMinor, currency)}`
    canvas.y = canvas.tag("P", () =>
      canvas.alignedRight(credit, strongStyle, rightEdge, canvas.y + 6)
    )
  }
  canvas.y += 20
}
