/**
 * A webhook delivery refers to its event, which the log has once; only a message that is in no log lies in the row.
 * The copies in existing rows stay and are read no more: they go with their rows, after 30 days.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const deliveryEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE webhook_deliveries ALTER COLUMN payload DROP NOT NULL`
})
