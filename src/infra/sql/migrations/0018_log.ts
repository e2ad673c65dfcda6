/** Who made the credentials of programs. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE api_keys ADD COLUMN created_by jsonb",
  "ALTER TABLE oauth_apps ADD COLUMN created_by jsonb"
]

export const log = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
