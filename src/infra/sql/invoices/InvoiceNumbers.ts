/** Numbers without a gap: the counter's row stays locked until the transaction ends, and rolls back with it. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { integer } from "../Rows.ts"

export const nextInvoiceNumber = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId
) {
  const rows = yield* sql<{ value: bigint }>`
    UPDATE counters SET value = value + 1
    WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND name = 'invoice_number'
    RETURNING value`
  const row = rows[0]
  return row === undefined
    ? yield* Effect.die(new Error(`workspace ${workspaceId} has no counter invoice_number`))
    : integer(row.value)
})
