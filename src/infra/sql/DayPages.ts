/**
 * Finds the ids of the newest rows whose day lies in a range, by reading little more than it gives. The indexes
 * hold what is `found`, the status, then the day's month or the day itself, and then the id.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { CalendarDate } from "../../domain/CalendarDate.ts"
import { direction, type IdPage, newest } from "./Newest.ts"

/** A range of days as what the indexes hold of it: whole months, and the days before and after them. */
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

interface Asked {
  readonly table: "invoices" | "tasks"
  readonly day: "issue_date" | "due_date"
  readonly statuses: ReadonlyArray<string>
  /** By which the indexes begin, and what else is asked of a row. */
  readonly found: Statement.Fragment
  readonly kept: ReadonlyArray<Statement.Fragment>
  readonly range: MonthsAndDays
}

/**
 * Of each month and day of the range its greatest id (the least, oldest first); the page lies in the months and days with the greatest
 * of these, as many as it has rows. An id tells nothing of the day, so nothing less would be exact.
 */
export const newestInRange = (
  sql: SqlClient.SqlClient,
  { table, day, statuses, found, kept, range }: Asked,
  page: IdPage
): Statement.Fragment => {
  const month = sql.literal(monthOfRow(day))
  const each = sql`unnest(${statuses}::text[]) s (status)`
  const nextMonth = (status: Statement.Fragment, from: Statement.Fragment) => sql`(
    SELECT ${month} FROM ${sql(table)} WHERE ${found} AND status = ${status}
      AND ${month} >= ${from} AND ${month} <= ${range.last}::integer
    ORDER BY ${month} LIMIT 1)`
  const rows = (count: number) => {
    const of = (bucket: Statement.Fragment) =>
      newest(sql, table, [sql`${found} AND status = b.status AND ${bucket}`, kept], {
        ...page,
        count
      })
    const ofDay = sql`${sql(day)} = b.day`
    return sql`LATERAL (${of(sql`${month} = b.month`)} UNION ALL ${of(ofDay)}) r`
  }
  return sql`(
    WITH RECURSIVE months (status, month) AS (
      SELECT s.status, ${nextMonth(sql`s.status`, sql`${range.first}::integer`)} FROM ${each}
      UNION ALL
      SELECT m.status, ${nextMonth(sql`m.status`, sql`m.month + 1`)} FROM months m
      WHERE m.month IS NOT NULL
    ), buckets AS (
      SELECT status, month, NULL::date AS day FROM months WHERE month IS NOT NULL
      UNION ALL
      SELECT s.status, NULL, d.day FROM ${each} CROSS JOIN unnest(${range.days}::date[]) d (day)
    ), holding AS (
      SELECT b.status, b.month, b.day FROM buckets b CROSS JOIN ${rows(1)}
      ORDER BY r.id ${direction(sql, page)} LIMIT ${page.count}
    )
    SELECT r.id FROM holding b CROSS JOIN ${rows(page.count)}
    ORDER BY r.id ${direction(sql, page)} LIMIT ${page.count})`
}
