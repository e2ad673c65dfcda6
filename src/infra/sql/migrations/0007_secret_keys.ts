/** The time from which each secret key signs: an older key verifies older signatures. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const secretKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The keys belong to the service, as migrations do, and to no workspace. Names of keys, never a
  // key.
  yield* sql`CREATE TABLE secret_keys (
    signing_since timestamptz PRIMARY KEY,
    key_id text NOT NULL
  )`
})
