/** The event log in PostgreSQL; its sequence is a locked counter row, so it has no gap. */
import { PgTypes } from "@effect/sql-pg"
import { DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../../app/ports/events/WebhookRepository.ts"
import type { Event, EventType } from "../../../domain/events/Event.ts"
import { withoutLinks } from "../../../domain/events/EventLinks.ts"
import { EventId, WorkspaceId } from "../../../domain/Ids.ts"
import { takeNext } from "../Counters.ts"
import { dateOf, instant, integer } from "../Rows.ts"
import { WebhookRepositorySql } from "./WebhookRepositorySql.ts"

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
    const random = yield* SecureRandom.SecureRandom
    const webhooks = yield* WebhookRepository
    return EventLog.of({
      append: Effect.fnUntraced(function* ({ workspaceId, type, object, previous }) {
        const id = yield* EventId.next(random)
        const createdAt = yield* DateTime.now
        const sequence = yield* takeNext(sql, workspaceId, "event")
        const event: Event = {
          id,
          workspaceId,
          sequence: integer(sequence),
          type,
          createdAt,
          data: withoutLinks({ object, previous })
        }
        yield* sql`INSERT INTO events ${sql.insert({
          workspaceId: WorkspaceId.toUuid(workspaceId),
          sequence,
          id: EventId.toUuid(id),
          type,
          data: PgTypes.jsonb(event.data),
          createdAt: dateOf(createdAt)
        })}`
        yield* webhooks.fanOut(event)
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
).pipe(Layer.provide(WebhookRepositorySql))
