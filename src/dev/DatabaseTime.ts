/**
 * The embedded database tells the time of the test clock too. Its own functions are shadowed, for this
 * session alone: what says `now()` in SQL, as the queue of mails does, finds ours before PostgreSQL's.
 */
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CalendarDate } from "../domain/time/CalendarDate.ts"
import { outboxTable } from "../infra/sql/schema/Migrations.ts"

/** A schema of its own, which no other session has in its search path. */
const schema = "test_clock"
const setting = "retainer.now"
const shadowed = ["now", "clock_timestamp", "statement_timestamp", "transaction_timestamp"]

/** A mail or a webhook that is due or in progress. */
const unfinished = `
  SELECT 1 FROM ${outboxTable}
  WHERE state = 'pending' AND (visible_at <= now() OR acquired_by IS NOT NULL)
  UNION ALL
  SELECT 1 FROM webhook_endpoints WHERE busy_until > now()
  UNION ALL
  SELECT 1 FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id
  WHERE e.enabled AND d.status = 'pending' AND d.next_try_at <= now()`

const nextDue = `
  SELECT least(
    (SELECT min(visible_at) FROM ${outboxTable} WHERE state = 'pending'),
    (SELECT min(d.next_try_at) FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id
      WHERE e.enabled AND d.status = 'pending')) AS at`

const isoOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** The newest that was written down: a clock that starts before it would go back. */
export const newestEntry = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ at: Date | null }>`SELECT max(created_at) AS at FROM events`
  return rows[0]?.at?.getTime() ?? 0
})

/** From now on the database tells the time that it is moved to. Its schema has to be there. */
export const standDatabaseTime = Effect.fnUntraced(function* (start: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  for (const name of shadowed) {
    yield* sql.unsafe(
      `CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS timestamptz LANGUAGE sql STABLE ` +
        `AS $$ SELECT current_setting('${setting}')::timestamptz $$`
    )
  }
  yield* sql`SELECT set_config(${setting}, ${isoOf(start)}, false)`
  // Without it PostgreSQL looks into its own schema first.
  yield* sql`SELECT set_config('search_path', ${`public, ${schema}, pg_catalog`}, false)`

  return {
    isFinished: Effect.map(sql.unsafe(`${unfinished} LIMIT 1`), (rows) => rows.length === 0),
    /** False, with nothing moved, while something is in progress: its lock would seem to be over. */
    moveTo: (millis: number) =>
      Effect.map(
        sql.unsafe(`SELECT set_config('${setting}', $1, false) WHERE NOT EXISTS (${unfinished})`, [
          isoOf(millis)
        ]),
        (rows) => rows.length > 0
      ),
    /** When the next mail or webhook is tried; undefined where none waits. */
    nextDue: Effect.map(sql.unsafe<{ at: Date | null }>(nextDue), (rows) => rows[0]?.at?.getTime()),
    /** The days, by time zone, on which an invoice becomes overdue or a reminder is due; not before `day`. */
    daysFrom: (day: CalendarDate) =>
      sql<{ zone: string; day: CalendarDate }>`
        SELECT DISTINCT w.time_zone AS zone, (i.due_date + after.days)::text AS day
        FROM invoices i JOIN workspaces w ON w.id = i.workspace_id
        CROSS JOIN LATERAL (
          SELECT 1 AS days WHERE i.status = 'sent' UNION SELECT unnest(w.reminder_days)) after
        WHERE i.status IN ('sent', 'overdue') AND i.due_date + after.days >= ${day}::date`
  }
})
