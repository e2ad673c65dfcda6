/**
 * The query of the list of invoices. All of its state is in the address, so that it can be
 * bookmarked. An unreadable value is ignored: an old link shows the list.
 */
import { Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { BoardQuery, InvoiceBoard } from "../../app/invoices/InvoiceBoard.ts"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { InvoiceTab } from "../../domain/invoices/InvoiceTabs.ts"
import { CurrencyCode } from "../../domain/money/Currency.ts"
import { InvoiceSort, SearchText, valueOrder } from "../../domain/text/Search.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { queryOf } from "../PageUrls.ts"

export const listPath = "/invoices"
const pageSize = 50

/** The edge of a page: an invoice that is not on it, and its value in the order. */
interface Edge {
  readonly id: InvoiceId
  readonly value?: string
}

export interface ListQuery {
  readonly board: BoardQuery
  readonly sort: InvoiceSort
  readonly after: Edge | null
  readonly before: Edge | null
}

const opposite: Readonly<Record<InvoiceSort, InvoiceSort>> = {
  created_at: "-created_at",
  "-created_at": "created_at",
  due_date: "-due_date",
  "-due_date": "due_date",
  total: "-total",
  "-total": "total"
}

const isDate = Schema.is(CalendarDate)
const isAmount = (text: string): boolean => /^\d{1,15}$/.test(text)

/** `inv_…`, or in an order by a value `inv_….2026-12-31`. */
const edgeOf = (text: string | undefined, sort: InvoiceSort): Edge | null => {
  const [idText = "", value] = (text ?? "").split(".")
  const id = Option.getOrNull(InvoiceId.parse(idText))
  const order = valueOrder(sort)
  if (id === null) return null
  if (order === undefined) return { id }
  const isValue = order.field === "dueDate" ? isDate : isAmount
  return value !== undefined && isValue(value) ? { id, value } : null
}

export const listQueryOf = (request: HttpServerRequest.HttpServerRequest): ListQuery => {
  const given = <T>(name: string, schema: Schema.Codec<T, string>): T | undefined =>
    Option.getOrUndefined(Schema.decodeUnknownOption(schema)(queryOf(request, name)))
  const sort = given("sort", InvoiceSort) ?? "-created_at"
  const q = given("q", SearchText)
  const clientId = Option.getOrUndefined(ClientId.parse(queryOf(request, "client") ?? ""))
  const dueFrom = given("due_from", CalendarDate)
  const dueTo = given("due_to", CalendarDate)
  const currency = given("currency", CurrencyCode)
  const projectId = Option.getOrUndefined(ProjectId.parse(queryOf(request, "project") ?? ""))
  return {
    board: {
      tab: given("state", InvoiceTab) ?? "open",
      ...(q === undefined ? {} : { q }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(projectId === undefined ? {} : { projectId }),
      ...(dueFrom === undefined ? {} : { dueFrom }),
      ...(dueTo === undefined ? {} : { dueTo }),
      ...(currency === undefined ? {} : { currency })
    },
    sort,
    after: edgeOf(queryOf(request, "after"), sort),
    before: edgeOf(queryOf(request, "before"), sort)
  }
}

/** The parameters of this query, with some of them changed; a change leads to the first page. */
export const addressOf = (
  { board, sort }: Pick<ListQuery, "board" | "sort">,
  change: Readonly<Record<string, string | null>> = {},
  path = listPath
): string => {
  const { tab, q = null, clientId = null, projectId = null } = board
  const { dueFrom = null, dueTo = null, currency = null } = board
  const all: Readonly<Record<string, string | null>> = {
    state: tab === "open" ? null : tab,
    q,
    client: clientId,
    project: projectId,
    currency,
    due_from: dueFrom,
    due_to: dueTo,
    sort: sort === "-created_at" ? null : sort,
    ...change
  }
  const parameters = new URLSearchParams(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  )
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** The sort and the page to read; a page before an edge is read in the opposite direction. */
export const readOf = (
  { sort, after, before }: ListQuery,
  limit = pageSize
): { readonly sort: InvoiceSort; readonly page: PageRequest<InvoiceId> } => {
  const read = before === null ? sort : opposite[sort]
  const edge = before ?? after
  return {
    sort: read,
    page: {
      limit,
      after: edge?.id ?? null,
      ...(read === "created_at" ? { isAscending: true } : {}),
      ...(edge?.value === undefined ? {} : { afterValue: edge.value })
    }
  }
}

type Item = InvoiceBoard["items"][number]

interface ShownPage {
  readonly items: ReadonlyArray<Item>
  /** The `after` of the older page and the `before` of the newer one; null where there is none. */
  readonly older: string | null
  readonly newer: string | null
}

/** The rows in the order of the query, and the edges of the pages beside. */
export const shownPage = ({ sort, after, before }: ListQuery, board: InvoiceBoard): ShownPage => {
  const items = before === null ? board.items : board.items.toReversed()
  const order = valueOrder(sort)
  const edge = (item: Item | undefined): string | null =>
    item === undefined ? null : order === undefined ? item.id : `${item.id}.${item[order.field]}`
  const hasNext = board.next !== null
  return {
    items,
    older: before !== null || hasNext ? edge(items.at(-1)) : null,
    newer:
      before === null ? (after === null ? null : edge(items[0])) : hasNext ? edge(items[0]) : null
  }
}
