/**
 * Keyset pages of invoice ids, newest first. A page reads little more than its own rows for every
 * filter and size of the workspace. The invoices of one client or project are filtered among its
 * rows.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { InvoiceFilter } from "../../../app/ports/invoices/InvoiceRepository.ts"
import { ClientId, ProjectId } from "../../../domain/Ids.ts"
import type { InvoiceStatus } from "../../../domain/invoices/InvoiceTransitions.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { newestInRange } from "../lists/DayPages.ts"
import {
  beyond,
  direction,
  type IdPage,
  newest,
  newestOf,
  newestRows,
  rowsOf
} from "../lists/Newest.ts"
import { issueDays } from "./IssueDays.ts"

/**
 * Invoices that are due before today and stored as `sent`, because no periodic job has marked them
 * overdue yet. They are few. The planner expects many, so a second bound of the due date makes it
 * use the index.
 */
export const newlyOverdueRows = (
  sql: SqlClient.SqlClient,
  workspace: Statement.Fragment,
  today: CalendarDate
): Statement.Fragment => {
  const sent = sql`FROM invoices WHERE workspace_id = ${workspace} AND status = 'sent'`
  return sql`(SELECT * ${sent} AND due_date < ${today}::date
    AND due_date >= (SELECT due_date ${sent} ORDER BY due_date LIMIT 1) OFFSET 0)`
}

type Conditions = ReadonlyArray<Statement.Fragment>

/** A filter with the stored form of its ids. */
export type StoredInvoiceFilter = Omit<InvoiceFilter, "clientId" | "projectId"> & {
  readonly client?: string
  readonly project?: string
  // The filter itself would fit, and its ids be ignored.
  readonly clientId?: never
  readonly projectId?: never
}

export const storedInvoiceFilter = ({
  clientId,
  projectId,
  ...others
}: InvoiceFilter): StoredInvoiceFilter => ({
  ...others,
  ...(clientId === undefined ? {} : { client: ClientId.toUuid(clientId) }),
  ...(projectId === undefined ? {} : { project: ProjectId.toUuid(projectId) })
})

const dated = (
  sql: SqlClient.SqlClient,
  { from, to }: { readonly [K in "from" | "to"]?: CalendarDate | undefined }
): Conditions => [
  ...(from === undefined ? [] : [sql`issue_date >= ${from}::date`]),
  ...(to === undefined ? [] : [sql`issue_date <= ${to}::date`])
]

const hasStatus = (
  sql: SqlClient.SqlClient,
  status: InvoiceStatus,
  today: CalendarDate
): Statement.Fragment => {
  switch (status) {
    case "sent":
      return sql`status = 'sent' AND due_date >= ${today}::date`
    case "overdue":
      return sql`(status = 'overdue' OR (status = 'sent' AND due_date < ${today}::date))`
    case "draft":
    case "paid":
    case "void":
      return sql`status = ${status}`
  }
}

export const invoiceConditions = (
  sql: SqlClient.SqlClient,
  filter: StoredInvoiceFilter,
  today: CalendarDate
): Conditions => {
  const { status, client, project, purchaseOrder, issuedOnly, openOnly, from, to, ...more } = filter
  const { dueFrom, dueTo, currency, ...others } = more
  requireAllUsed(others)
  return [
    ...(status === undefined ? [] : [hasStatus(sql, status, today)]),
    ...(client === undefined ? [] : [sql`client_id = ${client}`]),
    ...(project === undefined ? [] : [sql`project_id = ${project}`]),
    ...(purchaseOrder === undefined ? [] : [sql`purchase_order = ${purchaseOrder}`]),
    ...dated(sql, { from, to }),
    ...(dueFrom === undefined ? [] : [sql`due_date >= ${dueFrom}::date`]),
    ...(dueTo === undefined ? [] : [sql`due_date <= ${dueTo}::date`]),
    ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
    ...(issuedOnly === true ? [sql`sent_at IS NOT NULL`] : []),
    ...(openOnly === true ? [sql`status IN ('sent', 'overdue')`] : [])
  ]
}

/** Splits a filter by purchase order, project or client from the other conditions. */
const ofParent = (
  filter: StoredInvoiceFilter
): readonly [parent: StoredInvoiceFilter, rest: StoredInvoiceFilter] | undefined => {
  const { purchaseOrder, ...unordered } = filter
  if (purchaseOrder !== undefined) return [{ purchaseOrder }, unordered]
  const { client, project, ...others } = unordered
  if (project !== undefined) {
    return [{ project }, client === undefined ? others : { client, ...others }]
  }
  return client === undefined ? undefined : [{ client }, others]
}

/**
 * All rows of the filter. A client or project has few, so OFFSET 0 prevents the planner from using
 * the index of days, which would read every invoice of the workspace in the range.
 */
export const invoicesOf = (
  sql: SqlClient.SqlClient,
  workspace: string,
  filter: StoredInvoiceFilter,
  today: CalendarDate
): Statement.Fragment => {
  const [parent, rest] = ofParent(filter) ?? [{}, filter]
  const found = sql.and([
    sql`workspace_id = ${workspace}`,
    ...invoiceConditions(sql, parent, today)
  ])
  return sql`(SELECT * FROM (SELECT * FROM invoices WHERE ${found} OFFSET 0) x
    WHERE ${sql.and([sql`true`, ...invoiceConditions(sql, rest, today)])})`
}

export const invoiceIdPage = (
  sql: SqlClient.SqlClient,
  workspace: string,
  filter: StoredInvoiceFilter,
  today: CalendarDate,
  page: IdPage
): Statement.Fragment => {
  const { openOnly, ...ofStatuses } = filter
  if (openOnly === true && ofParent(filter) === undefined) {
    // Open invoices may be few among many: the index of each status has them.
    const pages = (["sent", "overdue"] as const).map((status) =>
      invoiceIdPage(sql, workspace, { ...ofStatuses, status }, today, page)
    )
    return newestOf(sql, pages, page)
  }
  const { status, from, to, ...issued } = filter
  const inWorkspace = sql`workspace_id = ${workspace}::uuid`
  const among = (found: Conditions, rest: Conditions) =>
    newest(sql, "invoices", [sql.and([inWorkspace, ...found]), rest], page)
  const divided = ofParent(filter)
  if (divided !== undefined) {
    const [parent, rest] = divided
    return among(invoiceConditions(sql, parent, today), invoiceConditions(sql, rest, today))
  }
  const others = invoiceConditions(sql, issued, today)
  const ofDay = status === "sent" ? [sql`due_date >= ${today}::date`, ...others] : others
  const ofStatus = status === undefined ? [] : [sql`status = ${status}`]
  const listed =
    from !== undefined || to !== undefined
      ? newestInRange(
          sql,
          {
            table: "invoices",
            day: "issue_date",
            statuses: status === undefined ? undefined : [status],
            found: inWorkspace,
            rest: ofDay,
            range: issueDays(from, to),
            walked: { found: sql.and([inWorkspace, ...ofStatus]), within: dated(sql, filter) }
          },
          page
        )
      : among(ofStatus, ofDay)
  if (status !== "overdue") return listed
  const rows = newlyOverdueRows(sql, sql`${workspace}::uuid`, today)
  const newlyOverdue = sql`(SELECT id FROM ${rows} x
    WHERE ${sql.and([beyond(sql, page), ...dated(sql, filter), ...others])}
    ORDER BY id ${direction(sql, page)} LIMIT ${page.count})`
  return newestOf(sql, [listed, newlyOverdue], page)
}

/** The rows of the page, as `i`. */
export const invoicePageRows = (
  sql: SqlClient.SqlClient,
  workspace: string,
  filter: StoredInvoiceFilter,
  [today, page]: readonly [CalendarDate, IdPage]
): Statement.Fragment => {
  const { status, ...others } = filter
  const isOfDay = status === "sent" || status === "overdue"
  if (isOfDay || invoiceConditions(sql, others, today).length > 0) {
    const ids = invoiceIdPage(sql, workspace, filter, today, page)
    return rowsOf(sql, "invoices", "i", [workspace, ids])
  }
  const found = [sql`workspace_id = ${workspace}::uuid`, ...invoiceConditions(sql, filter, today)]
  return newestRows(sql, "invoices", "i", [sql.and(found), page])
}
