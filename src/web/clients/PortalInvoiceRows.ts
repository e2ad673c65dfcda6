/**
 * The client's invoices in the portal: the open ones by due day with Pay, the closed ones by year,
 * and credit notes. A row is in the language and locale of its send, as its document is.
 */
import type { PortalHome } from "../../app/portal/PortalHome.ts"
import type { CreditNoteListItem } from "../../domain/creditnotes/CreditNoteResource.ts"
import { balanceDue, isCredited } from "../../domain/invoices/Invoice.ts"
import type { InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { languageTag } from "../../domain/text/Language.ts"
import {
  a,
  type Child,
  details,
  div,
  h2,
  p,
  span,
  strong,
  summary,
  td
} from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import { link, table } from "../Parts.ts"
import type { Look } from "./PortalFrame.ts"
import { textOfVisitor } from "./PortalParts.ts"

interface Lists extends Look {
  readonly shown: PortalHome
}

const textOf = ({ shown, visitor }: Lists, id: InvoiceListItem["id"]) => {
  const text = shown.texts.get(id) ?? textOfVisitor(visitor)
  const { portal, document } = wordsIn(text.language)
  return { lang: languageTag(text), words: portal, document, formats: formatsOf(text.locale) }
}

const numberCell = (lists: Lists, invoice: InvoiceListItem): Child => {
  const { lang, words } = textOf(lists, invoice.id)
  const name = isCredited(invoice) ? words.credited : words.statuses[invoice.status]
  return td(
    { lang },
    a({ class: "row-link", href: `${lists.path}/invoices/${invoice.id}` }, invoice.number),
    " ",
    span({ class: `badge state-${invoice.status} ${invoice.status}` }, name)
  )
}

const payLink = (lists: Lists, { id, number }: InvoiceListItem): Child => {
  const { words } = textOf(lists, id)
  const url = lists.shown.links.get(id)
  if (url === undefined) return null
  const isBeingPaid = lists.shown.beingPaid.has(id)
  return a(
    {
      class: isBeingPaid ? undefined : "button tiny",
      href: new URL(url).pathname,
      "aria-label": isBeingPaid ? words.beingPaidOf(number) : words.viewAndPay(number)
    },
    isBeingPaid ? words.beingPaid : words.pay
  )
}

const pdfLink = (lists: Lists, { id, number }: InvoiceListItem): Child =>
  a(
    {
      href: `${lists.path}/invoices/${id}/pdf`,
      "aria-label": textOf(lists, id).words.pdfOf(number)
    },
    "PDF"
  )

const openRow = (lists: Lists, invoice: InvoiceListItem): ReadonlyArray<Child> => {
  const { lang, words, formats } = textOf(lists, invoice.id)
  const rest = balanceDue(invoice)
  return [
    numberCell(lists, invoice),
    td({ lang }, formats.date(invoice.issueDate)),
    td({ lang }, formats.date(invoice.dueDate)),
    td(
      { class: "amount", lang },
      formats.money(invoice.totalMinor, invoice.currency),
      rest === invoice.totalMinor
        ? null
        : div({ class: "quiet small" }, words.open(formats.money(rest, invoice.currency)))
    ),
    td({ class: "actions", lang }, pdfLink(lists, invoice), payLink(lists, invoice))
  ]
}

export const openPart = (lists: Lists): ReadonlyArray<Child> => {
  const { portal: words } = wordsIn(textOfVisitor(lists.visitor).language)
  const { open } = lists.shown
  if (open.length === 0) return []
  const columns = [words.number, words.issued, words.due, words.amount, words.actions]
  return [
    h2(words.openInvoices),
    table(
      words.yourInvoices,
      columns,
      open.map((invoice) => openRow(lists, invoice))
    )
  ]
}

const closedRow = (lists: Lists, invoice: InvoiceListItem): ReadonlyArray<Child> => {
  const { lang, words, document, formats } = textOf(lists, invoice.id)
  const receipt =
    invoice.status === "paid"
      ? a(
          {
            href: `${lists.path}/invoices/${invoice.id}/receipt`,
            "aria-label": words.receiptOf(invoice.number)
          },
          document.receipt
        )
      : null
  return [
    numberCell(lists, invoice),
    td({ lang }, formats.date(invoice.issueDate)),
    td({ class: "amount", lang }, formats.money(invoice.totalMinor, invoice.currency)),
    td({ class: "actions", lang }, pdfLink(lists, invoice), receipt)
  ]
}

/** By the year of their issue, folded. */
export const closedPart = (lists: Lists): ReadonlyArray<Child> => {
  const { portal: words } = wordsIn(textOfVisitor(lists.visitor).language)
  const { items, next } = lists.shown.closed
  const years = Object.entries(Object.groupBy(items, ({ issueDate }) => issueDate.slice(0, 4)))
  const columns = [words.number, words.issued, words.amount, words.actions]
  if (items.length === 0 && next === null) return []
  const title = items.some(({ status }) => status === "void") ? words.paidOrVoid : words.paid
  return [
    h2(title),
    years.toReversed().map(([year, invoices = []]) =>
      details(
        { class: "year" },
        summary(strong(year), " ", span({ class: "quiet" }, words.count(invoices.length))),
        table(
          `${title} ${year}`,
          columns,
          invoices.map((invoice) => closedRow(lists, invoice))
        )
      )
    ),
    next === null ? null : p(link(`${lists.home}?after=${next}`, words.older))
  ]
}

/** In the language and locale of the invoice that it corrects. */
const creditNoteRow = (lists: Lists, note: CreditNoteListItem): ReadonlyArray<Child> => {
  const { lang, words, formats } = textOf(lists, note.invoice.id)
  const pdf = {
    href: `${lists.path}/credit-notes/${note.id}/pdf`,
    "aria-label": words.pdfOf(note.number)
  }
  return [
    td({ lang }, strong(note.number)),
    td({ lang }, note.invoice.number),
    td({ lang }, formats.date(note.issueDate)),
    td({ class: "amount", lang }, formats.money(note.totalMinor, note.currency)),
    td({ class: "actions", lang }, a(pdf, "PDF"))
  ]
}

export const creditNotesPart = (lists: Lists): ReadonlyArray<Child> => {
  const { portal, document } = wordsIn(textOfVisitor(lists.visitor).language)
  const { creditNotes } = lists.shown
  return creditNotes.length === 0
    ? []
    : [
        h2(document.creditNotes),
        table(
          document.creditNotes,
          [portal.number, document.invoice, portal.issued, portal.amount, portal.actions],
          creditNotes.map((note) => creditNoteRow(lists, note))
        )
      ]
}
