/** The page behind a payment link: the invoice and its state, or a note that it was voided. */
import { type DateTime, Effect } from "effect"
import type { InvoiceVoided } from "../../app/payments/links/LinkedInvoices.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import type { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"
import { type Formats, formatsOf } from "../../domain/money/Formats.ts"
import { languageTag } from "../../domain/text/Language.ts"
import {
  type Child,
  caption,
  div,
  h1,
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
import type { PayWords } from "../../words/pages/PayWords.ts"
import { wordsIn } from "../../words/Words.ts"
import { brandOf, pageResponse } from "../Layout.ts"
import { link } from "../Parts.ts"
import { pendingPayment } from "../payments/PendingPayment.ts"

const statusText = (words: PayWords, status: InvoiceStatus, dueDate: string): string => {
  switch (status) {
    case "draft":
    case "sent":
      return words.isDue(dueDate)
    case "overdue":
      return words.wasDue(dueDate)
    case "paid":
      return words.isPaid
    case "void":
      return words.isVoid
  }
}

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
        : row(words.leftToPay, money(balanceDue(invoice)))
    )
  )
}

/** The button to pay is there while something is owed and no payment is in progress. */
export const invoicePage = Effect.fnUntraced(function* (
  document: AddressedInvoice,
  token: string,
  pendingSince: DateTime.Utc | undefined
) {
  const { invoice, workspace, recipient, seller } = document
  const { document: words, pay } = wordsIn(seller.language)
  const formats = formatsOf(seller.locale)
  const underWay =
    pendingSince === undefined || !isOpen(invoice)
      ? undefined
      : yield* pendingPayment(document, token, pendingSince)
  const mayPay = isOpen(invoice) && underWay === undefined
  const rest = formats.money(balanceDue(invoice), invoice.currency)
  const title = words.named(words.invoice, invoice.number)
  return pageResponse(
    `${title} · ${workspace.displayName}`,
    [
      h1(title),
      p(
        { class: `state state-${invoice.status}` },
        statusText(pay, invoice.status, formats.date(invoice.dueDate))
      ),
      underWay?.said ?? null,
      p(
        { class: "quiet" },
        pay.billedTo(recipient.company ?? recipient.name, formats.date(invoice.issueDate))
      ),
      invoiceFacts(document),
      invoiceLines(document),
      invoice.notes === null ? null : p({ class: "notes" }, invoice.notes),
      div(
        { class: "row" },
        mayPay ? link(`/pay/${token}/checkout`, pay.pay(rest), "button") : null,
        link(`/pay/${token}/invoice.pdf`, pay.download, "button second")
      ),
      p({ class: "small quiet" }, link("/check", pay.check))
    ],
    { brand: brandOf(workspace), lang: languageTag(seller), headers: underWay?.headers ?? {} }
  )
})

/** After a void the page shows nothing else: no amounts, no client, no document. */
export const voidPage = ({ workspace, text, number, isCredited }: InvoiceVoided) => {
  const { document: words, pay } = wordsIn(text.language)
  const title = words.named(words.invoice, number)
  return pageResponse(
    `${title} · ${workspace.displayName}`,
    [h1(title), p({ class: "state state-void" }, isCredited ? pay.isCredited : pay.isVoid)],
    { brand: brandOf(workspace), narrow: true, lang: languageTag(text) }
  )
}
