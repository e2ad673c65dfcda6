/** Webhook deliveries in PostgreSQL; the message of a delivery is in its row. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { WebhookRepository } from "../../../app/ports/events/WebhookRepository.ts"
import { longestWaits, pauses } from "../../../domain/events/Webhook.ts"
import { WebhookDeliveryStored } from "../../../domain/events/WebhookResource.ts"
import { DeliveryId, WebhookEndpointId, WorkspaceId } from "../../../domain/Ids.ts"
import { columnName } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import { beyond, direction, idPage } from "../lists/Newest.ts"
import { dateOf, insertRow, integer, keysOf, toPage, updateRow } from "../Rows.ts"

const stored = columns(WebhookDeliveryStored)
const keyOf = keysOf(DeliveryId)

type Port = WebhookRepository["Service"]

export const deliveryWrites = (sql: SqlClient.SqlClient) => {
  const seconds = (all: ReadonlyArray<number>) => sql.literal(`ARRAY[${all.join(", ")}]::float8[]`)

  return {
    insertDelivery: (delivery, payload) =>
      insertRow("webhook_deliveries", keyOf(delivery.workspaceId, delivery.id), {
        ...stored.encode(delivery),
        payload
      }),

    saveDelivery: (delivery) => {
      const { status, tries, firstTryAt, nextTryAt, attempts } = stored.encode(delivery)
      const key = keyOf(delivery.workspaceId, delivery.id)
      const changes = { status, tries, firstTryAt, nextTryAt, attempts }
      return updateRow("webhook_deliveries", key, changes)
    },

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
    })
  } satisfies Partial<Port>
}

export const deliveryReads = (sql: SqlClient.SqlClient) => {
  // Rows of 0.3.0 contain a copy of their event; the one in the log is read instead.
  const shown = sql.literal(stored.names.map(columnName).join(", "))

  return {
    messageOf: Effect.fnUntraced(function* ({ workspaceId, id }) {
      const [row] = yield* sql<{ payload: string | null }>`SELECT payload FROM webhook_deliveries
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${DeliveryId.toUuid(id)}`
      return row?.payload ?? (yield* Effect.die(new Error(`${id} has no message`)))
    }, Effect.orDie),

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
      const place = idPage(page, DeliveryId.toUuid)
      const rows = yield* sql<Row>`SELECT ${shown} FROM webhook_deliveries
          WHERE workspace_id = ${workspace} AND endpoint_id = ${endpoint}
            AND ${beyond(sql, place)}
          ORDER BY id ${direction(sql, place)} LIMIT ${place.count}`
      const counts = yield* sql<{ total: bigint }>`
          SELECT count(*) AS total FROM webhook_deliveries
          WHERE workspace_id = ${workspace} AND endpoint_id = ${endpoint}`
      return toPage(rows.map(stored.decode), integer(counts[0]?.total ?? 0n), page)
    }, Effect.orDie),

    nextDue: Effect.fnUntraced(function* ({ workspaceId, id }, now) {
      const rows = yield* sql<Row>`SELECT ${shown} FROM webhook_deliveries
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND endpoint_id = ${WebhookEndpointId.toUuid(id)}
          AND status = 'pending' AND next_try_at <= ${dateOf(now)}
        ORDER BY next_try_at, id LIMIT 1`
      return rows[0] === undefined ? null : stored.decode(rows[0])
    }, Effect.orDie)
  } satisfies Partial<Port>
}
