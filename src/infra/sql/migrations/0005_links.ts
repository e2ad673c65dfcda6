/**
 * A user may have several links to choose a password: a new one leaves earlier ones valid.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const links = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE user_links DROP CONSTRAINT user_links_workspace_id_user_id_key`
  yield* sql`CREATE INDEX user_links_user ON user_links (workspace_id, user_id)`
})
