/** The event log in PostgreSQL; its sequence is a locked counter row, so it has no gap. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import { EventResource } from "../../../domain/events/Event.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { columns, type Row } from "../Columns.ts"
import { integer } from "../Rows.ts"

export const eventJsonColumns = { json: ["data"] } as const
const events = columns(EventResource, eventJsonColumns)

export const EventLogSql = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return EventLog.of({
      // Counted and written by one statement: whoever waits for the counter waits for no round trip of ours.
      append: Effect.fnUntraced(function* (event) {
        const { id, workspaceId, type, createdAt, data } = events.encode({ ...event, sequence: 0 })
        const rows = yield* sql<{ sequence: bigint }>`
          WITH next AS (
            UPDATE counters SET value = value + 1
            WHERE workspace_id = ${workspaceId} AND name = 'event' RETURNING value
          )
          INSERT INTO events (workspace_id, sequence, id, type, data, created_at)
          SELECT ${workspaceId}::uuid, value, ${id}::uuid, ${type}::text, ${data}::jsonb,
            ${createdAt}::timestamptz FROM next
          RETURNING sequence`
        const row = rows[0]
        return row === undefined
          ? yield* Effect.die(new Error(`workspace ${event.workspaceId} has no counter of events`))
          : { ...event, sequence: integer(row.sequence) }
      }, Effect.orDie),

      read: Effect.fnUntraced(function* (workspaceId, after, limit, types) {
        const rows = yield* sql<Row>`
          SELECT workspace_id, id, sequence, type, created_at, data FROM events
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND sequence > ${BigInt(after)}
            AND type = ANY(${types}::text[])
          ORDER BY sequence LIMIT ${limit}`
        return rows.map(events.decode)
      }, Effect.orDie)
    })
  })
)
