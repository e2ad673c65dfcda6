/** Checkouts in PostgreSQL. One that ended stays as a row: their number tells a new one from the last. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CheckoutRepository } from "../../../app/ports/payments/CheckoutRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Checkout } from "../../../domain/payments/Checkout.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull, integer } from "../Rows.ts"

interface CheckoutRow {
  readonly workspaceId: string
  readonly invoiceId: string
  readonly reference: string
  readonly begunAt: Date
  readonly underWaySince: Date | null
}

const checkoutOf = (row: CheckoutRow): Checkout => ({
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  invoiceId: InvoiceId.fromUuid(row.invoiceId),
  reference: row.reference,
  begunAt: instant(row.begunAt),
  underWaySince: instantOrNull(row.underWaySince)
})

export const CheckoutRepositorySql = Layer.effect(
  CheckoutRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return CheckoutRepository.of({
      insert: Effect.fnUntraced(function* (checkout) {
        yield* sql`INSERT INTO checkouts ${sql.insert({
          workspaceId: WorkspaceId.toUuid(checkout.workspaceId),
          reference: checkout.reference,
          invoiceId: InvoiceId.toUuid(checkout.invoiceId),
          begunAt: dateOf(checkout.begunAt),
          underWaySince: dateOfOrNull(checkout.underWaySince)
        })} ON CONFLICT DO NOTHING`
      }, Effect.orDie),

      open: Effect.fnUntraced(function* (workspaceId, invoiceIds) {
        if (invoiceIds.length === 0) return []
        const rows = yield* sql<CheckoutRow>`
          SELECT workspace_id, invoice_id, reference, begun_at, under_way_since FROM checkouts
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND invoice_id IN ${sql.in(invoiceIds.map((id) => InvoiceId.toUuid(id)))}
            AND ended_at IS NULL
          ORDER BY begun_at, reference`
        return rows.map(checkoutOf)
      }, Effect.orDie),

      countEnded: Effect.fnUntraced(function* (workspaceId, invoiceId) {
        const rows = yield* sql<{ count: bigint }>`SELECT count(*) AS count FROM checkouts
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND invoice_id = ${InvoiceId.toUuid(invoiceId)} AND ended_at IS NOT NULL`
        return integer(rows[0]?.count ?? 0n)
      }, Effect.orDie),

      markUnderWay: Effect.fnUntraced(function* (key, at) {
        yield* sql`UPDATE checkouts SET under_way_since = ${dateOf(at)}
          WHERE workspace_id = ${WorkspaceId.toUuid(key.workspaceId)}
            AND reference = ${key.reference} AND under_way_since IS NULL AND ended_at IS NULL`
      }, Effect.orDie),

      end: Effect.fnUntraced(function* (key, at) {
        yield* sql`UPDATE checkouts SET ended_at = ${dateOf(at)}
          WHERE workspace_id = ${WorkspaceId.toUuid(key.workspaceId)}
            AND reference = ${key.reference} AND ended_at IS NULL`
      }, Effect.orDie)
    })
  })
)
