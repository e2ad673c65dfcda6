/** The event log in PostgreSQL; its sequence is a locked counter row, so it has no gap. */
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import type { Event, EventType } from "../../../domain/events/Event.ts"
import { EventId, WorkspaceId } from "../../../domain/Ids.ts"
import { takeNext } from "../Counters.ts"
import { dateOf, instant, integer } from "../Rows.ts"

interface EventRow {
  readonly id: string
  readonly sequence: bigint
  readonly type: EventType
  readonly createdAt: Date
  readonly data: Event["data"]
}

export const EventLogSql = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return EventLog.of({
      append: Effect.fnUntraced(function* (event) {
        const sequence = yield* takeNext(sql, event.workspaceId, "event")
        yield* sql`INSERT INTO events ${sql.insert({
          workspaceId: WorkspaceId.toUuid(event.workspaceId),
          sequence,
          id: EventId.toUuid(event.id),
          type: event.type,
          data: PgTypes.jsonb(event.data),
          createdAt: dateOf(event.createdAt)
        })}`
        return { ...event, sequence: integer(sequence) }
      }, Effect.orDie),

      read: Effect.fnUntraced(function* (workspaceId, after, limit, types) {
        const rows = yield* sql<EventRow>`
          SELECT id, sequence, type, created_at, data FROM events
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND sequence > ${BigInt(after)}
            AND type = ANY(${types}::text[])
          ORDER BY sequence LIMIT ${limit}`
        return rows.map((row) => ({
          id: EventId.fromUuid(row.id),
          workspaceId,
          sequence: integer(row.sequence),
          type: row.type,
          createdAt: instant(row.createdAt),
          data: row.data
        }))
      }, Effect.orDie)
    })
  })
)
