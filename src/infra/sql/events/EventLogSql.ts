/** The log in PostgreSQL. Sequences and hashes come from one counter row, so they have no gap. */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventLog } from "../../../app/ports/events/EventLog.ts"
import { choicesOf } from "../../../domain/events/Event.ts"
import { canonicalEntry, endpointOf } from "../../../domain/events/LogEntry.ts"
import { EventId, RequestId, WebhookEndpointId, WorkspaceId } from "../../../domain/Ids.ts"
import { step, template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { dateOf } from "../Rows.ts"
import { readAudit } from "./AuditRows.ts"
import { findEvent, readEvents } from "./EventRows.ts"

const given = [
  "workspace",
  "id",
  "type",
  "data",
  "at",
  "isEvent",
  "eventHead",
  "eventTail",
  "auditHead",
  "auditTail",
  "choices",
  "about",
  "actor",
  "address",
  "requestId"
] as const

/**
 * One statement for the entry, the counter and the deliveries. Its UPDATE locks the counter's row,
 * but its SELECTs see the snapshot of the statement's start. If an endpoint was written since,
 * `endpoints_version` differs: the last step inserts nothing, and the transaction runs again. A
 * delivery's id is its event's with another number at the end, so deliveries sort as their events.
 */
const makeAppend = (sql: SqlClient.SqlClient) =>
  template(given, (value) => ({
    given: sql`
      SELECT ${value("workspace")}::uuid AS workspace, ${value("id")}::text AS id,
        ${value("type")}::text AS type, ${value("data")}::text AS data,
        ${value("at")}::timestamptz AS at, ${value("isEvent")}::boolean AS is_event,
        ${value("eventHead")}::text AS event_head, ${value("eventTail")}::text AS event_tail,
        ${value("auditHead")}::text AS audit_head, ${value("auditTail")}::text AS audit_tail,
        (SELECT endpoints_version FROM counters
          WHERE workspace_id = ${value("workspace")}::uuid AND name = 'event')
            AS endpoints_version`,
    next: sql`
      UPDATE counters c SET
        value = c.value + g.is_event::integer,
        previous_head = c.head,
        head = CASE WHEN g.is_event
          THEN entry_hash(c.head, g.event_head, c.value + 1, g.event_tail) ELSE c.head END,
        audit_value = c.audit_value + 1,
        audit_previous_head = c.audit_head,
        audit_head = entry_hash(c.audit_head, g.audit_head, c.audit_value + 1, g.audit_tail)
      FROM ${step("given")} g
      WHERE c.workspace_id = ${value("workspace")} AND c.name = 'event'
      RETURNING c.value, c.previous_head, c.head, c.endpoints_version,
        c.audit_value, c.audit_previous_head, c.audit_head`,
    queued: sql`
      INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type,
        status, tries, next_try_at, attempts, created_at)
      SELECT g.workspace, (left(g.id, 28) || lpad(to_hex(
          (('x' || right(g.id, 8))::bit(32)::bigint + row_number() OVER ()) % 4294967296
        ), 8, '0'))::uuid, e.id, g.id::uuid, g.type,
        'pending', 0, g.at, '[]', g.at
      FROM ${step("given")} g CROSS JOIN ${step("next")} n
      JOIN webhook_endpoints e ON e.workspace_id = g.workspace AND e.enabled AND g.is_event
        AND (e.events IS NULL OR e.events && ${value("choices")}::text[])
        AND e.id IS DISTINCT FROM ${value("about")}::uuid
      RETURNING 1`,
    logged: sql`
      INSERT INTO events (workspace_id, sequence, id, type, data, created_at, previous_hash, hash,
        audit_sequence, audit_previous_hash, audit_hash, actor, address, request_id)
      SELECT g.workspace, CASE WHEN g.is_event THEN n.value END, g.id::uuid, g.type,
        g.data::jsonb, g.at, CASE WHEN g.is_event THEN n.previous_head END,
        CASE WHEN g.is_event THEN n.head END,
        n.audit_value, n.audit_previous_head, n.audit_head, ${value("actor")}::jsonb,
        ${value("address")}::text, ${value("requestId")}::uuid
      FROM ${step("given")} g CROSS JOIN ${step("next")} n
      WHERE n.endpoints_version = g.endpoints_version
      RETURNING 1`
  }))

export const EventLogSql = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const appended = makeAppend(sql)
    return EventLog.of({
      append: Effect.fnUntraced(function* (entry) {
        const { data, event, audit } = canonicalEntry(entry)
        const [[eventHead, eventTail], [auditHead, auditTail]] = [event, audit]
        const about = endpointOf(entry)
        const workspace = WorkspaceId.toUuid(entry.workspaceId)
        yield* write({
          table: "counters",
          key: { workspaceId: workspace, name: "event" },
          mustChange: true,
          statement: appended({
            workspace,
            id: EventId.toUuid(entry.id),
            type: entry.type,
            data,
            at: dateOf(entry.createdAt),
            isEvent: entry.isEvent,
            eventHead,
            eventTail,
            auditHead,
            auditTail,
            choices: choicesOf(entry.type),
            about: about && WebhookEndpointId.toUuid(about),
            actor: PgTypes.jsonb(entry.actor),
            address: entry.address,
            requestId: entry.requestId && RequestId.toUuid(entry.requestId)
          })
        })
      }),

      read: readEvents(sql),
      find: findEvent(sql),
      audit: readAudit(sql)
    })
  })
)
