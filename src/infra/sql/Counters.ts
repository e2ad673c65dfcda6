/** Counters without a gap: the row stays locked until the transaction ends, and rolls back with it. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WorkspaceId } from "../../domain/Ids.ts"

export const takeNext = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  name: "invoice_number"
) {
  const rows = yield* sql<{ value: bigint }>`
    UPDATE counters SET value = value + 1
    WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND name = ${name} RETURNING value`
  const row = rows[0]
  return row === undefined
    ? yield* Effect.die(new Error(`workspace ${workspaceId} has no counter ${name}`))
    : row.value
})
