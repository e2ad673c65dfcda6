/**
 * Checkouts in PostgreSQL. Ended checkouts stay as rows, because their count numbers the next one.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CheckoutRepository } from "../../../app/ports/payments/CheckoutRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Checkout } from "../../../domain/payments/Checkout.ts"
import { write } from "../../postgres/Write.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull, integer, updateRow } from "../Rows.ts"

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
  pendingSince: instantOrNull(row.underWaySince)
})

const keyOf = ({ workspaceId, reference }: Pick<Checkout, "workspaceId" | "reference">) => ({
  workspaceId: WorkspaceId.toUuid(workspaceId),
  reference
})

export const CheckoutRepositorySql = Layer.effect(
  CheckoutRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return CheckoutRepository.of({
      insert: Effect.fnUntraced(function* (checkout) {
        yield* write({
          table: "checkouts",
          key: keyOf(checkout),
          statement: sql`INSERT INTO checkouts ${sql.insert({
            ...keyOf(checkout),
            invoiceId: InvoiceId.toUuid(checkout.invoiceId),
            begunAt: dateOf(checkout.begunAt),
            underWaySince: dateOfOrNull(checkout.pendingSince)
          })} ON CONFLICT DO NOTHING RETURNING 1`
        })
      }),

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

      markPending: (key, at) => {
        const isOpen = { underWaySince: null, endedAt: null }
        return updateRow("checkouts", keyOf(key), { underWaySince: dateOf(at) }, isOpen)
      },

      end: (key, at) =>
        updateRow("checkouts", keyOf(key), { endedAt: dateOf(at) }, { endedAt: null })
    })
  })
)
