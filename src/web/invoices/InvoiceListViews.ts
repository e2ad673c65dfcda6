/** The elements of the list of invoices: tabs with counts, search, rows, and sums at the foot. */
import type { BoardTotals, InvoiceBoard } from "../../app/invoices/InvoiceBoard.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { InvoiceTab, sumsTotals } from "../../domain/invoices/InvoiceTabs.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import type { Formats } from "../../domain/money/Formats.ts"
import { InvoiceSort } from "../../domain/text/Search.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import {
  a,
  button,
  type Child,
  form,
  input,
  label,
  nav,
  option,
  p,
  select,
  span,
  td,
  tfoot,
  tr
} from "../../html/Elements.ts"
import type { InvoiceListWords } from "../../words/invoices/InvoiceListWords.ts"
import { link, rowsTable } from "../Parts.ts"
import { addressOf, type ListQuery, listPath, shownPage } from "./InvoiceListQuery.ts"
import { stateBadge } from "./InvoiceState.ts"

interface ListView {
  readonly query: ListQuery
  readonly board: InvoiceBoard
  readonly totals: BoardTotals
  /** The names of the client and the project that the list is of. */
  readonly clientName: string | null
  readonly projectName: string | null
  readonly words: InvoiceListWords
  readonly formats: Formats
  /** Without the year where that is today's. */
  readonly day: (date: CalendarDate) => string
  /** Stands in the head where it is that of every row, and otherwise beside each amount. */
  readonly currency: CurrencyCode | null
  readonly count: (number: number) => string
}

export const newInvoiceLink = ({ board: { clientId, projectId } }: ListQuery): string => {
  const given = new URLSearchParams({
    ...(clientId === undefined ? {} : { client: clientId }),
    ...(projectId === undefined ? {} : { project: projectId })
  })
  return given.size === 0 ? "/invoices/new" : `/invoices/new?${given}`
}

export const tabsOf = ({ query, totals, words, count }: ListView): Child =>
  nav(
    { class: "tabs", "aria-label": words.byState },
    InvoiceTab.literals.map((tab) =>
      a(
        {
          href: addressOf(query, { state: tab === "open" ? null : tab }),
          "aria-current": tab === query.board.tab ? "page" : undefined
        },
        words.tabs[tab],
        " ",
        span({ class: "count" }, count(totals.counts[tab]))
      )
    )
  )

/** A search keeps the tab, the client and the project. */
export const searchForm = ({ query, words }: ListView): Child => {
  const { board, sort } = query
  const hidden = {
    ...{ state: board.tab, client: board.clientId, project: board.projectId },
    ...{ currency: board.currency, due_from: board.dueFrom, due_to: board.dueTo }
  }
  return form(
    { class: "search", method: "get", action: listPath, role: "search" },
    Object.entries(hidden).map(([name, value]) =>
      value === undefined ? null : input({ type: "hidden", name, value })
    ),
    label({ class: "vh", for: "q" }, words.search),
    input({
      id: "q",
      name: "q",
      type: "search",
      maxLength: 100,
      placeholder: words.search,
      value: board.q ?? ""
    }),
    label({ class: "vh", for: "sort" }, words.order),
    select(
      { id: "sort", name: "sort" },
      [...InvoiceSort.literals]
        .toReversed()
        .map((order) => option({ value: order, selected: order === sort }, words.orders[order]))
    ),
    button({ type: "submit", class: "second" }, words.show)
  )
}

/** A range of due days and a currency, as reports link to them. */
const dueWithin = ({ query, words, day }: ListView): Child => {
  const { dueFrom, dueTo, currency } = query.board
  if (dueFrom === undefined && dueTo === undefined && currency === undefined) return null
  const [from, to] = [dueFrom, dueTo].map((date) => (date === undefined ? "…" : day(date)))
  const range = dueFrom === undefined && dueTo === undefined ? null : `${from} – ${to}`
  const all = addressOf(query, { currency: null, due_from: null, due_to: null })
  return p(
    { class: "small" },
    range === null ? null : [`${words.columns.due} `, span({ class: "strong" }, range), " · "],
    currency === undefined ? null : [span({ class: "strong" }, currency), " · "],
    link(all, words.ofAll)
  )
}

/** Names the one thing that a list is narrowed to, beside the link to all of it. */
export const onlyOf = (label: string, name: string | null, all: Child): Child =>
  name === null
    ? null
    : p({ class: "small" }, `${label} `, span({ class: "strong" }, name), " · ", all)

const within = ({ query, words, clientName, projectName }: ListView): Child => [
  onlyOf(words.ofClient, clientName, link(addressOf(query, { client: null }), words.ofAll)),
  onlyOf(words.ofProject, projectName, link(addressOf(query, { project: null }), words.ofAll))
]

/** Company and person together; the person alone where there is no company. */
export const clientCell = (company: string | null, name: string): Child =>
  company === null ? name : [company, " ", span({ class: "small quiet" }, name)]

const rowOf = (
  { words, formats, day, currency: common }: ListView,
  today: CalendarDate,
  item: InvoiceBoard["items"][number]
): Child => {
  const { company, client, currency, totalMinor } = item
  const amount = (minor: number): Child => [
    formats.amount(minor, currency),
    common === null ? span({ class: "small quiet" }, ` ${currency}`) : null
  ]
  const isOwed = isOpen(item) || item.status === "draft"
  return tr(
    td({ class: "a1" }, a({ class: "row-link", href: `${listPath}/${item.id}` }, item.number)),
    td({ class: "b1" }, clientCell(company, client.name)),
    td({ class: "b2" }, stateBadge(words.states, item, today)),
    td({ class: "quiet hide date" }, day(item.dueDate)),
    // A phone has room for one amount: what is owed, and the total where nothing is.
    td({ class: isOwed ? "r quiet hide" : "r quiet a2" }, amount(totalMinor)),
    td({ class: isOwed ? "r strong a2" : "r quiet hide" }, amount(isOwed ? balanceDue(item) : 0))
  )
}

/** One row a currency; the sum stands below the column that it is of. */
const footOf = ({ query, totals, words, formats }: ListView): Child => {
  const ofTotals = sumsTotals(query.board.tab)
  const name = ofTotals ? words.columns.total : words.columns.balance
  return tfoot(
    totals.sums.map(({ currency, amountMinor }) =>
      tr(
        td({ colSpan: ofTotals ? 4 : 5, class: "quiet" }, `${name}, ${currency}`),
        td({ class: "r" }, formats.amount(amountMinor, currency)),
        ofTotals ? td({ class: "hide" }) : null
      )
    )
  )
}

const pagesOf = ({ query, board, words, count }: ListView): Child => {
  const { items, older, newer } = shownPage(query, board)
  return p(
    { class: "pages small" },
    span({ class: "quiet" }, words.shown(count(items.length), count(board.total))),
    newer === null ? null : link(addressOf(query, { before: newer }), words.newer),
    older === null ? null : link(addressOf(query, { after: older }), words.older)
  )
}

const emptyTab = ({ query, words }: ListView): Child => {
  const { tab, sort: _, ...filters } = query.board
  const isNarrowed = Object.values(filters).some((one) => one !== undefined)
  const { text, action } = isNarrowed ? words.noneFound : words.empty[tab]
  const actions = {
    open: newInvoiceLink(query),
    overdue: listPath,
    draft: newInvoiceLink(query),
    paid: listPath,
    void: `${listPath}?state=all`,
    all: newInvoiceLink(query)
  }
  const href = isNarrowed ? `${listPath}?state=all` : actions[tab]
  return p({ class: "empty" }, text, " ", link(href, action))
}

export const invoiceRows = (view: ListView): Child => {
  const { board, query, words } = view
  const { columns } = words
  const { items } = shownPage(query, board)
  return [
    within(view),
    dueWithin(view),
    items.length === 0
      ? emptyTab(view)
      : [
          rowsTable(
            `${words.title}: ${words.tabs[query.board.tab]}`,
            [
              [columns.number],
              [columns.client],
              [columns.state],
              [columns.due],
              [columns.total, "r"],
              [
                view.currency === null ? columns.balance : `${columns.balance}, ${view.currency}`,
                "r"
              ]
            ],
            items.map((item) => rowOf(view, board.today, item)),
            { foot: footOf(view) }
          ),
          pagesOf(view)
        ]
  ]
}
