/** The elements of the list of clients: search, rows with what each owes, and sums at the foot. */
import type { DateTime } from "effect"
import type { ClientBoardPage } from "../../../app/ports/clients/ClientBoardRepository.ts"
import {
  type ClientBalance,
  type ClientBoardItem,
  ClientSort
} from "../../../domain/clients/ClientBoard.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { Formats } from "../../../domain/money/Formats.ts"
import {
  a,
  button,
  type Child,
  div,
  form,
  input,
  label,
  option,
  p,
  select,
  span,
  td,
  tfoot,
  tr
} from "../../../html/Elements.ts"
import type { ClientWords } from "../../../words/clients/ClientWords.ts"
import { clientCell } from "../../invoices/InvoiceListViews.ts"
import { link, rowsTable } from "../../Parts.ts"
import { type ClientListQuery, clientsPath, pagesBeside } from "./ClientListQuery.ts"

interface ClientListView {
  readonly query: ClientListQuery
  readonly board: ClientBoardPage
  readonly sums: ReadonlyArray<ClientBalance>
  /** The workspace's currency. */
  readonly own: CurrencyCode
  readonly words: ClientWords
  readonly shown: (count: string, all: string) => string
  readonly formats: Formats
  readonly day: (at: DateTime.Utc) => Child
  readonly count: (number: number) => string
}

export const clientSearch = ({ query, words: { list } }: ClientListView): Child =>
  form(
    { class: "search", method: "get", action: clientsPath, role: "search" },
    label({ class: "vh", for: "q" }, list.search),
    input({
      id: "q",
      name: "q",
      type: "search",
      maxLength: 100,
      placeholder: list.search,
      value: query.q ?? ""
    }),
    label({ class: "vh", for: "sort" }, list.order),
    select(
      { id: "sort", name: "sort" },
      ClientSort.literals.map((order) =>
        option({ value: order, selected: order === query.sort }, list.orders[order])
      )
    ),
    button({ type: "submit", class: "second" }, list.show)
  )

/** The currency of every balance, if it is one; it stands in the head then. */
const commonCurrency = ({ sums }: ClientListView): CurrencyCode | null => {
  const [first, second] = sums
  return first !== undefined && second === undefined ? first.currency : null
}

/** The workspace's currency leads. */
const ownFirst = (balances: ReadonlyArray<ClientBalance>, own: CurrencyCode) =>
  balances.toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own))

/** One below the other: currencies are never added up. */
const amounts = (
  { formats }: ClientListView,
  common: CurrencyCode | null,
  balances: ReadonlyArray<ClientBalance>,
  of: "owedMinor" | "overdueMinor"
): Child =>
  balances
    .filter((balance) => balance[of] !== 0)
    .map(({ currency, [of]: minor }) =>
      div(
        formats.amount(minor, currency),
        common === null ? span({ class: "small quiet" }, ` ${currency}`) : null
      )
    )

const lastVisitOf = ({ words, day }: ClientListView, item: ClientBoardItem): Child => {
  if (item.portalLastSeen !== null) return day(item.portalLastSeen)
  return item.portalAccess ? words.never : words.noAccess
}

const rowOf = (view: ClientListView, common: CurrencyCode | null, item: ClientBoardItem): Child => {
  const { id, name, company, activeProjects } = item
  const balances = ownFirst(item.balances, view.own)
  const isLate = balances.some(({ overdueMinor }) => overdueMinor !== 0)
  return tr(
    td(
      { class: "b1" },
      a(
        { class: "row-link", href: `${clientsPath}/${id}` },
        clientCell(company === "" ? null : company, name)
      )
    ),
    td({ class: "quiet hide" }, lastVisitOf(view, item)),
    td({ class: "r quiet hide" }, activeProjects === 0 ? "" : view.count(activeProjects)),
    td({ class: isLate ? "r bad b2" : "r hide" }, amounts(view, common, balances, "overdueMinor")),
    td({ class: "r strong a2" }, amounts(view, common, balances, "owedMinor"))
  )
}

const footOf = ({ sums, own, words: { list }, formats }: ClientListView): Child =>
  tfoot(
    ownFirst(sums, own).map(({ currency, owedMinor, overdueMinor }) =>
      tr(
        td({ colSpan: 3, class: "quiet" }, `${list.columns.owed}, ${currency}`),
        td({ class: "r hide" }, overdueMinor === 0 ? "" : formats.amount(overdueMinor, currency)),
        td({ class: "r" }, formats.amount(owedMinor, currency))
      )
    )
  )

const pagesOf = ({ query, board, words: { list }, shown, count }: ClientListView): Child => {
  const { previous, next } = pagesBeside(query, board)
  return p(
    { class: "pages small" },
    span({ class: "quiet" }, shown(count(board.items.length), count(board.total))),
    previous === null ? null : link(previous, list.previous),
    next === null ? null : link(next, list.next)
  )
}

const noClient = ({ query, words: { list } }: ClientListView): Child => {
  const isSearch = query.q !== undefined
  const { text, action } = isSearch ? list.noneFound : list.empty
  const href = isSearch ? clientsPath : `${clientsPath}/new`
  return p({ class: "empty" }, text, " ", link(href, action))
}

export const clientRows = (view: ClientListView): Child => {
  const { board, words } = view
  const { columns, title } = words.list
  if (board.items.length === 0) return noClient(view)
  const common = commonCurrency(view)
  const money = (name: string) => [common === null ? name : `${name}, ${common}`, "r"] as const
  return [
    rowsTable(
      title,
      [
        [columns.client],
        [columns.seen],
        [columns.projects, "r"],
        money(columns.overdue),
        money(columns.owed)
      ],
      board.items.map((item) => rowOf(view, common, item)),
      { foot: footOf(view) }
    ),
    pagesOf(view)
  ]
}
