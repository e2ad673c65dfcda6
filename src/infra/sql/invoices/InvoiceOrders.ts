/**
 * Keyset pages of invoices by due day or total: first of each status, then merged. By due day an
 * index has the first rows, so a large workspace takes no longer than a small one. No index has the
 * totals, so all rows of a status are read, up to the bound of searches.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { PageRequest } from "../../../app/ports/PageRequest.ts"
import { InvoiceId } from "../../../domain/Ids.ts"
import { type InvoiceStatus, invoiceStatuses } from "../../../domain/invoices/InvoiceTransitions.ts"
import type { valueOrder } from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { direction, idPage } from "../lists/Newest.ts"
import { atMost } from "../lists/Searches.ts"
import type { StoredInvoiceFilter } from "./InvoicePages.ts"

/** The statuses of a filter by status alone; undefined for any other filter. */
export const orderedStatuses = (
  filter: StoredInvoiceFilter
): ReadonlyArray<InvoiceStatus> | undefined => {
  const { status, openOnly, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  if (status !== undefined) return openOnly === true ? undefined : [status]
  return openOnly === true ? ["sent", "overdue"] : invoiceStatuses
}

/** The stored status and the due days that a status of today has. */
const storedAs = (
  sql: SqlClient.SqlClient,
  statuses: ReadonlyArray<InvoiceStatus>,
  today: CalendarDate
): ReadonlyArray<Statement.Fragment> => {
  const isEach = statuses.includes("sent") && statuses.includes("overdue")
  return statuses.flatMap((status) => {
    const stored = sql`status = ${status}`
    if (isEach || (status !== "sent" && status !== "overdue")) return [stored]
    if (status === "sent") return [sql`${stored} AND due_date >= ${today}::date`]
    // No periodic job has marked these yet.
    return [stored, sql`status = 'sent' AND due_date < ${today}::date`]
  })
}

type ValueOrder = NonNullable<ReturnType<typeof valueOrder>>

const columns = {
  dueDate: { column: "due_date", type: "date", least: "-infinity", most: "infinity" },
  totalMinor: {
    column: "total",
    type: "bigint",
    least: "-9223372036854775808",
    most: "9223372036854775807"
  }
} as const

/** The rows after the page's place and their order, by the value and then the id. */
export const inValueOrder = (
  sql: SqlClient.SqlClient,
  { field, isAscending }: ValueOrder,
  request: PageRequest<InvoiceId>
) => {
  const { column, type, least, most } = columns[field]
  const { after, count } = idPage({ ...request, isAscending }, InvoiceId.toUuid)
  const way = direction(sql, { isAscending })
  const value = request.afterValue ?? (isAscending ? least : most)
  const by = (as: string) => sql.literal(`${as}${column}`)
  return {
    column: by(""),
    beyond: sql`(${by("")}, id) ${sql.literal(isAscending ? ">" : "<")}
      (${value}::text::${sql.literal(type)}, ${after}::uuid)`,
    first: sql`ORDER BY ${by("")} ${way}, id ${way} LIMIT ${count}`,
    /** Of the rows `p` of the page. */
    order: sql`${by("p.")} ${way}, p.id ${way}`
  }
}

/** The ids of the page in the order, with the order of its rows `p`. */
export const orderedPage = (
  sql: SqlClient.SqlClient,
  workspace: string,
  [statuses, today]: readonly [ReadonlyArray<InvoiceStatus>, CalendarDate],
  request: PageRequest<InvoiceId>,
  by: ValueOrder
): { readonly ids: Statement.Fragment; readonly order: Statement.Fragment } => {
  const { column, beyond, first, order } = inValueOrder(sql, by, request)
  const pages = storedAs(sql, statuses, today).map((stored) => {
    const rows = sql`SELECT id, ${column} FROM invoices
      WHERE workspace_id = ${workspace}::uuid AND ${stored}`
    return by.field === "dueDate"
      ? sql`(${rows} AND ${beyond} ${first})`
      : sql`(SELECT * FROM (${rows} LIMIT ${atMost}) x WHERE ${beyond} ${first})`
  })
  return { ids: sql`(SELECT id FROM (${sql.join(" UNION ALL ", false)(pages)}) x ${first})`, order }
}
