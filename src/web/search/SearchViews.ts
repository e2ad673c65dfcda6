/** The elements of the search: its form, and a table for each kind of result. */
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { SearchResult } from "../../app/search/WorkspaceSearch.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import {
  a,
  button,
  type Child,
  form,
  h2,
  input,
  label,
  p,
  section,
  span,
  td,
  tr
} from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { SearchWords } from "../../words/work/SearchWords.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { clientCell } from "../invoices/InvoiceListViews.ts"
import { stateBadge } from "../invoices/InvoiceState.ts"
import { badge, type Heading, link, rowsTable } from "../Parts.ts"
import { searchPath } from "./SearchBox.ts"

export const queryForm = (words: SearchWords, q: string, problem: string | undefined): Child => [
  form(
    { class: "search", method: "get", action: searchPath, role: "search" },
    label({ class: "vh", for: "q" }, words.hint),
    input({
      id: "q",
      name: "q",
      type: "search",
      maxLength: 100,
      placeholder: words.hint,
      value: q,
      autofocus: problem !== undefined,
      "aria-invalid": problem === undefined ? undefined : "true",
      "aria-describedby": problem === undefined ? undefined : "q-problem"
    }),
    button({ type: "submit", class: "second" }, words.label)
  ),
  problem === undefined ? null : p({ class: "problem", id: "q-problem", role: "alert" }, problem)
]

const results = (
  title: string,
  columns: ReadonlyArray<Heading>,
  rows: ReadonlyArray<Child>,
  more: Child
): Child =>
  rows.length === 0
    ? null
    : section(
        h2(title),
        rowsTable(title, columns, rows),
        more === null ? null : p({ class: "pages small" }, more)
      )

interface Found {
  readonly q: string
  readonly result: SearchResult
  readonly today: CalendarDate
}

export const resultsOf = (
  { workspace }: SignedIn,
  { language }: BrowserRequest,
  { q, result: { invoices, clients, projects }, today }: Found
): Child => {
  const { search: words, invoiceList } = wordsIn(language)
  const { columns, states } = invoiceList
  const { money } = formatsOf(textLocaleOf(workspace, language).locale)
  const more = (found: { readonly hasMore: boolean }, path: string): Child =>
    found.hasMore ? link(`${path}q=${encodeURIComponent(q)}`, words.all) : null
  const named = (href: string, text: Child): Child =>
    td({ class: "line" }, a({ class: "row-link", href }, text))
  const all = [invoices, clients, projects]
  if (all.every(({ items }) => items.length === 0)) {
    return p({ class: "empty" }, words.none(q))
  }
  return [
    results(
      words.invoices,
      [[columns.number], [columns.client], [columns.state], [columns.balance, "r"]],
      invoices.items.map((item) =>
        tr(
          td(
            { class: "a1" },
            a({ class: "row-link", href: `/invoices/${item.id}` }, item.number),
            item.creditNote === null
              ? null
              : span({ class: "small quiet" }, ` ${words.credited(item.creditNote)}`)
          ),
          td({ class: "b1" }, clientCell(item.company, item.clientName)),
          td({ class: "b2" }, stateBadge(states, item, today)),
          td(
            { class: "r a2" },
            money(isOpen(item) ? balanceDue(item) : item.totalMinor, item.currency)
          )
        )
      ),
      more(invoices, "/invoices?state=all&")
    ),
    results(
      words.clients,
      [[columns.client], [wordsIn(language).frame.signIn.email]],
      clients.items.map(({ id, name, company, email }) =>
        tr(named(`/clients/${id}`, clientCell(company, name)), td({ class: "quiet line" }, email))
      ),
      more(clients, "/clients?")
    ),
    results(
      words.projects,
      [[words.project], [columns.client]],
      projects.items.map(({ id, name, status, clientName, company }) =>
        tr(
          named(`/projects/${id}`, [
            name,
            status === "archived" ? [" ", badge(words.archived)] : null
          ]),
          td({ class: "line" }, clientName === null ? "" : clientCell(company, clientName))
        )
      ),
      more(projects, "/projects?")
    )
  ]
}
