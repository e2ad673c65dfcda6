/** Short payment links: an invoice is found by the end of its id, which a link begins with. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const paymentCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX invoices_id_ending ON invoices (right(id::text, 8))`
})
