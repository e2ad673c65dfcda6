/** Short payment links: a link begins with the end of the invoice's id. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const paymentCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX invoices_id_ending ON invoices (right(id::text, 8))`
})
