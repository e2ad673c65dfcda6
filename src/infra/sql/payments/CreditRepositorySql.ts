/**
 * Credits in PostgreSQL. The used part of a credit is the sum of its payments and its refunds, each
 * by an index, and it is withdrawn where its payment is reversed; no copy of this is stored.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CreditRepository } from "../../../app/ports/payments/CreditRepository.ts"
import { ClientId, CreditId, WorkspaceId } from "../../../domain/Ids.ts"
import { CreditResource, RefundStored } from "../../../domain/payments/CreditResource.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import { beyond, direction, idPage } from "../lists/Newest.ts"
import { insertRows, integer, keysOf, toPage } from "../Rows.ts"

const shown = columns(CreditResource)
const refunds = columns(RefundStored)

/** Joins the used amounts `t` of the credits `c`. */
export const withTakenOf = (sql: SqlClient.SqlClient) => {
  const taken = (table: "payments" | "credit_refunds") => sql`(
    SELECT coalesce(sum(t.amount), 0) FROM ${sql(table)} t
    WHERE t.workspace_id = c.workspace_id AND t.credit_id = c.id)`

  return sql`CROSS JOIN LATERAL (
    SELECT ${taken("payments")} AS applied, ${taken("credit_refunds")} AS refunded,
      CASE WHEN EXISTS (SELECT 1 FROM payments r
        WHERE r.workspace_id = c.workspace_id AND r.reverses = c.payment_id)
        THEN c.amount ELSE 0 END AS withdrawn) t`
}

export const remainingOfCredit = "c.amount - t.applied - t.refunded - t.withdrawn"

export const CreditRepositorySql = Layer.effect(
  CreditRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const withTaken = withTakenOf(sql)
    const remaining = sql.literal(remainingOfCredit)

    const views = sql`
      SELECT c.id, c.amount, c.currency, c.received_at,
        coalesce(c.processor_reference, p.reference) AS reference, c.created_at,
        c.client_id, cl.name AS client_name, c.invoice_id,
        i.number AS invoice_number, c.source, t.applied, t.refunded,
        t.withdrawn, ${remaining} AS remaining
      FROM credits c
      JOIN clients cl ON cl.workspace_id = c.workspace_id AND cl.id = c.client_id
      JOIN invoices i ON i.workspace_id = c.workspace_id AND i.id = c.invoice_id
      LEFT JOIN payments p ON p.workspace_id = c.workspace_id AND p.id = c.payment_id
      ${withTaken}`

    const viewOf = (workspaceId: WorkspaceId, id: CreditId) => sql<Row>`${views}
      WHERE c.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND c.id = ${CreditId.toUuid(id)}`

    return CreditRepository.of({
      view: Effect.fnUntraced(function* (workspaceId, id) {
        const [row] = yield* viewOf(workspaceId, id)
        return row === undefined ? null : shown.decode(row)
      }, Effect.orDie),

      // The lock comes first, so that the sums of the view can no longer change.
      lock: Effect.fnUntraced(function* (workspaceId, id) {
        const row = yield* readForUpdate({
          table: "credits",
          key: keysOf(CreditId)(workspaceId, id),
          view: viewOf(workspaceId, id)
        })
        return row === undefined ? null : shown.decode(row)
      }),

      list: Effect.fnUntraced(function* (workspaceId, clientId, page) {
        const workspace = sql`c.workspace_id = ${WorkspaceId.toUuid(workspaceId)}`
        const where =
          clientId === null
            ? workspace
            : sql`${workspace} AND c.client_id = ${ClientId.toUuid(clientId)}`
        const place = idPage(page, CreditId.toUuid)
        const rows = yield* sql<Row>`${views} WHERE ${where} AND ${beyond(sql, place, "c.id")}
          ORDER BY c.id ${direction(sql, place)} LIMIT ${place.count}`
        const sums = yield* sql<{ currency: string; total: bigint; remaining: string }>`
          SELECT c.currency, count(*) AS total, sum(${remaining}) AS remaining
          FROM credits c ${withTaken} WHERE ${where} GROUP BY c.currency ORDER BY c.currency`
        const total = sums.reduce((all, one) => all + integer(one.total), 0)
        const balance = Object.fromEntries(
          sums.map(({ currency, remaining }) => [currency, Number(remaining)])
        )
        return { ...toPage(rows.map(shown.decode), total, page), balance }
      }, Effect.orDie),

      remaining: Effect.fnUntraced(function* (workspaceId, clientId, limit) {
        const rows = yield* sql<Row>`${views}
          WHERE c.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND c.client_id = ${ClientId.toUuid(clientId)} AND ${remaining} > 0
          ORDER BY c.id DESC LIMIT ${limit}`
        return rows.map(shown.decode)
      }, Effect.orDie),

      refund: (refund) => insertRows("credit_refunds", [refunds.encode(refund)])
    })
  })
)
