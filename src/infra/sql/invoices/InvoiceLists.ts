/** Pages of invoices with their counts and sums, by filter or by search. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type {
  InvoiceListPage,
  InvoiceRepository
} from "../../../app/ports/invoices/InvoiceRepository.ts"
import type { PageRequest } from "../../../app/ports/PageRequest.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import {
  broadest,
  type InvoiceSort,
  ListTooBroad,
  valueOrder
} from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { Database } from "../../postgres/Database.ts"
import { compiled, readByShape } from "../../postgres/Statements.ts"
import {
  byId,
  type IdPage,
  idPage,
  type PageRow,
  pageBeside,
  rowsBeside,
  rowsOf,
  withMeta
} from "../lists/Newest.ts"
import { atMost, foundIds, metaWithin, searching, withWords } from "../lists/Searches.ts"
import { toPage } from "../Rows.ts"
import { inValueOrder, orderedPage, orderedStatuses } from "./InvoiceOrders.ts"
import {
  invoiceConditions,
  invoiceIdPage,
  invoicePageRows,
  invoicesOf,
  type StoredInvoiceFilter,
  storedInvoiceFilter
} from "./InvoicePages.ts"
import { listed } from "./InvoiceRows.ts"
import {
  asValue,
  countedSums,
  hasMaterialisedSums,
  materialisedSums,
  type SumsValue,
  type Year,
  yearFrom
} from "./InvoiceSums.ts"

/** The status of `i` as a read on this day shows it. */
export const statusSql = (sql: SqlClient.SqlClient) => (today: string) =>
  sql`CASE WHEN i.status = 'sent' AND i.due_date < ${today}::date THEN 'overdue'
    ELSE i.status END`

const pageFrom = (
  rows: ReadonlyArray<PageRow<unknown>>,
  meta: string,
  page: PageRequest<InvoiceId>
): InvoiceListPage => {
  const sums: SumsValue = JSON.parse(meta)
  const total = sums.reduce((count, [, invoices]) => count + invoices, 0)
  return {
    ...toPage(rowsBeside(rows).map(listed.decode), total, page),
    sums: sums.map(([currency, , totalOutstandingMinor, totalCollectedYtdMinor]) => ({
      currency: CurrencyCode.make(currency),
      totalOutstandingMinor,
      totalCollectedYtdMinor
    }))
  }
}

/** In an order by a value the next page begins at that of the last row. */
const withNextValue = (found: InvoiceListPage, sort: InvoiceSort | undefined): InvoiceListPage => {
  const by = valueOrder(sort)
  const last = found.items.at(-1)
  return by === undefined || found.next === null || last === undefined
    ? found
    : { ...found, nextValue: String(last[by.field]) }
}

/** The columns that filters, orders and sums use. */
export const searchedColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(
    ["workspace_id, id, status, client_id, project_id, issue_date, due_date, currency"]
      .concat("purchase_order, total, amount_paid, amount_credited, sent_at, updated_at")
      .join(", ")
  )

/** All words match the number, or all match the texts of the client. */
export const byWords = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId) => (q: string) =>
  sql`(${withWords(sql, "invoices", searchedColumns(sql), [workspaceId, q])})
    UNION
    (SELECT r.* FROM (${withWords(sql, "clients", sql`id`, [workspaceId, q])}) c
    CROSS JOIN LATERAL (
      SELECT ${searchedColumns(sql)} FROM invoices
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND client_id = c.id
      ORDER BY id DESC OFFSET 0) r
    LIMIT ${atMost})`

/** The ids and the order of a page of a search. */
const inOrder = (
  sql: SqlClient.SqlClient,
  sort: InvoiceSort | undefined,
  page: PageRequest<InvoiceId>
): { readonly ids: Statement.Fragment; readonly order: Statement.Fragment } => {
  const requested = idPage(page, InvoiceId.toUuid)
  const by = valueOrder(sort)
  if (by === undefined) return { ids: foundIds(sql, requested), order: byId(sql, requested) }
  const { beyond, first, order } = inValueOrder(sql, by, page)
  return { ids: sql`(SELECT id FROM found WHERE ${beyond} ${first})`, order }
}

interface PageShape extends Pick<IdPage, "isAscending"> {
  readonly filter: Omit<StoredInvoiceFilter, keyof Parents>
  readonly isMaterialised: boolean
}

type Parents = Pick<StoredInvoiceFilter, "client" | "project" | "purchaseOrder">

interface PageValues extends Parents, Year, Pick<IdPage, "after" | "count"> {
  readonly workspace: string
  readonly today: CalendarDate
}

const makeListedRows = (sql: SqlClient.SqlClient) => {
  const effectiveStatus = statusSql(sql)
  return (source: Statement.Fragment, today: CalendarDate) => sql`
    SELECT i.id, i.number, ${effectiveStatus(today)} AS status, i.client_id,
      coalesce(i.recipient_name, c.name) AS client_name, i.issue_date, i.due_date,
      i.subtotal, i.tax, i.total, i.amount_paid, i.amount_credited, i.currency, i.created_at
    FROM ${source}
    CROSS JOIN LATERAL (SELECT name FROM clients
      WHERE workspace_id = i.workspace_id AND id = i.client_id LIMIT 1) c`
}

const makePageRead =
  (sql: SqlClient.SqlClient, listedRows: ReturnType<typeof makeListedRows>) =>
  (
    { isAscending, isMaterialised, filter: given }: PageShape,
    { workspace, today, after, count, start, utcYear, utcStart, ...parents }: PageValues
  ): Statement.Statement<unknown> => {
    const page = { isAscending, after, count }
    const filter = { ...given, ...parents }
    const counted = isMaterialised
      ? materialisedSums(sql, workspace, filter, { today, start, utcYear, utcStart })
      : countedSums(sql, invoicesOf(sql, workspace, filter, today), { start })
    const shown = listedRows(invoicePageRows(sql, workspace, filter, [today, page]), today)
    return pageBeside(sql, asValue(sql, counted), [listed, shown], byId(sql, page))
  }

/**
 * The read of a page in the order of a value, for filters by status alone: without the rows behind
 * its sums. Null for others.
 */
const makeOrderedRead =
  (sql: SqlClient.SqlClient, listedRows: ReturnType<typeof makeListedRows>) =>
  (
    workspace: string,
    filter: StoredInvoiceFilter,
    sort: InvoiceSort | undefined,
    page: PageRequest<InvoiceId>,
    { today, yearStart }: Parameters<InvoiceRepository["Service"]["list"]>[3]
  ) => {
    const by = valueOrder(sort)
    const statuses = orderedStatuses(filter)
    if (by === undefined || statuses === undefined) return null
    const { ids, order } = orderedPage(sql, workspace, [statuses, today], page, by)
    const shown = listedRows(rowsOf(sql, "invoices", "i", [workspace, ids]), today)
    const dates = { today, ...yearFrom(yearStart) }
    const sums = asValue(sql, materialisedSums(sql, workspace, filter, dates))
    return Effect.gen(function* () {
      const rows = yield* Effect.orDie(sql<PageRow<string>>`${withMeta(sql, sums, shown, order)}`)
      const found = withNextValue(pageFrom(rows, rows[0]?.meta ?? "[]", page), sort)
      return by.field === "totalMinor" && found.total > broadest
        ? yield* Effect.fail(new ListTooBroad())
        : found
    })
  }

export const makeInvoiceLists = (
  sql: SqlClient.SqlClient,
  rows: Database["Service"]["rows"]
): Pick<InvoiceRepository["Service"], "list" | "search"> => {
  const listedRows = makeListedRows(sql)
  const pageRead = makePageRead(sql, listedRows)
  const pageByShape = readByShape(pageRead)
  const orderedRead = makeOrderedRead(sql, listedRows)

  return {
    list: Effect.fnUntraced(function* (workspaceId, filter, page, { today, yearStart }) {
      const { isAscending, ...place } = idPage(page, InvoiceId.toUuid)
      const { client, project, purchaseOrder, ...given } = storedInvoiceFilter(filter)
      const shape = { isAscending, filter: given, isMaterialised: hasMaterialisedSums(filter) }
      const values = {
        workspace: WorkspaceId.toUuid(workspaceId),
        today,
        ...place,
        ...yearFrom(yearStart),
        ...(client === undefined ? {} : { client }),
        ...(project === undefined ? {} : { project }),
        ...(purchaseOrder === undefined ? {} : { purchaseOrder })
      }
      // A range of days or a currency has a text of its own.
      const { from, to, dueFrom, dueTo, currency } = given
      const isShaped = [from, to, dueFrom, dueTo, currency].every((one) => one === undefined)
      const found = yield* rows<PageRow<string>>(
        isShaped ? pageByShape(shape, values) : compiled(pageRead(shape, values))
      )
      return pageFrom(found, found[0]?.meta ?? "[]", page)
    }, Effect.orDie),

    search: Effect.fnUntraced(function* (
      workspaceId,
      { q, updatedSince, sort, ...filter },
      page,
      at
    ) {
      const workspace = WorkspaceId.toUuid(workspaceId)
      const stored = storedInvoiceFilter(filter)
      const isWhole = q === undefined && updatedSince === undefined
      const ordered = isWhole ? orderedRead(workspace, stored, sort, page, at) : null
      if (ordered !== null) return yield* ordered
      const { ids, order } = inOrder(sql, sort, page)
      const source = rowsOf(sql, "invoices", "i", [workspace, ids])
      const counted = asValue(sql, countedSums(sql, sql`found`, yearFrom(at.yearStart)))
      const statement = searching(
        sql,
        {
          table: "invoices",
          columns: searchedColumns(sql),
          workspaceId,
          search: { q, updatedSince },
          conditions: invoiceConditions(sql, stored, at.today),
          byWords: byWords(sql, workspaceId),
          ids: (first) => invoiceIdPage(sql, workspace, stored, at.today, first)
        },
        (within) => withMeta(sql, within(counted), listedRows(source, at.today), order)
      )
      const rows = yield* Effect.orDie(sql<PageRow<string | null>>`${statement}`)
      return withNextValue(pageFrom(rows, yield* metaWithin(rows), page), sort)
    })
  }
}
