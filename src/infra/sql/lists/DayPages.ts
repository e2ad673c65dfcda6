/**
 * Finds the ids of the newest rows whose day lies in a range, by reading little more than it gives.
 * The indexes have the columns of `found`, the status if given, the month or the day, and then the
 * id.
 */
import type { SqlClient, Statement } from "effect/sql"
import { addDays, type CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { direction, fewBeyond, type IdPage, newest, outermost } from "./Newest.ts"

/**
 * A range of days as what the indexes hold of it: whole months, and the days before and after them.
 */
export interface MonthsAndDays {
  /** Months counted from the year 0, both included; none where `first` is after `last`. */
  readonly first: number
  readonly last: number
  readonly days: ReadonlyArray<CalendarDate>
}

/** The number of a day's month, as MonthsAndDays counts. */
export const monthOf = (date: CalendarDate): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** The same in SQL, word by word as the indexes have it. */
const monthOfRow = (day: string): string =>
  `(extract(year FROM ${day}) * 12 + extract(month FROM ${day}) - 1)::integer`

/** The first and the last of each row of days without a gap; a range has two at most. */
export const spansOf = (days: ReadonlyArray<CalendarDate>) => {
  const spans: Array<readonly [CalendarDate, CalendarDate]> = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last !== undefined && addDays(last[1], 1) === day) spans.splice(-1, 1, [last[0], day])
    else spans.push([day, day])
  }
  return spans
}

type Conditions = ReadonlyArray<Statement.Fragment>

interface DayQuery {
  readonly table: "invoices" | "tasks"
  readonly day: "issue_date" | "due_date"
  /** None where the indexes have no status. */
  readonly statuses: ReadonlyArray<string> | undefined
  /** The conditions on the leading columns of the indexes, and all others. */
  readonly found: Statement.Fragment
  readonly rest: Conditions
  readonly range: MonthsAndDays
  /**
   * Conditions of an index ordered by id without the day, and the range; absent without such an
   * index.
   */
  readonly walked?: { readonly found: Statement.Fragment; readonly within: Conditions }
}

/**
 * Bucket search: finds the greatest id of each month and day (the least, oldest first). A page of n
 * rows lies in the n buckets with the greatest of these, and above the least of them. Ids are not
 * ordered by day, so a smaller set would not be exact.
 */
const newestOfBuckets = (
  sql: SqlClient.SqlClient,
  { table, day, statuses, found, rest, range }: Omit<DayQuery, "walked">,
  page: IdPage
): Statement.Fragment => {
  const month = sql.literal(monthOfRow(day))
  const each =
    statuses === undefined
      ? sql`(VALUES (NULL::text)) s (status)`
      : sql`unnest(${statuses}::text[]) s (status)`
  const hasStatus = (of: "s" | "m" | "b") =>
    statuses === undefined ? sql`true` : sql`status = ${sql.literal(of)}.status`
  const nextMonth = (of: "s" | "m", from: Statement.Fragment) => sql`(
    SELECT ${month} FROM ${sql(table)} WHERE ${found} AND ${hasStatus(of)}
      AND ${month} >= ${from} AND ${month} <= ${range.last}::integer
    ORDER BY ${month} LIMIT 1)`
  const rowsOf = (bucket: Statement.Fragment, of: IdPage) =>
    newest(sql, table, [sql`${found} AND ${hasStatus("b")} AND ${bucket}`, rest], of)
  const ofMonth = sql`${month} = b.month`
  const ofDay = sql`${sql(day)} = b.day`
  const first = { ...page, count: 1 }
  const order = sql`ORDER BY id ${direction(sql, page)} LIMIT ${page.count}`
  // As many greatest ids as the page has rows: nothing beyond the last of them is on it.
  const edge = sql`coalesce((SELECT id FROM holding ${order} OFFSET ${page.count - 1}), ${outermost(page)}::uuid)`
  const within = sql`id ${sql.literal(page.isAscending ? "<=" : ">=")} ${edge}`
  const onPage = (bucket: Statement.Fragment) => rowsOf(sql`${bucket} AND ${within}`, page)
  return sql`(
    WITH RECURSIVE months (status, month) AS (
      SELECT s.status, ${nextMonth("s", sql`${range.first}::integer`)} FROM ${each}
      UNION ALL
      SELECT m.status, ${nextMonth("m", sql`m.month + 1`)} FROM months m
      WHERE m.month IS NOT NULL
    ), holding AS (
      SELECT b.status, b.month, NULL::date AS day, r.id
      FROM months b CROSS JOIN LATERAL ${rowsOf(ofMonth, first)} r WHERE b.month IS NOT NULL
      UNION ALL
      SELECT b.status, NULL, b.day, r.id
      FROM (SELECT s.status, d.day FROM ${each} CROSS JOIN unnest(${range.days}::date[]) d (day)) b
      CROSS JOIN LATERAL ${rowsOf(ofDay, first)} r
      ${order}
    )
    SELECT r.id FROM holding b CROSS JOIN LATERAL (
      ${onPage(ofMonth)} UNION ALL ${onPage(ofDay)}) r ${order})`
}

/** Rows to read in order of id before the search by months and days. */
const walk = 256

/**
 * Filters the newest `walk` rows first, which is fast for a range with most of the newest rows. The
 * search by months and days finds the rest of the page.
 */
export const newestInRange = (
  sql: SqlClient.SqlClient,
  { walked, ...query }: DayQuery,
  page: IdPage
): Statement.Fragment => {
  if (walked === undefined) return newestOfBuckets(sql, query, page)
  const order = sql`ORDER BY id ${direction(sql, page)}`
  const rows = sql`FROM ${sql(query.table)}
    WHERE ${walked.found} AND ${fewBeyond(sql, page)} ${order}`
  const farther = newestOfBuckets(sql, query, { ...page, after: sql`far.id` })
  return sql`(
    WITH near AS MATERIALIZED (
      SELECT id FROM (SELECT * ${rows} LIMIT ${sql.literal(String(walk))}) x
      WHERE ${sql.and([...walked.within, ...query.rest])} ${order} LIMIT ${page.count}
    ), far AS MATERIALIZED (
      SELECT CASE WHEN (SELECT count(*) FROM near) < ${page.count}
        THEN (SELECT id ${rows} LIMIT 1 OFFSET ${sql.literal(String(walk - 1))}) END AS id
    )
    SELECT id FROM (
      SELECT id FROM near
      UNION ALL
      SELECT r.id FROM far CROSS JOIN LATERAL ${farther} r WHERE far.id IS NOT NULL
    ) x ${order} LIMIT ${page.count})`
}
