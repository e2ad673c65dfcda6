/** The lines of an invoice for its client, with the tax rate of each, and the sums below them. */
import type { AddressedInvoice } from "../../../app/ports/invoices/PdfRenderer.ts"
import { type Formats, formatsOf } from "../../../domain/money/Formats.ts"
import { hasReason, taxOfLine } from "../../../domain/money/Money.ts"
import {
  type Child,
  caption,
  dd,
  div,
  dl,
  dt,
  table,
  tbody,
  td,
  th,
  thead,
  tr
} from "../../../html/Elements.ts"
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import { wordsIn } from "../../../words/Words.ts"

type View = AddressedInvoice["invoice"]
type Line = View["lineItems"][number]

/** A label with its value; the value of a sum is a figure. */
export const fact = (label: string, value: Child, kind?: string): Child => [
  dt({ class: kind }, label),
  dd({ class: kind }, value)
]

const rateOf = (line: Line, invoice: View, words: DocumentWords, formats: Formats): string => {
  const tax = taxOfLine(line, invoice)
  if (tax === null) return words.notTaxed
  return hasReason(tax.taxCategory) ? words.noTax : formats.percent(tax.taxRate)
}

const quantityOf = ({ quantity, unit }: Line, words: DocumentWords, formats: Formats): string =>
  unit === null
    ? formats.quantity(quantity)
    : `${formats.quantity(quantity)} ${words.unitName(unit, quantity)}`

/** The first line names the work, the others describe it. */
const descriptionOf = ({ description }: Line): Child => {
  const [name = "", ...others] = description.split("\n")
  return [
    div(name),
    others.length === 0 ? null : div({ class: "notes small quiet" }, others.join("\n"))
  ]
}

/** A row for each rate, and for each reason why there is no tax. */
const taxFacts = ({ taxes, currency }: View, words: DocumentWords, formats: Formats): Child =>
  taxes.map(({ category, rate, baseMinor, taxMinor, exemptionReason }) =>
    fact(
      hasReason(category)
        ? (exemptionReason ?? words.exemptions[category] ?? words.exempt)
        : words.taxOn(formats.percent(rate), formats.amount(baseMinor, currency)),
      formats.amount(taxMinor, currency)
    )
  )

const sumsOf = (invoice: View, words: DocumentWords, formats: Formats): Child =>
  dl(
    { class: "facts sums" },
    fact(words.subtotal, formats.amount(invoice.subtotalMinor, invoice.currency)),
    invoice.discountMinor === 0
      ? null
      : fact(words.discount, formats.amount(-invoice.discountMinor, invoice.currency)),
    taxFacts(invoice, words, formats),
    fact(words.total, formats.money(invoice.totalMinor, invoice.currency), "strong")
  )

/** On a narrow screen quantity, price and rate stand below the description. */
export const payLines = ({ invoice, seller }: AddressedInvoice): Child => {
  const { document: words, pay } = wordsIn(seller.language)
  const formats = formatsOf(seller.locale)
  const isTaxed = invoice.taxes.length > 0
  const wide = (text: string) => td({ class: "r wide-only" }, text)
  const columns = [words.quantity, words.unitPrice, ...(isTaxed ? [words.taxRate] : [])]
  return [
    table(
      { class: "items" },
      caption(pay.lines),
      thead(
        tr(
          th({ scope: "col" }, words.description),
          columns.map((name) => th({ scope: "col", class: "r wide-only" }, name)),
          th({ scope: "col", class: "r" }, words.lineTotal)
        )
      ),
      tbody(
        invoice.lineItems.map((line) => {
          const quantity = quantityOf(line, words, formats)
          const price = formats.amount(line.unitPriceMinor, invoice.currency)
          const rate = isTaxed ? rateOf(line, invoice, words, formats) : null
          const short = [`${quantity} × ${price}`, ...(rate === null ? [] : [rate])]
          return tr(
            td(descriptionOf(line), div({ class: "small quiet narrow-only" }, short.join(" · "))),
            wide(quantity),
            wide(price),
            rate === null ? null : wide(rate),
            td({ class: "r" }, formats.amount(line.totalMinor, invoice.currency))
          )
        })
      )
    ),
    sumsOf(invoice, words, formats)
  ]
}
