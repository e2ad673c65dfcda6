/** Role settings behind a pooler in transaction mode, for statements outside of a transaction. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sessionSettings } from "./SessionSettings.ts"

/** Statements that an administrator runs once. */
export const alterRoleStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ place: string }>`SELECT
    quote_ident(current_user) || ' IN DATABASE ' || quote_ident(current_database()) AS place`
  return Object.entries(sessionSettings).map(
    ([name, value]) => `ALTER ROLE ${row?.place} SET ${name} = '${value}';`
  )
})

export const warnWithoutTimeouts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ value: string }>`SELECT current_setting('statement_timeout') AS value`
  if (row?.value !== "0") return
  yield* Effect.logWarning(
    "The database role has no statement_timeout, so a statement may go on after its caller was answered; run the statements that `retainer migrate` prints"
  )
})
