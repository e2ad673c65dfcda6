/** The open invoices of Home, those due first: each with the actions that it waits for. */
import type { InvoiceBoard } from "../../app/invoices/InvoiceBoard.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { may } from "../../domain/people/Permissions.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import {
  a,
  type Child,
  caption,
  h2,
  section,
  table,
  tbody,
  td,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { listPath } from "../invoices/InvoiceListQuery.ts"
import { clientCell } from "../invoices/InvoiceListViews.ts"
import { stateBadge } from "../invoices/InvoiceState.ts"
import { link } from "../Parts.ts"

/** As many as stand on a screen; the list has all. */
export const openOnHome = 5

export const openInvoices = (
  { workspace, user }: SignedIn,
  { language }: BrowserRequest,
  { items, today }: InvoiceBoard
): Child => {
  if (items.length === 0) return null
  const { invoice, invoiceList, frame } = wordsIn(language)
  const { columns, states } = invoiceList
  const { money } = formatsOf(textLocaleOf(workspace, language).locale)
  const actionsOf = (path: string, isFailed: boolean): Child => [
    isFailed ? link(`${path}?do=again`, invoice.correctAndSend, "button tiny") : null,
    may(user.role, "pay")
      ? link(`${path}?do=pay`, invoice.actions.pay, "button second tiny")
      : null,
    may(user.role, "remind")
      ? link(`${path}?do=remind`, invoice.actions.remind, "button second tiny")
      : null
  ]
  const rows = items.map((item) => {
    const path = `${listPath}/${item.id}`
    const isFailed = item.delivery === "failed" && may(user.role, "send")
    return tr(
      td({ class: "a1" }, a({ class: "row-link", href: path }, item.number)),
      td({ class: "b1" }, clientCell(item.company, item.client.name)),
      td({ class: "b2" }, stateBadge(states, item, today)),
      td({ class: "r strong a2" }, money(balanceDue(item), item.currency)),
      td({ class: "actions" }, actionsOf(path, isFailed))
    )
  })
  return section(
    h2(frame.figures.outstanding),
    table(
      { class: "rows" },
      caption(frame.figures.outstanding),
      thead(
        tr(
          th({ scope: "col" }, columns.number),
          th({ scope: "col" }, columns.client),
          th({ scope: "col" }, columns.state),
          th({ scope: "col", class: "r" }, columns.balance),
          td()
        )
      ),
      tbody(rows)
    )
  )
}
