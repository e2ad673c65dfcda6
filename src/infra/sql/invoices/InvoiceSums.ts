/**
 * Counts and sums of a list of invoices, per currency. A list of the whole workspace, whatever its dates and
 * status, is answered from the kept totals and costs the same for any number of invoices; that of one client
 * or project from its few rows.
 */
import { DateTime, Record } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { InvoiceFilter } from "../../../app/ports/invoices/InvoiceRepository.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { type MonthsAndDays, spansOf } from "../lists/DayPages.ts"
import { noSubject } from "../lists/Totals.ts"
import { dateOf } from "../Rows.ts"
import { newlyOverdueRows } from "./InvoicePages.ts"
import { issueDays } from "./IssueDays.ts"

export interface SumsRow {
  readonly currency: string
  readonly invoices: bigint
  readonly outstanding: bigint
  readonly collected: bigint
}

/** The rows of such a statement as one value: of each its currency, count, and both sums. */
export type SumsValue = ReadonlyArray<readonly [string, number, number, number]>

export const asValue = (sql: SqlClient.SqlClient, sums: Statement.Fragment): Statement.Fragment =>
  sql`SELECT coalesce(
      json_agg(json_build_array(s.currency, s.invoices, s.outstanding, s.collected)), '[]')
    FROM (${sums}) s`

interface At {
  readonly today: CalendarDate
  /** The first instant of the workspace's year. */
  readonly yearStart: DateTime.Utc
}

/** The year (UTC) that the workspace's year is but for the hours between their beginnings. */
const utcYearOf = ({ yearStart }: At): number =>
  DateTime.toDateUtc(DateTime.add(yearStart, { hours: 14 })).getUTCFullYear()

/**
 * Whether the materialised totals are grouped by the filter. The type requires an entry for every
 * filter.
 */
const isGroupedBy: { readonly [Name in keyof InvoiceFilter]-?: boolean } = {
  status: true,
  from: true,
  to: true,
  clientId: false,
  projectId: false,
  issuedOnly: false
}

/** Whether the materialised totals can answer the filter: they are grouped by each used field. */
export const hasMaterialisedSums = (filter: InvoiceFilter): boolean =>
  Record.keys(isGroupedBy).every(
    (name) => isGroupedBy[name] || filter[name] === undefined || filter[name] === false
  )

type TotalKind = "invoice" | "collected"

/** The day that a month is kept under; nothing is issued in the year 0, which has another name there. */
const firstDay = (month: number): string => {
  const year = Math.floor(month / 12)
  const of = `${String(Math.max(1, year)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`
  return year === 0 ? `${of}-01 BC` : `${of}-01`
}

const noDays = ["infinity", "infinity"] as const

/** Whole years of a range of months, and the months before and after them; what there is not ends before it begins. */
const yearsOf = (first: number, last: number) => {
  const [from, to] = [Math.ceil(first / 12), Math.floor((last + 1) / 12) - 1]
  return from > to
    ? { months: [first, last], years: [1, 0], later: [1, 0] }
    : { months: [first, from * 12 - 1], years: [from * 12, to * 12], later: [to * 12 + 12, last] }
}

/**
 * The totals of a range of issue dates: of its days before and after whole months, of the months before and after
 * whole years, and of the years. Months and years hold what was folded of their days; the rest are those of their
 * parts that are not.
 */
const ofRange = (
  sql: SqlClient.SqlClient,
  workspace: Statement.Fragment,
  kind: TotalKind,
  { first, last, days }: MonthsAndDays
): Statement.Fragment => {
  const totals = sql`SELECT label, status, year, items, amount FROM totals
    WHERE workspace_id = ${workspace}`
  const found = (of: "days" | "months" | "years", [since, until]: readonly [string, string]) =>
    sql`${totals} AND kind = ${`${kind}_${of}`} AND subject = ${noSubject}::uuid
      AND day BETWEEN ${since}::date AND ${until}::date`
  const begun = ([from = 1, to = 0]: ReadonlyArray<number>) =>
    from > to ? noDays : ([firstDay(from), firstDay(to)] as const)
  // Always as many, so that the text is one: nothing lies after all days.
  const [before = noDays, after = noDays] = spansOf(days)
  const { months, years, later } = yearsOf(first, last)
  const spans = [
    found("days", before),
    found("days", after),
    found("months", begun(months)),
    found("years", begun(years)),
    found("months", begun(later))
  ]
  const [from, to] = begun([first, last])
  // The kind as an expression: by its index all days of the range would be read, not the few that have parts.
  return sql`${sql.join(" UNION ALL ", false)(spans)}
    UNION ALL ${totals} AND part <> 0 AND day >= ${from}::date
      AND day < ${to}::date + interval '1 month' AND kind || '' = ${`${kind}_days`}`
}

/** The totals of all dates. */
const ofAll = (
  sql: SqlClient.SqlClient,
  workspace: Statement.Fragment,
  kind: TotalKind
): Statement.Fragment => sql`SELECT label, status, year, items, amount FROM totals
    WHERE workspace_id = ${workspace} AND kind = ${kind === "invoice" ? "invoices" : kind}
      AND subject = ${noSubject}::uuid`

/** From the totals; of `sent` and `overdue` what is due but not swept yet, and the hours around the new year, from few rows. */
export const materialisedSums = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  { status, from, to }: InvoiceFilter,
  at: At
): Statement.Statement<SumsRow> => {
  const workspace = sql`${WorkspaceId.toUuid(workspaceId)}::uuid`
  const issued = (column: Statement.Fragment) =>
    sql.and([
      sql`true`,
      ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`${column} <= ${to}::date`])
    ])
  const range = from === undefined && to === undefined ? undefined : issueDays(from, to)
  const kept = (kind: TotalKind) =>
    range === undefined ? ofAll(sql, workspace, kind) : ofRange(sql, workspace, kind, range)
  const year = utcYearOf(at)
  const start = sql`${dateOf(at.yearStart)}::timestamptz`
  const utcStart = sql`${new Date(Date.UTC(year, 0))}::timestamptz`
  // Together they are the same before and after the sweep, and no other status has part in it.
  const isMoved = status === "sent" || status === "overdue"
  const sign = sql.literal(status === "sent" ? "-" : "")
  const moved = sql`
    SELECT i.currency, ${status ?? null}::text, ${sign}count(*), ${sign}sum(i.total - i.amount_paid),
      ${sign}sum(CASE WHEN i.amount_paid = 0 THEN 0 ELSE (
        SELECT coalesce(sum(p.amount), 0) FROM payments p
        WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id AND p.paid_at >= ${start}) END)
    FROM ${newlyOverdueRows(sql, workspace, at.today)} i
    WHERE ${issued(sql`i.issue_date`)} GROUP BY i.currency`
  return sql<SumsRow>`
    SELECT currency, sum(items)::bigint AS invoices, sum(due)::bigint AS outstanding,
      sum(collected)::bigint AS collected
    FROM (
      SELECT t.label AS currency, t.status, t.items, t.amount AS due, 0::bigint AS collected
      FROM (${kept("invoice")}) t
      UNION ALL
      SELECT t.label, t.status, 0, 0, t.amount FROM (${kept("collected")}) t WHERE t.year >= ${year}
      UNION ALL
      ${isMoved ? sql`${moved} UNION ALL` : sql``}
      SELECT i.currency, i.status, 0, 0,
        CASE WHEN ${start} < ${utcStart} THEN p.amount ELSE -p.amount END
      FROM (
        SELECT invoice_id, amount FROM payments
        WHERE workspace_id = ${workspace} AND paid_at >= least(${start}, ${utcStart})
          AND paid_at < greatest(${start}, ${utcStart}) OFFSET 0) p
      CROSS JOIN LATERAL (SELECT currency, status, issue_date FROM invoices
        WHERE workspace_id = ${workspace} AND id = p.invoice_id LIMIT 1) i
      WHERE ${issued(sql`i.issue_date`)}
    ) t
    WHERE ${status === undefined ? sql`true` : sql`status = ${status}`}
    GROUP BY currency HAVING sum(items) <> 0 ORDER BY currency`
}

/** Of rows that were found, such as the few of a client or a project. */
export const countedSums = (
  sql: SqlClient.SqlClient,
  found: Statement.Fragment,
  at: At
): Statement.Statement<SumsRow> => sql<SumsRow>`
  SELECT i.currency, count(*) AS invoices,
    coalesce(sum(i.total - i.amount_paid)
      FILTER (WHERE i.status IN ('sent', 'overdue')), 0)::bigint AS outstanding,
    coalesce(sum(p.collected), 0)::bigint AS collected
  FROM ${found} i
  CROSS JOIN LATERAL (
    SELECT sum(p.amount) AS collected FROM payments p
    WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id
      AND p.paid_at >= ${dateOf(at.yearStart)}
  ) p
  GROUP BY i.currency ORDER BY i.currency`
