/** The event log in PostgreSQL; its sequence is a locked counter row, so it has no gap. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import { EventResource } from "../../../domain/events/Event.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { columns, type Row } from "../Columns.ts"
import { takeNext } from "../Counters.ts"
import { integer } from "../Rows.ts"

export const documents = { json: ["data"] } as const
const events = columns(EventResource, documents)

export const EventLogSql = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return EventLog.of({
      append: Effect.fnUntraced(function* (event) {
        const sequence = yield* takeNext(sql, event.workspaceId, "event")
        const appended = { ...event, sequence: integer(sequence) }
        yield* sql`INSERT INTO events ${events.insert(sql, appended)}`
        return appended
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
