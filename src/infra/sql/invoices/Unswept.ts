/**
 * Invoices that are sent and due before today and that no sweep has seen yet: few, but the server takes them
 * for most of all that are sent. Between two days that it does not know it expects next to none, and so reads
 * them by their index.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

export const unsweptRows = (
  sql: SqlClient.SqlClient,
  workspace: Statement.Fragment,
  today: CalendarDate
): Statement.Fragment => {
  const sent = sql`FROM invoices WHERE workspace_id = ${workspace} AND status = 'sent'`
  return sql`(SELECT * ${sent} AND due_date < ${today}::date
    AND due_date >= (SELECT due_date ${sent} ORDER BY due_date LIMIT 1) OFFSET 0)`
}
