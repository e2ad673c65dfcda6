/** The ledger in PostgreSQL; the schema refuses to change or delete an entry. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PaymentRepository } from "../../../app/ports/payments/PaymentRepository.ts"
import { CreditId, InvoiceId, PaymentId, WorkspaceId } from "../../../domain/Ids.ts"
import { CreditStored } from "../../../domain/payments/CreditResource.ts"
import { PaymentRecord, PaymentStored } from "../../../domain/payments/PaymentResource.ts"
import { shape } from "../../../domain/Resource.ts"
import { columns, type Row } from "../Columns.ts"
import {
  beyond,
  byId,
  direction,
  idPage,
  type PageRow,
  rowsBeside,
  withMeta
} from "../lists/Newest.ts"
import { dateOf, insertRow, integer, keysOf, toPage } from "../Rows.ts"

const stored = columns(PaymentStored)
const records = columns(PaymentRecord)
// The currency is the invoice's own.
const { currency, ...entry } = PaymentStored.fields
const entries = columns(shape(entry))
const credits = columns(CreditStored)

type Port = PaymentRepository["Service"]

const writes = (sql: SqlClient.SqlClient) =>
  ({
    insert: Effect.fnUntraced(function* (payment) {
      yield* insertRow(
        "payments",
        keysOf(PaymentId)(payment.workspaceId, payment.id),
        entries.encode(payment)
      )
    }),

    insertCredit: Effect.fnUntraced(function* (credit) {
      yield* insertRow(
        "credits",
        keysOf(CreditId)(credit.workspaceId, credit.id),
        credits.encode(credit)
      )
    }),

    noteMessage: Effect.fnUntraced(function* (workspaceId, processor, id, at) {
      const key = { workspaceId: WorkspaceId.toUuid(workspaceId), processor, id }
      const [earlier] = yield* Effect.orDie(sql`SELECT 1 FROM processor_messages
        WHERE workspace_id = ${key.workspaceId} AND processor = ${processor} AND id = ${id}`)
      if (earlier !== undefined) return false
      yield* insertRow("processor_messages", key, { receivedAt: dateOf(at) })
      return true
    })
  }) satisfies Partial<Port>

/** Payments `p` with the rows that refer to them. */
const recorded = (sql: SqlClient.SqlClient, entries = sql`payments`) => sql`
  SELECT p.*, i.currency, r.id IS NOT NULL AS reversed, c.id AS excess_id, c.amount AS excess
  FROM ${entries} p
  JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
  LEFT JOIN payments r ON r.workspace_id = p.workspace_id AND r.reverses = p.id
  LEFT JOIN credits c ON c.workspace_id = p.workspace_id AND c.payment_id = p.id`

const reads = (sql: SqlClient.SqlClient) =>
  ({
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* sql<Row>`${recorded(sql)}
        WHERE p.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND p.id = ${PaymentId.toUuid(id)}`
      return rows[0] === undefined ? null : records.decode(rows[0])
    }, Effect.orDie),

    list: Effect.fnUntraced(function* (workspaceId, invoiceId, page) {
      const workspace = WorkspaceId.toUuid(workspaceId)
      const invoice = InvoiceId.toUuid(invoiceId)
      const place = idPage(page, PaymentId.toUuid)
      const of = sql`workspace_id = ${workspace} AND invoice_id = ${invoice}`
      const entries = sql`(SELECT * FROM payments WHERE ${of} AND ${beyond(sql, place)}
        ORDER BY id ${direction(sql, place)} LIMIT ${place.count})`
      const total = sql`SELECT count(*) FROM payments WHERE ${of}`
      const found = withMeta(sql, total, recorded(sql, entries), byId(sql, place))
      const rows = yield* sql<PageRow>`${found}`
      return toPage(rowsBeside(rows).map(records.decode), integer(rows[0]?.meta ?? 0n), page)
    }, Effect.orDie),

    making: Effect.fnUntraced(function* (workspaceId, invoiceId, amountPaidMinor, limit) {
      const rows = yield* sql<Row>`
        WITH entries AS (
          SELECT *, sum(amount) OVER (ORDER BY id) AS paid FROM payments
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND invoice_id = ${InvoiceId.toUuid(invoiceId)}
        ), made AS (
          SELECT * FROM entries WHERE id <= (SELECT id FROM entries
            WHERE paid = ${BigInt(amountPaidMinor)} ORDER BY id DESC LIMIT 1)
        )
        SELECT p.*, i.currency FROM made p
        JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
        WHERE p.reverses IS NULL AND NOT EXISTS (SELECT 1 FROM made r WHERE r.reverses = p.id)
        ORDER BY p.id DESC LIMIT ${limit}`
      return rows.map(stored.decode).reverse()
    }, Effect.orDie),

    credits: Effect.fnUntraced(function* (workspaceId, invoiceId) {
      const rows = yield* sql<Row>`SELECT * FROM credits
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND invoice_id = ${InvoiceId.toUuid(invoiceId)} ORDER BY id`
      return rows.map(credits.decode)
    }, Effect.orDie),

    isKnown: Effect.fnUntraced(function* (workspaceId, reference) {
      const workspace = WorkspaceId.toUuid(workspaceId)
      const rows = yield* sql`
        SELECT 1 FROM payments
          WHERE workspace_id = ${workspace} AND processor_reference = ${reference}
        UNION ALL SELECT 1 FROM credits
          WHERE workspace_id = ${workspace} AND processor_reference = ${reference}`
      return rows.length > 0
    }, Effect.orDie)
  }) satisfies Partial<Port>

export const PaymentRepositorySql = Layer.effect(
  PaymentRepository,
  Effect.map(SqlClient.SqlClient, (sql) => PaymentRepository.of({ ...writes(sql), ...reads(sql) }))
)
