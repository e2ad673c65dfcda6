/** The lines of the invoice form: a table of inputs, with the unit and the tax of a line folded. */
import type { TaxCategory } from "../../../domain/money/Money.ts"
import {
  button,
  type Child,
  caption,
  details,
  div,
  input,
  label,
  option,
  output,
  p,
  select,
  span,
  summary,
  table,
  tbody,
  td,
  textarea,
  th,
  thead,
  tr
} from "../../../html/Elements.ts"
import type { InvoiceFormWords } from "../../../words/invoices/InvoiceFormWords.ts"
import { needsReason } from "./FormInput.ts"
import type { LineField, LineValues } from "./FormValues.ts"

interface LinesView {
  readonly words: InvoiceFormWords
  readonly lines: ReadonlyArray<LineValues>
  /** The total of each line, formatted; empty where there is none. */
  readonly totals: ReadonlyArray<string>
  readonly messageOf: (field: string) => string | undefined
  readonly focus: string | undefined
}

const commonUnits = ["HUR", "DAY", "WEE", "MON", "C62", "KMT"] as const

interface Named {
  readonly name: string
  readonly id: string
  readonly label: string
}

/** The name of a field of a line, and its problem. */
const attributesOf = ({ messageOf, focus }: LinesView, { name, id, label: text }: Named) => {
  const wrong = messageOf(name)
  return {
    name,
    id,
    "aria-label": text,
    "aria-invalid": wrong === undefined ? undefined : ("true" as const),
    "aria-describedby": wrong === undefined ? undefined : `${id}-problem`,
    autofocus: focus === name ? true : undefined
  }
}

const problemOf = ({ messageOf }: LinesView, { name, id }: Named): Child => {
  const wrong = messageOf(name)
  return wrong === undefined ? null : p({ class: "problem", id: `${id}-problem` }, wrong)
}

export const categoryOptions = (
  words: InvoiceFormWords,
  chosen: string,
  none: string
): ReadonlyArray<Child> => [
  option({ value: "", selected: chosen === "" }, none),
  ...(Object.entries(words.categories) as ReadonlyArray<[TaxCategory, string]>).map(
    ([category, text]) =>
      option({ value: category, selected: category === chosen }, `${category} – ${text}`)
  )
]

const unitOptions = (words: InvoiceFormWords, chosen: string): ReadonlyArray<Child> => {
  const isCommon = commonUnits.some((code) => code === chosen)
  return [
    option({ value: "", selected: chosen === "" }, words.noUnit),
    ...commonUnits.map((code) =>
      option({ value: code, selected: code === chosen }, words.units[code])
    ),
    chosen === "" || isCommon ? null : option({ value: chosen, selected: true }, chosen)
  ]
}

/** The table of elements lacks this attribute. */
const rates = { list: "rates" }

const nameOf = (at: number, field: LineField): string => `line.${at}.${field}`

/** The unit and the tax of a line, open where it has some. */
const moreOf = (view: LinesView, line: LineValues, at: number): Child => {
  const { words } = view
  const { labels } = words
  const named = (field: LineField, text: string): Named => ({
    name: nameOf(at, field),
    id: `line-${at}-${field}`,
    label: `${words.line(String(at + 1))}, ${text}`
  })
  const unit = named("unit", labels.unit)
  const rate = named("tax_rate", labels.taxRate)
  const category = named("tax_category", labels.taxCategory)
  const reason = named("exemption_reason", labels.exemptionReason)
  const needsOne = needsReason(line.tax_category) || line.exemption_reason !== ""
  const isWrong = [unit, rate, category, reason].some(
    ({ name }) => view.messageOf(name) !== undefined
  )
  const hasSome = [line.unit, line.tax_rate, line.tax_category].some((text) => text !== "")
  return details(
    { open: isWrong || hasSome ? true : undefined },
    summary(words.lineDetails, span({ class: "vh" }, ` ${at + 1}`)),
    div(
      { class: "line-more" },
      div(
        label({ for: unit.id }, labels.unit),
        select(attributesOf(view, unit), unitOptions(words, line.unit)),
        problemOf(view, unit)
      ),
      div(
        label({ for: rate.id }, labels.taxRate),
        input({
          ...attributesOf(view, rate),
          ...rates,
          inputMode: "decimal",
          maxLength: 40,
          placeholder: words.asInvoice,
          value: line.tax_rate
        }),
        problemOf(view, rate)
      ),
      div(
        label({ for: category.id }, labels.taxCategory),
        select(
          // Another kind of tax may need a reason, or none.
          { ...attributesOf(view, category), "data-refresh": "" },
          categoryOptions(words, line.tax_category, words.byRate)
        ),
        problemOf(view, category)
      ),
      needsOne || view.messageOf(reason.name) !== undefined
        ? div(
            label({ for: reason.id }, labels.exemptionReason),
            input({ ...attributesOf(view, reason), maxLength: 1000, value: line.exemption_reason }),
            problemOf(view, reason)
          )
        : null
    )
  )
}

const intent = (value: string, text: string, name: string): Child =>
  button({ type: "submit", name: "intent", value, class: "second", "aria-label": name }, text)

const lineOf = (view: LinesView, line: LineValues, at: number): Child => {
  const { words, totals } = view
  const { labels } = words
  const number = words.line(String(at + 1))
  const named = (field: LineField, text: string): Named => ({
    name: nameOf(at, field),
    id: `line-${at}-${field}`,
    label: `${number}, ${text}`
  })
  const description = named("description", labels.description)
  const quantity = named("quantity", labels.quantity)
  const price = named("unit_price", labels.unitPrice)
  const decimal = { inputMode: "decimal", maxLength: 40, autocomplete: "off" } as const
  return [
    tr(
      td(
        { class: "d" },
        textarea(
          {
            ...attributesOf(view, description),
            rows: line.description.split("\n").length,
            maxLength: 2000,
            placeholder: words.descriptionHint
          },
          line.description
        ),
        problemOf(view, description)
      ),
      td(
        { class: "q" },
        input({
          ...attributesOf(view, quantity),
          ...decimal,
          placeholder: "1",
          value: line.quantity
        }),
        problemOf(view, quantity)
      ),
      td(
        { class: "u" },
        input({ ...attributesOf(view, price), ...decimal, value: line.unit_price }),
        problemOf(view, price)
      ),
      td({ class: "r" }, output({ id: `line-${at}-total`, "data-live": "" }, totals[at] ?? "")),
      td(
        { class: "x" },
        at === 0 ? null : intent(`move-up:${at}`, "↑", `${words.moveUp}, ${number}`),
        intent(`remove-line:${at}`, "×", `${words.remove}, ${number}`)
      )
    ),
    tr({ class: "more" }, td({ colSpan: 5 }, moreOf(view, line, at)))
  ]
}

export const linesTable = (view: LinesView): Child => {
  const { words, lines } = view
  const { labels } = words
  return table(
    { class: "lines" },
    caption(words.lines),
    thead(
      tr(
        th({ scope: "col" }, labels.description),
        th({ scope: "col", class: "r" }, labels.quantity),
        th({ scope: "col", class: "r" }, labels.unitPrice),
        th({ scope: "col", class: "r" }, words.total),
        th({ scope: "col" }, span({ class: "vh" }, words.remove))
      )
    ),
    tbody(lines.map((line, at) => lineOf(view, line, at)))
  )
}
