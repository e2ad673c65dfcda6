/** The head of a client's page: names, balances by currency, and the actions. */
import type { ClientAccount } from "../../../domain/clients/ClientBoard.ts"
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
import type { ClientPanel, ClientTab } from "../../../words/clients/ClientWords.ts"
import { link, pageHead } from "../../Parts.ts"
import { clientsPath } from "../list/ClientListQuery.ts"
import type { ShownClient } from "./ClientReading.ts"

export const clientPath = (
  { client }: Pick<ShownClient, "client">,
  query: Readonly<Record<string, string>> = {}
): string => {
  const parameters = new URLSearchParams(query)
  return `${clientsPath}/${client.id}${parameters.size === 0 ? "" : `?${parameters}`}`
}

/** The address of a tab; the first has none in its query. */
export const tabPath = (shown: Pick<ShownClient, "client">, tab: ClientTab): string =>
  clientPath(shown, tab === "invoices" ? {} : { show: tab })

/** A panel opens above the tab that is shown. */
export const panelPath = (
  { client, tab }: Pick<ShownClient, "client" | "tab">,
  panel: ClientPanel,
  more: Readonly<Record<string, string>> = {}
): string =>
  clientPath({ client }, { ...(tab === "invoices" ? {} : { show: tab }), do: panel, ...more })

/** The amounts of a figure: that of the workspace's currency is large, the others small. */
const figure = (
  { reader: { formats }, signedIn: { workspace } }: ShownClient,
  label: string,
  amounts: ReadonlyArray<{ readonly currency: ClientAccount["currency"]; readonly minor: number }>,
  kind?: string
): Child => {
  const own = amounts.find(({ currency }) => currency === workspace.currency)
  const first = own ?? amounts[0] ?? { currency: workspace.currency, minor: 0 }
  const others = amounts.filter(({ currency, minor }) => currency !== first.currency && minor !== 0)
  return div(
    span({ class: "lab" }, label),
    span(
      { class: kind === undefined ? "big" : `big ${kind}` },
      formats.amount(first.minor, first.currency),
      " ",
      span({ class: "small" }, first.currency)
    ),
    others.map(({ currency, minor }) =>
      span({ class: "small quiet num" }, formats.money(minor, currency))
    )
  )
}

export const clientFigures = (shown: ShownClient): Child => {
  const { account, reader } = shown
  const { figures } = reader.words
  const of = (name: "owedMinor" | "overdueMinor" | "collectedMinor" | "creditMinor") =>
    account.map(({ currency, [name]: minor }) => ({ currency, minor }))
  const isLate = account.some(({ overdueMinor }) => overdueMinor > 0)
  const hasCredit = account.some(({ creditMinor }) => creditMinor > 0)
  return div(
    { class: "sum" },
    figure(shown, figures.owed, of("owedMinor")),
    figure(shown, figures.overdue, of("overdueMinor"), isLate ? "bad" : undefined),
    figure(shown, figures.collected, of("collectedMinor")),
    hasCredit ? figure(shown, figures.credit, of("creditMinor")) : null
  )
}

const actionsOf = (shown: ShownClient): Child => {
  const { client, reader, signedIn, invitation } = shown
  const { words, invoiceWords } = reader
  const given = `client=${client.id}`
  const invite = invitation === null ? words.actions.invite : null
  const others = [
    { href: `/projects/new?${given}`, label: words.newProject },
    { href: `${clientPath(shown)}/statement`, label: words.statement },
    ...(may(signedIn.user.role, "invite") && invite !== null
      ? [{ href: panelPath(shown, "invite"), label: invite }]
      : [])
  ]
  return [
    link(`/invoices/new?${given}`, words.newInvoice, "button"),
    link(`${clientPath(shown)}/edit`, words.edit, "button second"),
    details(
      { class: "menu" },
      summary({ class: "button second" }, invoiceWords.more),
      div(ul(others.map(({ href, label }) => li(a({ href }, label)))))
    )
  ]
}

export const clientHead = (shown: ShownClient): Child => {
  const { client, reader } = shown
  const { company, name } = client
  const isCompany = company !== null && company !== ""
  return pageHead(
    div(
      p({ class: "crumb" }, link(clientsPath, reader.words.list.title)),
      div({ class: "title" }, h1(isCompany ? company : name)),
      isCompany ? p({ class: "quiet" }, name) : null
    ),
    actionsOf(shown),
    { kind: "do dock" }
  )
}
