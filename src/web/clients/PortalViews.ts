/** Views of the portal: invoices and how to pay, shared projects, sign-in. */
import type { Visitor } from "../../app/portal/OpenInvitation.ts"
import type { PortalHome } from "../../app/portal/PortalHome.ts"
import type { CreditNoteListItem } from "../../domain/creditnotes/CreditNoteResource.ts"
import type { FileFound } from "../../domain/files/FileResource.ts"
import { balanceDue, isCredited, isOpen } from "../../domain/invoices/Invoice.ts"
import type { InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import { languageTag } from "../../domain/text/Language.ts"
import { a, type Child, div, h1, h2, p, span, strong, td } from "../../html/Elements.ts"
import type { PortalWords } from "../../words/pages/PortalWords.ts"
import { wordsIn } from "../../words/Words.ts"
import { type BrowserRequest, languageOfReader } from "../BrowserRequests.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import { brandOf, pageResponse } from "../Layout.ts"
import { formatBytes } from "../PageFormats.ts"
import { button, cell, field, form, link, table } from "../Parts.ts"
import { type portalPaths, textOfVisitor } from "./PortalParts.ts"

/** Input of the portal's views. */
interface Look extends ReturnType<typeof portalPaths> {
  readonly visitor: Visitor
  readonly shown: PortalHome
}

const fileLink = (path: string, { id, name, size }: FileFound, locale: string) =>
  div(
    a({ href: `${path}/shared/${id}` }, name),
    " ",
    span({ class: "quiet small" }, formatBytes(size, locale))
  )

const projectRow = ({ path, visitor, shown }: Look, project: ProjectView): Child[] => {
  const { language, locale } = textOfVisitor(visitor)
  const files = shown.files.filter((file) => file.project?.id === project.id)
  const { date } = formatsOf(locale)
  const dates = [project.startDate, project.endDate].map((day) => (day === null ? "" : date(day)))
  return [
    cell(
      strong(project.name),
      project.description === null ? null : div({ class: "quiet small notes" }, project.description)
    ),
    cell(wordsIn(language).portal.projectStatuses[project.status]),
    cell(dates.join(" – ").replace(/^ – $/, "")),
    cell(files.map((file) => fileLink(path, file, locale)))
  ]
}

const payLink = (
  words: PortalWords,
  { number }: InvoiceListItem,
  payUrl: string,
  isBeingPaid: boolean
) =>
  a(
    {
      class: isBeingPaid ? undefined : "button",
      href: new URL(payUrl).pathname,
      "aria-label": isBeingPaid ? words.beingPaidOf(number) : words.viewAndPay(number)
    },
    isBeingPaid ? words.beingPaid : words.pay
  )

/** In the language and locale of its send, as its document and its pay page are. */
const invoiceRow = (
  { path, visitor, shown }: Look,
  invoice: InvoiceListItem
): ReadonlyArray<Child> => {
  const text = shown.texts.get(invoice.id) ?? textOfVisitor(visitor)
  const lang = languageTag(text)
  const words = wordsIn(text.language).portal
  const { date, money } = formatsOf(text.locale)
  const rest = balanceDue(invoice)
  const open = isOpen(invoice)
  const payUrl = shown.links.get(invoice.id)
  const pdf = {
    href: `${path}/invoices/${invoice.id}/pdf`,
    "aria-label": words.pdfOf(invoice.number)
  }
  return [
    td(
      { lang },
      strong(invoice.number),
      " ",
      span(
        { class: `badge state-${invoice.status}` },
        isCredited(invoice) ? words.credited : words.statuses[invoice.status]
      )
    ),
    td({ lang }, date(invoice.issueDate)),
    td({ lang }, date(invoice.dueDate)),
    td(
      { class: "amount", lang },
      money(invoice.totalMinor, invoice.currency),
      open && rest !== invoice.totalMinor
        ? div({ class: "quiet small" }, words.open(money(rest, invoice.currency)))
        : null
    ),
    td(
      { class: "actions", lang },
      a(pdf, "PDF"),
      open && payUrl !== undefined
        ? payLink(words, invoice, payUrl, shown.beingPaid.has(invoice.id))
        : null
    )
  ]
}

const invoicesPart = (look: Look, words: PortalWords): ReadonlyArray<Child> => {
  const { items, next } = look.shown.invoices
  return [
    h2(words.invoices),
    items.length === 0
      ? p(words.noInvoices)
      : table(
          words.yourInvoices,
          [words.number, words.issued, words.due, words.amount, words.actions],
          items.map((invoice) => invoiceRow(look, invoice))
        ),
    next === null ? null : p(link(`${look.home}?after=${next}`, words.older))
  ]
}

/** In the language and locale of the invoice that it corrects. */
const creditNoteRow = (
  { path, visitor, shown }: Look,
  note: CreditNoteListItem
): ReadonlyArray<Child> => {
  const text = shown.texts.get(note.invoice.id) ?? textOfVisitor(visitor)
  const lang = languageTag(text)
  const { date, money } = formatsOf(text.locale)
  const pdf = {
    href: `${path}/credit-notes/${note.id}/pdf`,
    "aria-label": wordsIn(text.language).portal.pdfOf(note.number)
  }
  return [
    td({ lang }, strong(note.number)),
    td({ lang }, note.invoice.number),
    td({ lang }, date(note.issueDate)),
    td({ class: "amount", lang }, money(note.totalMinor, note.currency)),
    td({ class: "actions", lang }, a(pdf, "PDF"))
  ]
}

const creditNotesPart = (
  look: Look,
  { portal, document }: ReturnType<typeof wordsIn>
): ReadonlyArray<Child> =>
  look.shown.creditNotes.length === 0
    ? []
    : [
        h2(document.creditNotes),
        table(
          document.creditNotes,
          [portal.number, document.invoice, portal.issued, portal.amount, portal.actions],
          look.shown.creditNotes.map((note) => creditNoteRow(look, note))
        )
      ]

const projectsPart = (look: Look, words: PortalWords): ReadonlyArray<Child> =>
  look.shown.projects.length === 0
    ? []
    : [
        h2(words.projects),
        table(
          words.shared,
          [words.name, words.state, words.dates, words.files],
          look.shown.projects.map((project) => projectRow(look, project))
        )
      ]

export const homePage = (look: Look, { cookies }: BrowserRequest) => {
  const { client, workspace } = look.visitor
  const text = textOfVisitor(look.visitor)
  const all = wordsIn(text.language)
  const words = all.portal
  return pageResponse(
    `${words.title} · ${workspace.displayName}`,
    [
      h1(words.hello(client.name)),
      invoicesPart(look, words),
      creditNotesPart(look, all),
      projectsPart(look, words)
    ],
    {
      brand: brandOf(workspace),
      lang: languageTag(text),
      who: [
        span(client.company ?? client.email),
        form(`${look.path}/leave`, cookies.csrf, [button(words.leave, "link")])
      ]
    }
  )
}

/** For visitors without a session: they can request a link by mail. */
export const portalLinkPage = (path: string, page: BrowserRequest) => {
  const lang = languageOfReader(page.request)
  const words = wordsIn(lang).portal.request
  return pageResponse(
    words.title,
    fillInDraft(
      [
        h1(words.title),
        p(words.text),
        form(`${path}/links`, page.cookies.csrf, [
          field({
            name: "email",
            label: words.email,
            type: "email",
            required: true,
            autocomplete: "email",
            maxLength: 254
          }),
          button(words.button)
        ])
      ],
      page.cookies.draft
    ),
    { narrow: true, lang }
  )
}
