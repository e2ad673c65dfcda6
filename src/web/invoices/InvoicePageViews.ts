/** Parts of an invoice in the words of its document: references, lines and sums. */
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { type Formats, formatsOf } from "../../domain/money/Formats.ts"
import {
  type Child,
  caption,
  p,
  table,
  tbody,
  td,
  tfoot,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import type { DocumentWords } from "../../words/document/DocumentWords.ts"
import { wordsIn } from "../../words/Words.ts"

const row = (name: string, value: string): Child =>
  tr(td({ colSpan: 3 }, name), td({ class: "amount" }, value))

/** A row for each rate, and for each reason why there is no tax. */
const taxRows = (
  { taxes, currency }: AddressedInvoice["invoice"],
  words: DocumentWords,
  formats: Formats
): ReadonlyArray<Child> =>
  taxes.map(({ category, rate, baseMinor, taxMinor, exemptionReason }) =>
    row(
      exemptionReason ??
        words.exemptions[category] ??
        words.taxOn(formats.percent(rate), formats.amount(baseMinor, currency)),
      formats.money(taxMinor, currency)
    )
  )

/** The buyer's references and the time of the work, as far as they are given. */
export const invoiceFacts = ({ invoice, seller }: AddressedInvoice): ReadonlyArray<Child> => {
  const { document: words } = wordsIn(seller.language)
  const formats = formatsOf(seller.locale)
  const { deliveryDate, servicePeriod } = invoice
  const given: ReadonlyArray<readonly [string, string | null]> = [
    [words.deliveryDate, deliveryDate && formats.date(deliveryDate)],
    [
      words.servicePeriod,
      servicePeriod && `${formats.date(servicePeriod.start)} – ${formats.date(servicePeriod.end)}`
    ],
    [words.buyerReference, invoice.buyerReference],
    [words.purchaseOrder, invoice.purchaseOrder],
    [words.contract, invoice.contractReference],
    [words.buyerAccounting, invoice.buyerAccountingReference]
  ]
  return given.flatMap(([label, text]) =>
    text === null ? [] : [p({ class: "small quiet" }, `${words.labelled(label)} ${text}`)]
  )
}

export const invoiceLines = ({ invoice, seller }: AddressedInvoice): Child => {
  const { document: words, pay } = wordsIn(seller.language)
  const amount = (label: string, text: string) => td({ class: "amount", "data-label": label }, text)
  const columns = [words.quantity, words.unitPrice, words.lineTotal].map((name) =>
    th({ scope: "col", class: "amount" }, name)
  )
  const formats = formatsOf(seller.locale)
  const money = (minor: number) => formats.money(minor, invoice.currency)
  const quantityOf = ({ quantity, unit }: (typeof invoice.lineItems)[number]): string =>
    unit === null
      ? formats.quantity(quantity)
      : `${formats.quantity(quantity)} ${words.unitName(unit, quantity)}`
  return table(
    { class: "stack" },
    caption(pay.lines),
    thead(tr(th({ scope: "col" }, words.description), columns)),
    tbody(
      invoice.lineItems.map((item) =>
        tr(
          td({ class: "notes" }, item.description),
          amount(words.quantity, quantityOf(item)),
          amount(words.unitPrice, formats.amount(item.unitPriceMinor, invoice.currency)),
          amount(words.lineTotal, formats.amount(item.totalMinor, invoice.currency))
        )
      )
    ),
    tfoot(
      row(words.subtotal, money(invoice.subtotalMinor)),
      invoice.discountMinor === 0 ? null : row(words.discount, money(-invoice.discountMinor)),
      taxRows(invoice, words, formats),
      row(words.total, money(invoice.totalMinor)),
      invoice.amountPaidMinor === 0 ? null : row(words.paid, money(-invoice.amountPaidMinor)),
      invoice.amountCreditedMinor === 0
        ? null
        : row(words.creditNotes, money(-invoice.amountCreditedMinor)),
      balanceDue(invoice) === invoice.totalMinor
        ? null
        : row(words.balanceDue, money(balanceDue(invoice)))
    )
  )
}
