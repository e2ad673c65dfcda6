/**
 * Counts and sums of a list of invoices, per currency. Lists of the whole workspace, filtered by
 * dates and status or not, use the materialised totals. Lists of one client or project sum their
 * few rows.
 */
import { DateTime, Record } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { InvoiceFilter } from "../../../app/ports/invoices/InvoiceRepository.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { type MonthsAndDays, spansOf } from "../lists/DayPages.ts"
import { noSubject, rest } from "../lists/Totals.ts"
import { dateOf } from "../Rows.ts"
import { newlyOverdueRows } from "./InvoicePages.ts"
import { issueDays } from "./IssueDays.ts"

interface SumsRow {
  readonly currency: string
  readonly invoices: bigint
  readonly outstanding: bigint
  readonly collected: bigint
}

/** The rows as one JSON text: currency, count, and both sums. */
export type SumsValue = ReadonlyArray<readonly [string, number, number, number]>

export const asValue = (sql: SqlClient.SqlClient, sums: Statement.Fragment): Statement.Fragment =>
  sql`SELECT coalesce(
      json_agg(json_build_array(s.currency, s.invoices, s.outstanding, s.collected)), '[]')::text
    FROM (${sums}) s`

/** The workspace's year: its first instant, and the UTC year that differs by hours only. */
export interface Year {
  readonly start: Date
  readonly utcYear: number
  readonly utcStart: Date
}

export const yearFrom = (start: DateTime.Utc): Year => {
  const utcYear = DateTime.toDateUtc(DateTime.add(start, { hours: 14 })).getUTCFullYear()
  return { start: dateOf(start), utcYear, utcStart: new Date(Date.UTC(utcYear, 0)) }
}

/**
 * Whether the materialised totals are grouped by the filter. The type requires an entry for every
 * filter.
 */
const isGroupedBy: { readonly [Name in keyof InvoiceFilter]-?: boolean } = {
  status: true,
  from: true,
  to: true,
  dueFrom: false,
  dueTo: false,
  currency: false,
  clientId: false,
  projectId: false,
  purchaseOrder: false,
  issuedOnly: false,
  openOnly: true
}

/** Whether the materialised totals can answer the filter: they are grouped by each used field. */
export const hasMaterialisedSums = (filter: InvoiceFilter): boolean =>
  Record.keys(isGroupedBy).every(
    (name) => isGroupedBy[name] || filter[name] === undefined || filter[name] === false
  )

type TotalKind = "invoice" | "collected"

/** The first day of the month, under which its total is stored; year 0 is 1 BC in PostgreSQL. */
const firstDay = (month: number): string => {
  const year = Math.floor(month / 12)
  const digits = (number: number, length: number) => String(number).padStart(length, "0")
  const of = `${digits(Math.max(1, year), 4)}-${digits((month % 12) + 1, 2)}`
  return year === 0 ? `${of}-01 BC` : `${of}-01`
}

const noDays = ["infinity", "infinity"] as const

/**
 * Splits a range of months into whole years and the months around them; an empty part ends before
 * it begins.
 */
const yearsOf = (first: number, last: number) => {
  const [from, to] = [Math.ceil(first / 12), Math.floor((last + 1) / 12) - 1]
  return from > to
    ? { months: [first, last], years: [1, 0], later: [1, 0] }
    : { months: [first, from * 12 - 1], years: [from * 12, to * 12], later: [to * 12 + 12, last] }
}

/**
 * The totals of a range of issue dates, as years, whole months around them, and days around those.
 * Months and years contain the folded parts of their days; parts that are not folded are added.
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
    sql`(${totals} AND kind = ${`${kind}_${of}`} AND subject = ${noSubject}::uuid
      AND day BETWEEN ${since}::date AND ${until}::date OFFSET 0)`
  const begun = ([from = 1, to = 0]: ReadonlyArray<number>) =>
    from > to ? noDays : ([firstDay(from), firstDay(to)] as const)
  // A constant number of spans gives one statement text; `noDays` is empty.
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
  // An expression prevents the index on `kind`, which would read all days of the range, not the few
  // with parts.
  return sql`${sql.join(" UNION ALL ", false)(spans)}
    UNION ALL ${totals} AND part <> 0 AND day >= ${from}::date
      AND day < ${to}::date + interval '1 month' AND kind || '' = ${`${kind}_days`}`
}

/**
 * OFFSET 0 behind a read of totals keeps conditions on their status and year out of it: PostgreSQL
 * 18 would search the index for these as well, expects that to take long, and reads the whole table
 * instead.
 */
const ofAll = (
  sql: SqlClient.SqlClient,
  workspace: Statement.Fragment,
  kind: TotalKind
): Statement.Fragment => sql`SELECT label, status, year, items, amount FROM totals
    WHERE workspace_id = ${workspace} AND kind = ${kind === "invoice" ? "invoices" : kind}
      AND subject = ${noSubject}::uuid OFFSET 0`

/**
 * From the totals, corrected by newly overdue invoices and by payments in the hours around the new
 * year.
 */
export const materialisedSums = (
  sql: SqlClient.SqlClient,
  workspaceId: string,
  { status, from, to, openOnly }: Pick<InvoiceFilter, "status" | "from" | "to" | "openOnly">,
  { today, ...year }: Year & { readonly today: CalendarDate }
): Statement.Statement<SumsRow> => {
  const workspace = sql`${workspaceId}::uuid`
  const issued = (column: Statement.Fragment) =>
    sql.and([
      sql`true`,
      ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`${column} <= ${to}::date`])
    ])
  const range = from === undefined && to === undefined ? undefined : issueDays(from, to)
  const totalsOf = (kind: TotalKind) =>
    range === undefined ? ofAll(sql, workspace, kind) : ofRange(sql, workspace, kind, range)
  const start = sql`${year.start}::timestamptz`
  const utcStart = sql`${year.utcStart}::timestamptz`
  // Marking an invoice overdue moves it between these two statuses only.
  const isMoved = status === "sent" || status === "overdue"
  const sign = sql.literal(status === "sent" ? "-" : "")
  const moved = sql`
    SELECT i.currency, ${status ?? null}::text, ${sign}count(*),
      ${sign}sum(${sql.literal(rest)}),
      ${sign}sum(CASE WHEN i.amount_paid = 0 THEN 0 ELSE (
        SELECT coalesce(sum(p.amount), 0) FROM payments p
        WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id
          AND p.paid_at >= ${start} AND p.collected) END)
    FROM ${newlyOverdueRows(sql, workspace, today)} i
    WHERE ${issued(sql`i.issue_date`)} GROUP BY i.currency`
  return sql<SumsRow>`
    SELECT currency, sum(items)::bigint AS invoices, sum(due)::bigint AS outstanding,
      sum(collected)::bigint AS collected
    FROM (
      SELECT t.label AS currency, t.status, t.items, t.amount AS due, 0::bigint AS collected
      FROM (${totalsOf("invoice")}) t
      UNION ALL
      SELECT t.label, t.status, 0, 0, t.amount FROM (${totalsOf("collected")}) t
      WHERE t.year >= ${year.utcYear}
      UNION ALL
      ${isMoved ? sql`${moved} UNION ALL` : sql``}
      SELECT i.currency, i.status, 0, 0,
        CASE WHEN ${start} < ${utcStart} THEN p.amount ELSE -p.amount END
      FROM (
        SELECT invoice_id, amount FROM payments
        WHERE workspace_id = ${workspace} AND paid_at >= least(${start}, ${utcStart})
          AND paid_at < greatest(${start}, ${utcStart}) AND collected OFFSET 0) p
      CROSS JOIN LATERAL (SELECT currency, status, issue_date FROM invoices
        WHERE workspace_id = ${workspace} AND id = p.invoice_id LIMIT 1) i
      WHERE ${issued(sql`i.issue_date`)}
    ) t
    WHERE ${status === undefined ? sql`true` : sql`status = ${status}`}
      AND ${openOnly === true ? sql`status IN ('sent', 'overdue')` : sql`true`}
    GROUP BY currency HAVING sum(items) <> 0 ORDER BY currency`
}

/** The sums of the given rows, such as those of a client. */
export const countedSums = (
  sql: SqlClient.SqlClient,
  found: Statement.Fragment,
  { start }: Pick<Year, "start">
): Statement.Statement<SumsRow> => sql<SumsRow>`
  SELECT i.currency, count(*) AS invoices,
    coalesce(sum(${sql.literal(rest)})
      FILTER (WHERE i.status IN ('sent', 'overdue')), 0)::bigint AS outstanding,
    coalesce(sum(p.collected), 0)::bigint AS collected
  FROM ${found} i
  CROSS JOIN LATERAL (
    SELECT sum(p.amount) AS collected FROM payments p
    WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id
      AND p.paid_at >= ${start} AND p.collected
  ) p
  GROUP BY i.currency ORDER BY i.currency`
