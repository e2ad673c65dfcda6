/** The locale of a workspace for documents, and its logo in a table of its own. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const documents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE workspaces ADD COLUMN locale text NOT NULL DEFAULT 'en'`
  // Apart from the row that every request reads.
  yield* sql`CREATE TABLE logos (
    workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
    type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
    bytes bytea NOT NULL CHECK (length(bytes) <= 262144)
  )`
})
