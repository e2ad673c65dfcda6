/** The ledger in PostgreSQL; the schema refuses to change or delete an entry. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PaymentRepository } from "../../../app/ports/payments/PaymentRepository.ts"
import { CurrencyCode } from "../../../domain/Currency.ts"
import { InvoiceId, PaymentId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Credit, Payment } from "../../../domain/payments/Payment.ts"
import { dateOf, instant, integer, toPage } from "../Rows.ts"

interface PaymentRow {
  readonly workspaceId: string
  readonly id: string
  readonly invoiceId: string
  readonly amount: bigint
  readonly currency: string
  readonly paidAt: Date
  readonly method: string | null
  readonly reference: string | null
  readonly processorReference: string | null
  readonly createdAt: Date
}

const paymentOf = (row: PaymentRow): Payment => ({
  id: PaymentId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  invoiceId: InvoiceId.fromUuid(row.invoiceId),
  amountMinor: integer(row.amount),
  currency: CurrencyCode.make(row.currency),
  paidAt: instant(row.paidAt),
  method: row.method,
  reference: row.reference,
  processorReference: row.processorReference,
  createdAt: instant(row.createdAt)
})

interface CreditRow extends Omit<PaymentRow, "paidAt" | "method" | "reference"> {
  readonly receivedAt: Date
  readonly processorReference: string
}

const creditOf = (row: CreditRow): Credit => ({
  id: PaymentId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  invoiceId: InvoiceId.fromUuid(row.invoiceId),
  amountMinor: integer(row.amount),
  currency: CurrencyCode.make(row.currency),
  receivedAt: instant(row.receivedAt),
  processorReference: row.processorReference,
  createdAt: instant(row.createdAt)
})

export const PaymentRepositorySql = Layer.effect(
  PaymentRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return PaymentRepository.of({
      insert: Effect.fnUntraced(function* (payment) {
        // The currency is the invoice's own.
        yield* sql`INSERT INTO payments ${sql.insert({
          workspaceId: WorkspaceId.toUuid(payment.workspaceId),
          id: PaymentId.toUuid(payment.id),
          invoiceId: InvoiceId.toUuid(payment.invoiceId),
          amount: BigInt(payment.amountMinor),
          paidAt: dateOf(payment.paidAt),
          method: payment.method,
          reference: payment.reference,
          processorReference: payment.processorReference,
          createdAt: dateOf(payment.createdAt)
        })}`
      }, Effect.orDie),

      insertCredit: Effect.fnUntraced(function* (credit) {
        yield* sql`INSERT INTO credits ${sql.insert({
          workspaceId: WorkspaceId.toUuid(credit.workspaceId),
          id: PaymentId.toUuid(credit.id),
          invoiceId: InvoiceId.toUuid(credit.invoiceId),
          amount: BigInt(credit.amountMinor),
          currency: credit.currency,
          receivedAt: dateOf(credit.receivedAt),
          processorReference: credit.processorReference,
          createdAt: dateOf(credit.createdAt)
        })}`
      }, Effect.orDie),

      list: Effect.fnUntraced(function* (workspaceId, invoiceId, page) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        const invoice = InvoiceId.toUuid(invoiceId)
        const after = page.after === null ? null : PaymentId.toUuid(page.after)
        const rows = yield* sql<PaymentRow>`
          SELECT p.*, i.currency FROM payments p
          JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
          WHERE p.workspace_id = ${workspace} AND p.invoice_id = ${invoice}
            AND (${after}::uuid IS NULL OR p.id < ${after}::uuid)
          ORDER BY p.id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`SELECT count(*) AS total FROM payments
          WHERE workspace_id = ${workspace} AND invoice_id = ${invoice}`
        return toPage(rows.map(paymentOf), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie),

      making: Effect.fnUntraced(function* (workspaceId, invoiceId, amountPaidMinor, limit) {
        const rows = yield* sql<PaymentRow>`
          SELECT p.*, i.currency
          FROM (
            SELECT *, sum(amount) OVER (ORDER BY id) AS paid FROM payments
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
              AND invoice_id = ${InvoiceId.toUuid(invoiceId)}
          ) p
          JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
          WHERE p.paid <= ${BigInt(amountPaidMinor)}
          ORDER BY p.id DESC LIMIT ${limit}`
        return rows.map(paymentOf).reverse()
      }, Effect.orDie),

      credits: Effect.fnUntraced(function* (workspaceId, invoiceId) {
        const rows = yield* sql<CreditRow>`SELECT * FROM credits
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND invoice_id = ${InvoiceId.toUuid(invoiceId)} ORDER BY id`
        return rows.map(creditOf)
      }, Effect.orDie),

      isKnown: Effect.fnUntraced(function* (workspaceId, reference) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        const rows = yield* sql`
          SELECT 1 FROM payments
            WHERE workspace_id = ${workspace} AND processor_reference = ${reference}
          UNION ALL SELECT 1 FROM credits
            WHERE workspace_id = ${workspace} AND processor_reference = ${reference}`
        return rows.length > 0
      }, Effect.orDie),

      noteMessage: Effect.fnUntraced(function* (workspaceId, processor, id, at) {
        const rows = yield* sql`INSERT INTO processor_messages ${sql.insert({
          workspaceId: WorkspaceId.toUuid(workspaceId),
          processor,
          id,
          receivedAt: dateOf(at)
        })} ON CONFLICT DO NOTHING RETURNING 1`
        return rows.length === 1
      }, Effect.orDie)
    })
  })
)
