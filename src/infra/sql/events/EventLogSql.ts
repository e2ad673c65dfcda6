/** The log in PostgreSQL; its sequences and its chains are one locked counter row, so they have no gap. */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import { canonicalJson } from "../../../domain/Canonical.ts"
import { choicesOf, EventResource } from "../../../domain/events/Event.ts"
import { auditHalves, eventHalves } from "../../../domain/events/LogEntry.ts"
import { EventId, RequestId, WorkspaceId } from "../../../domain/Ids.ts"
import { afterOthers, changeOf, preparedChange } from "../Change.ts"
import { columns, type Row } from "../Columns.ts"
import { changing } from "../InUnit.ts"
import { dateOf } from "../Rows.ts"
import { readAudit } from "./AuditRows.ts"

export const eventJsonColumns = { json: ["data"] } as const
const events = columns(EventResource, eventJsonColumns)

/** What an entry gives to its statement. */
const given = [
  "workspace",
  "id",
  "type",
  "data",
  "at",
  "isTold",
  "eventHead",
  "eventTail",
  "auditHead",
  "auditTail",
  "choices",
  "actor",
  "address",
  "requestId"
] as const

export const EventLogSql = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // One statement: whoever waits for the counter waits for no round trip of ours. Its condition has
    // the endpoints locked first. The key lock keeps them from being removed before the insert; a
    // removal holds nothing else that an event's transaction would wait for. The ids of deliveries are
    // those of their event, so they are in its order, each with another number at the end.
    const appended = preparedChange(given, (hole) =>
      changeOf(
        {
          log_given: sql`
            SELECT ${hole("workspace")}::uuid AS workspace, ${hole("id")}::text AS id, ${hole("type")}::text AS type,
              ${hole("data")}::text AS data, ${hole("at")}::timestamptz AS at,
              ${hole("isTold")}::boolean AS is_told, ${hole("eventHead")}::text AS event_head,
              ${hole("eventTail")}::text AS event_tail, ${hole("auditHead")}::text AS audit_head,
              ${hole("auditTail")}::text AS audit_tail`,
          log_heard: sql`
            SELECT id FROM webhook_endpoints
            WHERE workspace_id = ${hole("workspace")} AND enabled AND ${hole("isTold")}::boolean
              AND (events IS NULL OR events && ${hole("choices")}::text[])
              AND ${afterOthers(sql)}
            FOR KEY SHARE`,
          log_next: sql`
            UPDATE counters c SET
              value = c.value + g.is_told::integer,
              previous_head = c.head,
              head = CASE WHEN g.is_told
                THEN chain_hash(c.head, g.event_head, c.value + 1, g.event_tail) ELSE c.head END,
              audit_value = c.audit_value + 1,
              audit_previous_head = c.audit_head,
              audit_head = chain_hash(c.audit_head, g.audit_head, c.audit_value + 1, g.audit_tail)
            FROM log_given g
            WHERE c.workspace_id = ${hole("workspace")} AND c.name = 'event'
              AND (SELECT count(*) FROM log_heard) >= 0
            RETURNING c.value, c.previous_head, c.head,
              c.audit_value, c.audit_previous_head, c.audit_head`,
          log_told: sql`
            INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type,
              payload, status, tries, next_try_at, attempts, created_at)
            SELECT g.workspace, (left(g.id, 28) || lpad(to_hex(
                (('x' || right(g.id, 8))::bit(32)::bigint + row_number() OVER ()) % 4294967296
              ), 8, '0'))::uuid, h.id, g.id::uuid, g.type,
              g.event_head || n.value || rtrim(g.event_tail, '}') || ',"previous_hash":"'
                || encode(n.previous_head, 'hex') || '","hash":"' || encode(n.head, 'hex') || '"}',
              'pending', 0, g.at, '[]', g.at
            FROM log_given g CROSS JOIN log_next n CROSS JOIN log_heard h`,
          log_logged: sql`
            INSERT INTO events (workspace_id, sequence, id, type, data, created_at, previous_hash, hash,
              audit_sequence, audit_previous_hash, audit_hash, actor, address, request_id)
            SELECT g.workspace, CASE WHEN g.is_told THEN n.value END, g.id::uuid, g.type,
              g.data::jsonb, g.at, CASE WHEN g.is_told THEN n.previous_head END,
              CASE WHEN g.is_told THEN n.head END,
              n.audit_value, n.audit_previous_head, n.audit_head, ${hole("actor")}::jsonb,
              ${hole("address")}::text, ${hole("requestId")}::uuid
            FROM log_given g CROSS JOIN log_next n
            RETURNING 1`
        },
        { a_workspace_has_a_counter_of_events: "log_logged" }
      )
    )

    return EventLog.of({
      append: Effect.fnUntraced(function* (entry) {
        const data = canonicalJson(entry.data)
        const [eventHead, eventTail] = eventHalves(entry, data)
        const [auditHead, auditTail] = auditHalves(entry)
        yield* changing(
          sql,
          appended({
            workspace: WorkspaceId.toUuid(entry.workspaceId),
            id: EventId.toUuid(entry.id),
            type: entry.type,
            data,
            at: dateOf(entry.createdAt),
            isTold: entry.isTold,
            eventHead,
            eventTail,
            auditHead,
            auditTail,
            choices: choicesOf(entry.type),
            actor: PgTypes.jsonb(entry.actor),
            address: entry.address,
            requestId: entry.requestId && RequestId.toUuid(entry.requestId)
          })
        )
      }, Effect.orDie),

      read: Effect.fnUntraced(function* (workspaceId, after, limit, types) {
        const rows = yield* sql<Row>`
          SELECT workspace_id, id, sequence, type, created_at, data,
            encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash
          FROM events
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND sequence > ${BigInt(after)}
            AND type = ANY(${types}::text[])
          ORDER BY sequence LIMIT ${limit}`
        return rows.map(events.decode)
      }, Effect.orDie),

      audit: readAudit(sql)
    })
  })
)
