/**
 * The clients that owe most, with what is overdue and what is owed. "Remind" reminds a client of
 * every overdue invoice; the invoice that is due first can be paid from here.
 */
import type { OwingClient } from "../../domain/home/HomeFigures.ts"
import { may } from "../../domain/people/Permissions.ts"
import {
  a,
  button,
  type Child,
  h2,
  header,
  input,
  p,
  section,
  span,
  td,
  tr
} from "../../html/Elements.ts"
import { clientsPath } from "../clients/list/ClientListQuery.ts"
import { onceField } from "../forms/OnceForms.ts"
import { listPath } from "../invoices/InvoiceListQuery.ts"
import { stateBadge } from "../invoices/InvoiceState.ts"
import { clientName } from "../PageFormats.ts"
import { form, link, rowsTable } from "../Parts.ts"
import type { HomeReader } from "./HomeReader.ts"

export const remindPath = "/home/remind"

const clientPath = ({ id }: OwingClient): string => `${clientsPath}/${id}`

/** The own currency first; others with their code. */
const amountsOf = (
  { formats, signedIn }: HomeReader,
  { sums }: OwingClient,
  pick: (sum: OwingClient["sums"][number]) => number
): Child => {
  const own = signedIn.workspace.currency
  const shown = sums
    .filter((sum) => pick(sum) !== 0)
    .toSorted((one, other) => Number(other.currency === own) - Number(one.currency === own))
  return shown.length === 0
    ? "–"
    : shown.map((sum, at) => [
        at === 0 ? null : " ",
        sum.currency === own
          ? formats.amount(pick(sum), own)
          : span({ class: "small other" }, formats.money(pick(sum), sum.currency))
      ])
}

/** The oldest invoice as a badge: overdue by days, or due in days. */
const badgeOf = ({ stateWords, view }: HomeReader, { oldest }: OwingClient): Child => {
  const status = oldest.dueDate < view.today ? "overdue" : "sent"
  const amounts = { totalMinor: 1, amountPaidMinor: 0, amountCreditedMinor: 0 }
  const invoice = { ...amounts, status, dueDate: oldest.dueDate, delivery: null } as const
  return stateBadge(stateWords, invoice, view.today)
}

const remindForm = (reader: HomeReader, client: OwingClient): Child => {
  const { page, words } = reader
  return form(remindPath, page.cookies.csrf, [
    onceField(page),
    input({ type: "hidden", name: "client_id", value: client.id }),
    button(
      {
        type: "submit",
        class: "second tiny",
        "aria-label": `${words.owing.remind}: ${clientName(client.party)}`
      },
      words.owing.remind
    )
  ])
}

const rowOf = (reader: HomeReader, client: OwingClient): Child => {
  const { frame, invoiceWords, signedIn } = reader
  const { role } = signedIn.user
  const { party, oldest } = client
  const isLate = client.sums.some(({ overdueMinor }) => overdueMinor > 0)
  const path = `${listPath}/${oldest.id}`
  return tr(
    td(
      { class: "a1 party" },
      a({ class: "row-link", href: clientPath(client) }, party.company ?? party.name),
      party.company === null ? null : [" ", span({ class: "small quiet" }, party.name)]
    ),
    td(
      { class: "hide" },
      a({ href: `${listPath}?client=${client.id}` }, frame.figures.invoices(client.invoices))
    ),
    td(
      { class: "b1" },
      a({ class: "num", href: path }, oldest.number),
      " ",
      badgeOf(reader, client)
    ),
    td(
      { class: isLate ? "r bad b2" : "r quiet hide" },
      amountsOf(reader, client, (sum) => sum.overdueMinor)
    ),
    td(
      { class: "r strong a2" },
      amountsOf(reader, client, (sum) => sum.owedMinor)
    ),
    td(
      { class: "actions" },
      may(role, "pay")
        ? link(`${path}?do=pay`, invoiceWords.actions.pay, "button second tiny")
        : null,
      isLate && may(role, "remind") ? remindForm(reader, client) : null
    )
  )
}

export const owingSection = (reader: HomeReader): Child => {
  const { words, view, signedIn } = reader
  const { owing } = words
  const { clients, total } = view.owing
  const { currency } = signedIn.workspace
  return section(
    { id: "owing" },
    header(
      { class: "head-row" },
      h2(owing.title),
      total > clients.length ? link(clientsPath, owing.all(total), "small quiet") : null
    ),
    clients.length === 0
      ? p({ class: "quiet" }, owing.none)
      : rowsTable(
          owing.title,
          [
            [owing.columns.client],
            [owing.columns.open],
            [owing.columns.oldest],
            [owing.columns.overdue, "r"],
            [`${owing.columns.owed}, ${currency}`, "r"],
            [span({ class: "vh" }, owing.actions)]
          ],
          clients.map((client) => rowOf(reader, client)),
          { kind: "rows owing" }
        ),
    clients.length > 0 && !may(signedIn.user.role, "remind")
      ? p({ class: "small quiet" }, owing.adminReminds)
      : null
  )
}
