/**
 * Finds the ids of one page of a list of invoices, newest first, by reading little more than that page,
 * whatever the filter and however many invoices the workspace has; those of one client or project among the
 * rows of that one.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { InvoiceFilter } from "../../../app/ports/invoices/InvoiceRepository.ts"
import type { CalendarDate } from "../../../domain/CalendarDate.ts"
import { ClientId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { type InvoiceStatus, invoiceStatuses } from "../../../domain/invoices/InvoiceTransitions.ts"
import { type IdPage, newest, newestOf } from "../Newest.ts"
import { type IssueDays, issueDays } from "./IssueDays.ts"
import { unsweptRows } from "./Unswept.ts"

interface Asked {
  readonly sql: SqlClient.SqlClient
  readonly workspace: Statement.Fragment
  readonly page: IdPage
}

/** As the index invoices_month has it. */
const monthOfRow =
  "(extract(year FROM issue_date) * 12 + extract(month FROM issue_date) - 1)::integer"

type Conditions = ReadonlyArray<Statement.Fragment>

const dated = (sql: SqlClient.SqlClient, { from, to }: InvoiceFilter): Conditions => [
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

const conditions = (
  sql: SqlClient.SqlClient,
  filter: InvoiceFilter,
  today: CalendarDate
): Conditions => {
  const { status, clientId, projectId, issuedOnly } = filter
  return [
    ...(status === undefined ? [] : [hasStatus(sql, status, today)]),
    ...(clientId === undefined ? [] : [sql`client_id = ${ClientId.toUuid(clientId)}`]),
    ...(projectId === undefined ? [] : [sql`project_id = ${ProjectId.toUuid(projectId)}`]),
    ...dated(sql, filter),
    ...(issuedOnly === true ? [sql`sent_at IS NOT NULL`] : [])
  ]
}

/** All that the filter asks of an invoice. */
export const matching = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: InvoiceFilter,
  today: CalendarDate
): Statement.Fragment =>
  sql.and([
    sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
    ...conditions(sql, filter, today)
  ])

/**
 * Of each month and day of the range its greatest id; the page lies in the months and days with the greatest
 * of these, as many as it has rows. An id tells nothing of the issue date, so nothing less would be exact.
 */
const inRange = (
  { sql, workspace, page }: Asked,
  statuses: ReadonlyArray<InvoiceStatus>,
  kept: Conditions,
  { first, last, days }: IssueDays
): Statement.Fragment => {
  const month = sql.literal(monthOfRow)
  const each = sql`unnest(${statuses}::text[]) s (status)`
  const nextMonth = (status: Statement.Fragment, from: Statement.Fragment) => sql`(
    SELECT ${month} FROM invoices WHERE workspace_id = ${workspace} AND status = ${status}
      AND ${month} >= ${from} AND ${month} <= ${last}::integer
    ORDER BY ${month} LIMIT 1)`
  const rows = (count: number) => {
    const of = (found: Statement.Fragment) =>
      newest(
        sql,
        "invoices",
        [sql`workspace_id = ${workspace} AND status = b.status AND ${found}`, kept],
        { after: page.after, count }
      )
    return sql`LATERAL (${of(sql`${month} = b.month`)} UNION ALL ${of(sql`issue_date = b.day`)}) r`
  }
  return sql`(
    WITH RECURSIVE months (status, month) AS (
      SELECT s.status, ${nextMonth(sql`s.status`, sql`${first}::integer`)} FROM ${each}
      UNION ALL
      SELECT m.status, ${nextMonth(sql`m.status`, sql`m.month + 1`)} FROM months m
      WHERE m.month IS NOT NULL
    ), buckets AS (
      SELECT status, month, NULL::date AS day FROM months WHERE month IS NOT NULL
      UNION ALL SELECT s.status, NULL, d.day FROM ${each} CROSS JOIN unnest(${days}::date[]) d (day)
    ), holding AS (
      SELECT b.status, b.month, b.day FROM buckets b CROSS JOIN ${rows(1)}
      ORDER BY r.id DESC LIMIT ${page.count}
    )
    SELECT r.id FROM holding b CROSS JOIN ${rows(page.count)}
    ORDER BY r.id DESC LIMIT ${page.count})`
}

export const invoicePage = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: InvoiceFilter,
  today: CalendarDate,
  page: IdPage
): Statement.Fragment => {
  const { status, clientId, projectId, from, to, ...issued } = filter
  const workspace = sql`${WorkspaceId.toUuid(workspaceId)}::uuid`
  const asked = { sql, workspace, page }
  const among = (found: Conditions, kept: Conditions) =>
    newest(sql, "invoices", [sql.and([sql`workspace_id = ${workspace}`, ...found]), kept], page)
  if (projectId !== undefined) {
    const { projectId: _, ...rest } = filter
    return among(conditions(sql, { projectId }, today), conditions(sql, rest, today))
  }
  if (clientId !== undefined) {
    const { clientId: _, ...rest } = filter
    return among(conditions(sql, { clientId }, today), conditions(sql, rest, today))
  }
  const kept = conditions(sql, issued, today)
  const swept = status === "sent" ? [sql`due_date >= ${today}::date`, ...kept] : kept
  const listed =
    from !== undefined || to !== undefined
      ? inRange(
          asked,
          status === undefined ? invoiceStatuses : [status],
          swept,
          issueDays(from, to)
        )
      : among(status === undefined ? [] : [sql`status = ${status}`], swept)
  if (status !== "overdue") return listed
  const unswept = sql`(SELECT id FROM ${unsweptRows(sql, workspace, today)} x
    WHERE ${sql.and([sql`id < ${page.after}::uuid`, ...dated(sql, filter), ...kept])}
    ORDER BY id DESC LIMIT ${page.count})`
  return newestOf(sql, [listed, unswept], page)
}
