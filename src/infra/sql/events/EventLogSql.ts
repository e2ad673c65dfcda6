/** The event log in PostgreSQL; its sequence is a locked counter row, so it has no gap. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import { choicesOf, EventResource } from "../../../domain/events/Event.ts"
import { payloadParts } from "../../../domain/events/Webhook.ts"
import { EventId, WorkspaceId } from "../../../domain/Ids.ts"
import { columns, type Row } from "../Columns.ts"
import { dateOf } from "../Rows.ts"

export const eventJsonColumns = { json: ["data"] } as const
const events = columns(EventResource, eventJsonColumns)

export const EventLogSql = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return EventLog.of({
      // One statement: whoever waits for the counter waits for no round trip of ours. Its condition has
      // the endpoints locked first. The key lock keeps them from being removed before the insert; a
      // removal holds nothing else that an event's transaction would wait for. The ids of deliveries are
      // those of their event, so they are in its order, each with another number at the end.
      append: Effect.fnUntraced(function* (event) {
        const id = EventId.toUuid(event.id)
        const workspace = WorkspaceId.toUuid(event.workspaceId)
        const { head, middle, tail } = payloadParts(event)
        const rows = yield* sql`
          WITH given AS (
            SELECT ${workspace}::uuid AS workspace, ${id}::text AS id, ${event.type}::text AS type,
              ${JSON.stringify(event.data)}::text AS data,
              ${dateOf(event.createdAt)}::timestamptz AS at
          ), heard AS (
            SELECT id FROM webhook_endpoints
            WHERE workspace_id = ${workspace} AND enabled
              AND (events IS NULL OR events && ${choicesOf(event.type)}::text[])
            FOR KEY SHARE
          ), next AS (
            UPDATE counters SET value = value + 1
            WHERE workspace_id = ${workspace} AND name = 'event'
              AND (SELECT count(*) FROM heard) >= 0
            RETURNING value
          ), logged AS (
            INSERT INTO events (workspace_id, sequence, id, type, data, created_at)
            SELECT g.workspace, n.value, g.id::uuid, g.type, g.data::jsonb, g.at
            FROM given g CROSS JOIN next n RETURNING sequence
          ), told AS (
            INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type,
              payload, status, tries, next_try_at, attempts, created_at)
            SELECT g.workspace, (left(g.id, 28) || lpad(to_hex(
                (('x' || right(g.id, 8))::bit(32)::bigint + row_number() OVER ()) % 4294967296
              ), 8, '0'))::uuid, h.id, g.id::uuid, g.type,
              ${head}::text || l.sequence || ${middle}::text || g.data || ${tail}::text,
              'pending', 0, g.at, '[]', g.at
            FROM given g CROSS JOIN logged l CROSS JOIN heard h
          )
          SELECT sequence FROM logged`
        if (rows.length === 0) {
          yield* Effect.die(new Error(`workspace ${event.workspaceId} has no counter of events`))
        }
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
