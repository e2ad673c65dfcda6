/**
 * Paid amounts of a list's invoices are read from an index alone: in a large workspace each payment
 * lies on a page of its own.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "DROP INDEX payments_invoice",
  `CREATE INDEX payments_invoice ON payments (workspace_id, invoice_id)
    INCLUDE (paid_at, amount)`
]

export const paymentSums = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
