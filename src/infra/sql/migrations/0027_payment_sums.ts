/**
 * What the invoices of a list were paid, from the index that finds their payments: in a large
 * workspace the payments themselves lie apart, each on a page of its own.
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
