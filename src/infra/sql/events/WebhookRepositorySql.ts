/** Webhook endpoints and deliveries in PostgreSQL; a claim is a lease on the endpoint's row. */
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type EndpointLease,
  WebhookRepository
} from "../../../app/ports/events/WebhookRepository.ts"
import { WebhookEndpointStored } from "../../../domain/events/WebhookResource.ts"
import { WebhookEndpointId, WorkspaceId } from "../../../domain/Ids.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import { beyond, direction, idPage } from "../lists/Newest.ts"
import {
  dateOf,
  dateOfOrNull,
  deleteRow,
  insertRow,
  instant,
  integer,
  keysOf,
  saveRow,
  toPage
} from "../Rows.ts"
import { deliveryReads, deliveryWrites } from "./WebhookDeliveries.ts"

const endpoints = columns(WebhookEndpointStored)
const keyOf = keysOf(WebhookEndpointId)

type Port = WebhookRepository["Service"]

const endpointWrites = {
  insert: (endpoint) =>
    insertRow(
      "webhook_endpoints",
      keyOf(endpoint.workspaceId, endpoint.id),
      endpoints.encode(endpoint)
    ),

  save: (endpoint) => {
    const { createdAt: _, ...row } = endpoints.encode(endpoint)
    return saveRow("webhook_endpoints", keyOf(endpoint.workspaceId, endpoint.id), row)
  },

  remove: (workspaceId, id) => deleteRow("webhook_endpoints", keyOf(workspaceId, id))
} satisfies Partial<Port>

const endpointReads = (sql: SqlClient.SqlClient) => {
  const selectEndpoint = (workspaceId: WorkspaceId, id: WebhookEndpointId) =>
    sql<Row>`SELECT * FROM webhook_endpoints
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND id = ${WebhookEndpointId.toUuid(id)}`

  return {
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* selectEndpoint(workspaceId, id)
      return rows[0] === undefined ? null : endpoints.decode(rows[0])
    }, Effect.orDie),

    getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
      const row = yield* readForUpdate({
        table: "webhook_endpoints",
        key: keyOf(workspaceId, id)
      })
      return row === undefined ? null : endpoints.decode(row)
    }),

    list: Effect.fnUntraced(function* (workspaceId, page) {
      const workspace = WorkspaceId.toUuid(workspaceId)
      const place = idPage(page, WebhookEndpointId.toUuid)
      const rows = yield* sql<Row>`SELECT * FROM webhook_endpoints
        WHERE workspace_id = ${workspace} AND ${beyond(sql, place)}
        ORDER BY id ${direction(sql, place)} LIMIT ${place.count}`
      const counts = yield* sql<{ total: bigint }>`
        SELECT count(*) AS total FROM webhook_endpoints WHERE workspace_id = ${workspace}`
      return toPage(rows.map(endpoints.decode), integer(counts[0]?.total ?? 0n), page)
    }, Effect.orDie),

    failing: Effect.fnUntraced(function* (workspaceId) {
      const rows = yield* sql<{ id: string; since: Date; deliveries: bigint }>`
        SELECT e.id, failed.since, failed.deliveries FROM webhook_endpoints e
        LEFT JOIN LATERAL (SELECT d.id FROM webhook_deliveries d
          WHERE d.workspace_id = e.workspace_id AND d.endpoint_id = e.id
            AND d.status = 'delivered' ORDER BY d.id DESC LIMIT 1) taken ON true
        CROSS JOIN LATERAL (SELECT min(first_try_at) AS since, count(*) AS deliveries FROM (
          SELECT d.first_try_at FROM webhook_deliveries d
          WHERE d.workspace_id = e.workspace_id AND d.endpoint_id = e.id
            AND d.status = 'pending' AND d.tries > 0
          UNION ALL
          SELECT d.first_try_at FROM webhook_deliveries d
          WHERE d.workspace_id = e.workspace_id AND d.endpoint_id = e.id
            AND d.status = 'dead' AND (taken.id IS NULL OR d.id > taken.id)) f) failed
        WHERE e.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND failed.deliveries > 0`
      return new Map(
        rows.map(({ id, since, deliveries }) => [
          WebhookEndpointId.fromUuid(id),
          { since: instant(since), deliveries: integer(deliveries) }
        ])
      )
    }, Effect.orDie),

    endpointsToDisable: Effect.fnUntraced(function* ({ maxPending, failingSince, failedAfter }) {
      const hasFailed = sql`e.failing_since <= ${dateOf(failingSince)}
        AND e.failed_at > ${dateOf(failedAfter)}`
      const rows = yield* sql<{ workspaceId: string; id: string }>`
        SELECT e.workspace_id, e.id FROM webhook_endpoints e WHERE e.enabled AND EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.workspace_id = e.workspace_id
            AND d.endpoint_id = e.id AND d.status = 'pending'
          OFFSET CASE WHEN ${hasFailed} THEN 0 ELSE ${maxPending}::bigint END)`
      return rows.map(({ workspaceId, id }) => ({
        workspaceId: WorkspaceId.fromUuid(workspaceId),
        id: WebhookEndpointId.fromUuid(id)
      }))
    }, Effect.orDie)
  } satisfies Partial<Port>
}

const leases = (sql: SqlClient.SqlClient) => {
  /** The lease is still its holder's where it ends when the holder believes. */
  const moveLease = Effect.fnUntraced(function* (lease: EndpointLease, until: DateTime.Utc | null) {
    const moved = yield* write({
      table: "webhook_endpoints",
      key: keyOf(lease.workspaceId, lease.id),
      statement: sql`UPDATE webhook_endpoints SET busy_until = ${dateOfOrNull(until)}
        WHERE workspace_id = ${WorkspaceId.toUuid(lease.workspaceId)}
          AND id = ${WebhookEndpointId.toUuid(lease.id)}
          AND busy_until = ${dateOf(lease.until)} RETURNING id`,
      returning: true
    })
    return Effect.map(moved, (rows) => rows.length > 0)
  })

  return {
    claim: Effect.fnUntraced(function* (now, until, limit) {
      const at = dateOf(now)
      const claimed = yield* write({
        table: "webhook_endpoints",
        statement: sql`UPDATE webhook_endpoints SET busy_until = ${dateOf(until)}
          WHERE (workspace_id, id) IN (
            SELECT e.workspace_id, e.id FROM webhook_endpoints e
            WHERE e.enabled AND (e.busy_until IS NULL OR e.busy_until <= ${at})
              AND EXISTS (SELECT 1 FROM webhook_deliveries d
                WHERE d.workspace_id = e.workspace_id AND d.endpoint_id = e.id
                  AND d.status = 'pending' AND d.next_try_at <= ${at})
              AND NOT EXISTS (SELECT 1 FROM workspace_moves m
                WHERE m.workspace_id = e.workspace_id
                  AND (m.closed_at IS NOT NULL OR m.draining_until > now()))
            LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
          RETURNING workspace_id, id`,
        returning: true
      })
      return Effect.map(claimed, (rows) =>
        rows.map((row) => ({
          workspaceId: WorkspaceId.fromUuid(String(row["workspaceId"])),
          id: WebhookEndpointId.fromUuid(String(row["id"])),
          until
        }))
      )
    }),

    renewLease: moveLease,

    releaseLease: (lease) => moveLease(lease, null)
  } satisfies Partial<Port>
}

export const WebhookRepositorySql = Layer.effect(
  WebhookRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    WebhookRepository.of({
      ...endpointWrites,
      ...endpointReads(sql),
      ...deliveryWrites(sql),
      ...deliveryReads(sql),
      ...leases(sql)
    })
  )
)
