/** The elements of a statement of account: period, movements with balances, and open invoices. */
import type { CurrencyStatement } from "../../../domain/clients/Statement.ts"
import type { Formats } from "../../../domain/money/Formats.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import {
  button,
  type Child,
  caption,
  div,
  form,
  h1,
  h2,
  p,
  span,
  table,
  tbody,
  td,
  tr
} from "../../../html/Elements.ts"
import type { StatementWords } from "../../../words/clients/StatementWords.ts"
import { field, link, pageHead, rowsTable } from "../../Parts.ts"

interface StatementView {
  readonly path: string
  readonly words: StatementWords
  readonly formats: Formats
  /** The way back. */
  readonly crumb: Child
  readonly from: CalendarDate
  readonly to: CalendarDate
}

const dayField = (name: "from" | "to", label: string, value: CalendarDate): Child =>
  field({ name, label, type: "date", value, required: true })

export const statementHead = ({ path, words, formats, crumb, from, to }: StatementView): Child => [
  pageHead(
    div(
      crumb,
      h1(words.title),
      p({ class: "quiet" }, words.period(formats.date(from), formats.date(to)))
    ),
    link(`${path}.pdf?from=${from}&to=${to}`, words.pdf, "button")
  ),
  form(
    { class: "row", method: "get", action: path },
    dayField("from", words.from, from),
    dayField("to", words.to, to),
    button({ type: "submit", class: "second" }, words.show)
  )
]

const movementRows = (
  { words, formats, from, to }: StatementView,
  { currency, openingMinor, closingMinor, lines }: CurrencyStatement
): ReadonlyArray<Child> => {
  const amount = (minor: number) => formats.amount(minor, currency)
  const balance = (day: CalendarDate, text: string, minor: number) =>
    tr(
      td({ class: "quiet hide date" }, formats.date(day)),
      td({ class: "strong a1" }, text),
      td({ class: "hide" }),
      td({ class: "hide" }),
      td({ class: "r strong a2" }, amount(minor))
    )
  return [
    balance(from, words.opening, openingMinor),
    ...lines.map(({ day, kind, number, reference, amountMinor, balanceMinor }) =>
      tr(
        td({ class: "quiet date b1" }, formats.date(day)),
        td(
          { class: "a1 wrap" },
          words.movements[kind](number),
          reference === null ? null : span({ class: "small quiet" }, ` ${reference}`)
        ),
        td(
          { class: amountMinor < 0 ? "r hide" : "r a2" },
          amountMinor < 0 ? "" : amount(amountMinor)
        ),
        td(
          { class: amountMinor < 0 ? "r a2" : "r hide" },
          amountMinor < 0 ? [span({ class: "narrow-only" }, "-"), amount(-amountMinor)] : ""
        ),
        td({ class: "r quiet b2" }, amount(balanceMinor))
      )
    ),
    balance(to, words.closing, closingMinor)
  ]
}

/** Nothing is open by any age where no invoice is open and no credit is left. */
const ageingOf = (
  { words, formats }: StatementView,
  { ageing, currency, creditMinor }: CurrencyStatement
): Child => {
  if (ageing.totalMinor === 0 && creditMinor === 0) return null
  const { ages } = words
  const rows: ReadonlyArray<readonly [name: string, minor: number]> = [
    [ages.notDue, ageing.notDueMinor],
    [ages.days30, ageing.days_1_30Minor],
    [ages.days60, ageing.days_31_60Minor],
    [ages.days90, ageing.days_61_90Minor],
    [ages.older, ageing.daysOver_90Minor],
    [ages.open, ageing.totalMinor],
    ...(creditMinor > 0 ? [[words.lessCredit, -creditMinor] as const] : [])
  ]
  return [
    h2(`${words.ageing}, ${currency}`),
    table(
      { class: "rows fields" },
      caption(`${words.ageing}, ${currency}`),
      tbody(
        rows.map(([name, minor]) =>
          tr(
            td({ class: "a1" }, name),
            td({ class: minor === 0 ? "r quiet a2" : "r a2" }, formats.amount(minor, currency))
          )
        )
      )
    )
  ]
}

export const statementTables = (
  view: StatementView,
  currencies: ReadonlyArray<CurrencyStatement>
): Child => {
  const { columns, title, none } = view.words
  if (currencies.length === 0) return p({ class: "empty" }, none)
  return currencies.map((statement) => [
    currencies.length === 1 ? null : h2(statement.currency),
    rowsTable(
      `${title}, ${statement.currency}`,
      [
        [columns.date],
        [columns.description],
        [columns.charges, "r"],
        [columns.credits, "r"],
        [`${columns.balance}, ${statement.currency}`, "r"]
      ],
      movementRows(view, statement)
    ),
    ageingOf(view, statement)
  ])
}
