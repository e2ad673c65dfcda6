/**
 * Numbers without a gap: the counter moves with the invoice that has its number, or not at all. The number that
 * must be next is told from memory, and the change holds only if it is; else the counter's row is locked
 * before the number is told, and stays so until the transaction ends.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { changeOf } from "../Change.ts"
import { lookingUnit } from "../InUnit.ts"
import { integer } from "../Rows.ts"

/** Whose counters are remembered: each is a number. */
const most = 10_000

export const invoiceNumbers = (sql: SqlClient.SqlClient) => {
  /** The last number of each workspace that this process gave or saw. */
  const last = new Map<WorkspaceId, number>()
  const remember = (workspaceId: WorkspaceId, value: number) => {
    if (last.size >= most) last.clear()
    last.set(workspaceId, value)
    return value
  }
  const counter = (workspaceId: WorkspaceId) =>
    sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND name = 'invoice_number'`

  const valueIn = (workspaceId: WorkspaceId, [row]: ReadonlyArray<{ readonly value: bigint }>) =>
    row === undefined
      ? Effect.die(new Error(`workspace ${workspaceId} has no counter invoice_number`))
      : Effect.succeed(integer(row.value))

  const seen = (workspaceId: WorkspaceId) =>
    Effect.flatMap(
      sql<{ value: bigint }>`SELECT value FROM counters WHERE ${counter(workspaceId)}`,
      (rows) => valueIn(workspaceId, rows)
    )

  return Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
    const unit = yield* lookingUnit(sql)
    if (unit === undefined) {
      const rows = yield* sql<{ value: bigint }>`
        UPDATE counters SET value = value + 1 WHERE ${counter(workspaceId)} RETURNING value`
      return remember(workspaceId, yield* valueIn(workspaceId, rows))
    }
    const read = last.has(workspaceId) ? undefined : yield* seen(workspaceId)
    // Nothing may come between this and the line that remembers it.
    const before = last.get(workspaceId) ?? read ?? 0
    const moved = sql`UPDATE counters SET value = value + 1
      WHERE ${counter(workspaceId)} AND value = ${BigInt(before)} RETURNING 1`
    unit.hold(changeOf({ number_taken: moved }, { the_number_was_next: "number_taken" }))
    return remember(workspaceId, before + 1)
  })
}
