/** The head of an invoice's page: number, badges, parties, figures and the actions of its state. */
import { balanceDue } from "../../../domain/invoices/Invoice.ts"
import { may } from "../../../domain/people/Permissions.ts"
import {
  a,
  type Child,
  details,
  div,
  h1,
  li,
  p,
  span,
  summary,
  ul
} from "../../../html/Elements.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"
import { clientName } from "../../PageFormats.ts"
import { link, pageHead } from "../../Parts.ts"
import { listPath } from "../InvoiceListQuery.ts"
import { stateBadge } from "../InvoiceState.ts"
import { isUndelivered, panelsOf } from "./InvoiceActions.ts"
import {
  hasCreditNotes,
  leftToCredit,
  type ShownInvoice,
  standingPayments
} from "./InvoiceReading.ts"

export const pathOf = ({ invoice }: Pick<ShownInvoice, "invoice">, panel?: PanelName): string =>
  `${listPath}/${invoice.id}${panel === undefined ? "" : `?do=${panel}`}`

const badges = ({ invoice, reader }: ShownInvoice): Child => {
  const { states, today } = reader
  const isPart = invoice.amountPaidMinor > 0 && balanceDue(invoice) > 0
  const delivered = { ...invoice, delivery: null }
  const isLate = invoice.status === "overdue"
  return [
    isUndelivered(invoice) ? stateBadge(states, { ...invoice, delivery: "failed" }, today) : null,
    invoice.status === "sent" && isUndelivered(invoice)
      ? null
      : stateBadge(states, delivered, today),
    isPart && isLate ? span({ class: "badge part" }, states.partlyPaid) : null
  ]
}

const figure = (label: string, value: Child): Child =>
  div(span({ class: "lab" }, label), span({ class: "big" }, value))

export const figuresOf = ({ invoice, reader }: ShownInvoice): Child => {
  const { words, formats } = reader
  const { currency, status } = invoice
  const amount = (minor: number) => formats.amount(minor, currency)
  const rest = status === "void" ? 0 : balanceDue(invoice)
  return div(
    { class: "sum" },
    figure(words.figures.balance, [amount(rest), " ", span({ class: "small" }, currency)]),
    figure(words.figures.total, amount(invoice.totalMinor)),
    figure(words.figures.paid, amount(invoice.amountPaidMinor)),
    invoice.amountCreditedMinor === 0
      ? null
      : figure(words.figures.credited, amount(invoice.amountCreditedMinor)),
    figure(words.figures.due, formats.date(invoice.dueDate))
  )
}

interface ActionLink {
  readonly href: string
  readonly label: string
}

/** Two actions as buttons, the others in a menu. */
const actionsOf = (shown: ShownInvoice): ReadonlyArray<ActionLink> => {
  const { invoice, signedIn, reader } = shown
  const { words } = reader
  const correctable = {
    canReverse: standingPayments(shown).length > 0,
    hasCreditNotes: hasCreditNotes(shown),
    canCredit: leftToCredit(shown) > 0
  }
  const panels = panelsOf(invoice, signedIn.user.role, correctable).map((name) => ({
    href: pathOf(shown, name),
    label: name === "again" && isUndelivered(invoice) ? words.correctAndSend : words.actions[name]
  }))
  const isDraft = invoice.status === "draft"
  const [first, ...others] = panels
  const edit = { href: `${pathOf(shown)}/edit`, label: words.edit }
  const pdf = { href: `${pathOf(shown)}/pdf`, label: isDraft ? words.preview : words.pdf }
  const receipt = { href: `${pathOf(shown)}/receipt`, label: words.receipt }
  const payPage = invoice.processorPaymentUrl
  const pay = payPage === null ? [] : [{ href: payPage, label: words.copyLink }]
  if (isDraft) {
    const sends = may(signedIn.user.role, "send") && first !== undefined
    return sends ? [first, edit, pdf, ...others] : [edit, pdf, ...panels]
  }
  if (invoice.status === "paid") return [receipt, pdf, ...panels, ...pay]
  if (invoice.status === "void" || first === undefined) return [...panels, pdf]
  const [second, ...rest] = others
  return [first, ...(second === undefined ? [] : [second]), pdf, ...pay, ...rest]
}

const actionLinks = (shown: ShownInvoice): Child => {
  const { words } = shown.reader
  const [first, second, ...others] = actionsOf(shown)
  return [
    first === undefined ? null : link(first.href, first.label, "button"),
    second === undefined ? null : link(second.href, second.label, "button second"),
    others.length === 0
      ? null
      : details(
          { class: "menu" },
          summary({ class: "button second" }, words.more),
          div(ul(others.map(({ href, label }) => li(a({ href }, label)))))
        )
  ]
}

export const headOf = (shown: ShownInvoice): Child => {
  const { invoice, document, reader, signedIn } = shown
  const { words, listWords } = reader
  const { company, name } = document.recipient
  const { role } = signedIn.user
  const note = invoice.status === "draft" ? words.adminSends : words.adminActs
  const isForAdmins = !may(role, "send") && invoice.status !== "void"
  return pageHead(
    div(
      p({ class: "crumb" }, link(listPath, listWords.title)),
      div({ class: "title" }, h1(invoice.number), badges(shown)),
      p(
        { class: "quiet" },
        link(`/clients/${invoice.client.id}`, clientName({ company, name })),
        invoice.project === null ? null : ` · ${invoice.project.name}`
      ),
      isForAdmins ? p({ class: "small quiet" }, note) : null
    ),
    actionLinks(shown),
    { kind: "do dock" }
  )
}
