/** Webhook endpoints and deliveries in PostgreSQL; a claim is a lease on the endpoint's row. */
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type EndpointLease,
  WebhookRepository
} from "../../../app/ports/events/WebhookRepository.ts"
import { longestWaits, pauses } from "../../../domain/events/Webhook.ts"
import {
  WebhookDeliveryStored,
  WebhookEndpointStored
} from "../../../domain/events/WebhookResource.ts"
import { DeliveryId, WebhookEndpointId, WorkspaceId } from "../../../domain/Ids.ts"
import { columnName } from "../../postgres/Statements.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import {
  dateOf,
  dateOfOrNull,
  deleteRow,
  insertRow,
  instant,
  integer,
  keysOf,
  saveRow,
  toPage,
  updateRow
} from "../Rows.ts"

const endpoints = columns(WebhookEndpointStored)
const stored = columns(WebhookDeliveryStored)
const keyOf = keysOf(WebhookEndpointId)
const deliveryKey = keysOf(DeliveryId)

export const WebhookRepositorySql = Layer.effect(
  WebhookRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // Rows of 0.3.0 contain a copy of their event; the one in the log is read instead.
    const shown = sql.literal(stored.names.map(columnName).join(", "))

    const seconds = (all: ReadonlyArray<number>) =>
      sql.literal(`ARRAY[${all.join(", ")}]::float8[]`)

    const selectEndpoint = (workspaceId: WorkspaceId, id: WebhookEndpointId) =>
      sql<Row>`SELECT * FROM webhook_endpoints
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND id = ${WebhookEndpointId.toUuid(id)}`

    /** The lease is still its holder's where it ends when the holder believes. */
    const moveLease = Effect.fnUntraced(function* (
      lease: EndpointLease,
      until: DateTime.Utc | null
    ) {
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

    return WebhookRepository.of({
      insert: (endpoint) =>
        insertRow(
          "webhook_endpoints",
          keyOf(endpoint.workspaceId, endpoint.id),
          endpoints.encode(endpoint)
        ),

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

      save: (endpoint) => {
        const { createdAt: _, ...row } = endpoints.encode(endpoint)
        return saveRow("webhook_endpoints", keyOf(endpoint.workspaceId, endpoint.id), row)
      },

      remove: (workspaceId, id) => deleteRow("webhook_endpoints", keyOf(workspaceId, id)),

      list: Effect.fnUntraced(function* (workspaceId, page) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        const after = page.after === null ? null : WebhookEndpointId.toUuid(page.after)
        const rows = yield* sql<Row>`SELECT * FROM webhook_endpoints
          WHERE workspace_id = ${workspace} AND (${after}::uuid IS NULL OR id < ${after}::uuid)
          ORDER BY id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`
          SELECT count(*) AS total FROM webhook_endpoints WHERE workspace_id = ${workspace}`
        return toPage(rows.map(endpoints.decode), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie),

      insertDelivery: (delivery, payload) =>
        insertRow("webhook_deliveries", deliveryKey(delivery.workspaceId, delivery.id), {
          ...stored.encode(delivery),
          payload
        }),

      messageOf: Effect.fnUntraced(function* ({ workspaceId, id }) {
        const [row] = yield* sql<{ payload: string | null }>`SELECT payload FROM webhook_deliveries
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${DeliveryId.toUuid(id)}`
        return row?.payload ?? (yield* Effect.die(new Error(`${id} has no message`)))
      }, Effect.orDie),

      saveDelivery: (delivery) => {
        const { status, tries, firstTryAt, nextTryAt, attempts } = stored.encode(delivery)
        const key = deliveryKey(delivery.workspaceId, delivery.id)
        const changes = { status, tries, firstTryAt, nextTryAt, attempts }
        return updateRow("webhook_deliveries", key, changes)
      },

      findDelivery: Effect.fnUntraced(function* (workspaceId, endpointId, id) {
        const rows = yield* sql<Row>`SELECT ${shown} FROM webhook_deliveries
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
              AND endpoint_id = ${WebhookEndpointId.toUuid(endpointId)}
              AND id = ${DeliveryId.toUuid(id)}`
        return rows[0] === undefined ? null : stored.decode(rows[0])
      }, Effect.orDie),

      deliveries: Effect.fnUntraced(function* (workspaceId, endpointId, page) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        const endpoint = WebhookEndpointId.toUuid(endpointId)
        const after = page.after === null ? null : DeliveryId.toUuid(page.after)
        const rows = yield* sql<Row>`SELECT ${shown} FROM webhook_deliveries
            WHERE workspace_id = ${workspace} AND endpoint_id = ${endpoint}
              AND (${after}::uuid IS NULL OR id < ${after}::uuid)
            ORDER BY id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`
            SELECT count(*) AS total FROM webhook_deliveries
            WHERE workspace_id = ${workspace} AND endpoint_id = ${endpoint}`
        return toPage(rows.map(stored.decode), integer(counts[0]?.total ?? 0n), page)
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
      }, Effect.orDie),

      rescheduleLate: Effect.fnUntraced(function* (now) {
        const at = dateOf(now)
        yield* write({
          table: "webhook_deliveries",
          statement: sql`UPDATE webhook_deliveries
            SET next_try_at = ${at}::timestamptz
              + make_interval(secs => (${seconds(pauses)})[tries + 1])
            WHERE status = 'pending' AND next_try_at > ${at}::timestamptz
              + make_interval(secs => (${seconds(longestWaits)})[tries + 1]) RETURNING 1`
        })
      }),

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

      nextDue: Effect.fnUntraced(function* ({ workspaceId, id }, now) {
        const rows = yield* sql<Row>`SELECT ${shown} FROM webhook_deliveries
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND endpoint_id = ${WebhookEndpointId.toUuid(id)}
            AND status = 'pending' AND next_try_at <= ${dateOf(now)}
          ORDER BY next_try_at, id LIMIT 1`
        return rows[0] === undefined ? null : stored.decode(rows[0])
      }, Effect.orDie),

      renewLease: moveLease,
      releaseLease: (lease) => moveLease(lease, null)
    })
  })
)
