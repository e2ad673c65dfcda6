/**
 * Invoices that are sent and due before today and that no sweep has seen yet: few, but the server takes them
 * for most of all that are sent. Day by day it has nothing to guess: the days are as few.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { CalendarDate } from "../../../domain/CalendarDate.ts"

export const unsweptRows = (
  sql: SqlClient.SqlClient,
  workspace: Statement.Fragment,
  today: CalendarDate
): Statement.Fragment => {
  const sent = sql`FROM invoices WHERE workspace_id = ${workspace} AND status = 'sent'`
  const firstDay = (later: Statement.Fragment) =>
    sql`(SELECT due_date ${sent} AND due_date < ${today}::date AND ${later}
      ORDER BY due_date LIMIT 1)`
  return sql`(
    WITH RECURSIVE days (day) AS (
      SELECT ${firstDay(sql`true`)}
      UNION ALL SELECT ${firstDay(sql`due_date > d.day`)} FROM days d WHERE d.day IS NOT NULL
    )
    SELECT i.* FROM days d CROSS JOIN LATERAL (SELECT * ${sent} AND due_date = d.day OFFSET 0) i)`
}
