/**
 * Database clock of a test server: functions of this session shadow PostgreSQL's `now()` and the
 * like, so that SQL reads the test clock too.
 */
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CalendarDate } from "../domain/time/CalendarDate.ts"
import { outboxTable } from "../infra/sql/schema/Migrations.ts"

/** No other session has this schema in its search path. */
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

/** The newest instant in the data: time must not start before it. */
export const newestEntry = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ at: Date | null }>`SELECT max(created_at) AS at FROM events`
  return rows[0]?.at?.getTime() ?? 0
})

/** Needs a migrated database. */
export const shadowDatabaseClock = Effect.fnUntraced(function* (start: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  for (const name of shadowed) {
    yield* sql.unsafe(
      `CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS timestamptz LANGUAGE sql STABLE ` +
        `AS $$ SELECT current_setting('${setting}')::timestamptz $$`
    )
  }
  yield* sql`SELECT set_config(${setting}, ${isoOf(start)}, false)`
  // An unnamed pg_catalog would come first.
  yield* sql`SELECT set_config('search_path', ${`public, ${schema}, pg_catalog`}, false)`

  return {
    isFinished: Effect.map(sql.unsafe(`${unfinished} LIMIT 1`), (rows) => rows.length === 0),
    /** False and unmoved while a job is in progress: its lock would seem to have expired. */
    moveTo: (millis: number) =>
      Effect.map(
        sql.unsafe(`SELECT set_config('${setting}', $1, false) WHERE NOT EXISTS (${unfinished})`, [
          isoOf(millis)
        ]),
        (rows) => rows.length > 0
      ),
    /** The next attempt of a mail or webhook; undefined if none waits. */
    nextDue: Effect.map(sql.unsafe<{ at: Date | null }>(nextDue), (rows) => rows[0]?.at?.getTime()),
    /** Days from `day` on, by zone, on which an invoice becomes overdue or a reminder is due. */
    daysFrom: (day: CalendarDate) =>
      sql<{ zone: string; day: CalendarDate }>`
        SELECT DISTINCT w.time_zone AS zone, (i.due_date + after.days)::text AS day
        FROM invoices i JOIN workspaces w ON w.id = i.workspace_id
        CROSS JOIN LATERAL (
          SELECT 1 AS days WHERE i.status = 'sent' UNION SELECT unnest(w.reminder_days)) after
        WHERE i.status IN ('sent', 'overdue') AND i.due_date + after.days >= ${day}::date`
  }
})
