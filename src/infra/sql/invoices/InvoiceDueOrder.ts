/**
 * Keyset pages of invoices by due day. Of each status the page's first rows are read by the index
 * that ends in the due day and the id, and merged: as little for a large workspace as for a small
 * one.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { PageRequest } from "../../../app/ports/PageRequest.ts"
import { InvoiceId } from "../../../domain/Ids.ts"
import { type InvoiceStatus, invoiceStatuses } from "../../../domain/invoices/InvoiceTransitions.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { direction, idPage } from "../lists/Newest.ts"
import type { StoredInvoiceFilter } from "./InvoicePages.ts"

/** The statuses of a filter by status alone; undefined for any other filter. */
export const dueOrderStatuses = (
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

/** The ids of the page in the order, with the order of its rows `p`. */
export const dueOrderPage = (
  sql: SqlClient.SqlClient,
  workspace: string,
  [statuses, today]: readonly [ReadonlyArray<InvoiceStatus>, CalendarDate],
  request: PageRequest<InvoiceId>,
  isAscending: boolean
): { readonly ids: Statement.Fragment; readonly order: Statement.Fragment } => {
  const { after, count } = idPage({ ...request, isAscending }, InvoiceId.toUuid)
  const way = direction(sql, { isAscending })
  const value = request.afterValue ?? (isAscending ? "-infinity" : "infinity")
  const beyond = sql`(due_date, id) ${sql.literal(isAscending ? ">" : "<")}
    (${value}::text::date, ${after}::uuid)`
  const order = sql`ORDER BY due_date ${way}, id ${way} LIMIT ${count}`
  const pages = storedAs(sql, statuses, today).map(
    (stored) => sql`(SELECT id, due_date FROM invoices
      WHERE workspace_id = ${workspace}::uuid AND ${stored} AND ${beyond} ${order})`
  )
  return {
    ids: sql`(SELECT id FROM (${sql.join(" UNION ALL ", false)(pages)}) x ${order})`,
    order: sql`p.due_date ${way}, p.id ${way}`
  }
}
