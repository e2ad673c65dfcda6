/**
 * Numbers without a gap: the counter moves with the invoice that has its number, or not at all. The number that
 * must be next is told from memory, and the change holds only if it is; else the counter's row is locked
 * before the number is told, and stays so until the transaction ends. Memory is wrong for all who asked it
 * before a number was told under the lock, and for all that ask it before that number is committed: so who comes
 * then waits until no unit is left that was told one. Where other processes take numbers too, memory is not asked
 * for a while.
 */
import { Effect, Latch } from "effect"
import type { SqlClient } from "effect/sql"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { changeOf, preparedChange } from "../Change.ts"
import { lookingUnit, onceOver } from "../InUnit.ts"
import { integer } from "../Rows.ts"

/** Whose counters are remembered: each is a number. */
const most = 10_000
/** So many numbers are told under the lock, once others had taken some. */
const shared = 50

export const invoiceNumbers = (sql: SqlClient.SqlClient) => {
  /** The last number of each workspace that this process gave or saw. */
  const last = new Map<WorkspaceId, number>()
  /** How many more numbers of a workspace are told under the lock. */
  const underLock = new Map<WorkspaceId, number>()
  /** How many units of a workspace are to be told under the lock, or were and are not over. */
  const locking = new Map<WorkspaceId, { count: number; readonly over: Latch.Latch }>()
  const remember = (workspaceId: WorkspaceId, value: number) => {
    if (last.size >= most) last.clear()
    last.set(workspaceId, value)
    return value
  }
  const share = (workspaceId: WorkspaceId, left: number) => {
    if (underLock.size >= most) underLock.clear()
    if (left > 0) underLock.set(workspaceId, left)
    else underLock.delete(workspaceId)
  }
  const counterOf = (workspace: string) =>
    sql`workspace_id = ${workspace} AND name = 'invoice_number'`
  const counter = (workspaceId: WorkspaceId) => counterOf(WorkspaceId.toUuid(workspaceId))
  const moved = preparedChange(["workspace", "before"], (hole) =>
    changeOf(
      {
        number_taken: sql`UPDATE counters SET value = value + 1
          WHERE ${counterOf(hole("workspace"))} AND value = ${hole("before")} RETURNING 1`
      },
      { the_number_was_next: "number_taken" }
    )
  )

  const valueIn = (workspaceId: WorkspaceId, [row]: ReadonlyArray<{ readonly value: bigint }>) =>
    row === undefined
      ? Effect.die(new Error(`workspace ${workspaceId} has no counter invoice_number`))
      : Effect.succeed(integer(row.value))

  const seen = (workspaceId: WorkspaceId) =>
    Effect.flatMap(
      sql<{ value: bigint }>`SELECT value FROM counters WHERE ${counter(workspaceId)}`,
      (rows) => valueIn(workspaceId, rows)
    )

  /** The number that memory does not know: whoever comes meanwhile waits for the end of its unit. */
  const lockedNumber = (workspaceId: WorkspaceId) =>
    Effect.suspend(() => {
      const turns = locking.get(workspaceId) ?? { count: 0, over: Latch.makeUnsafe() }
      locking.set(workspaceId, turns)
      turns.count += 1
      const update = sql<{ value: bigint }>`
        UPDATE counters SET value = value + 1 WHERE ${counter(workspaceId)} RETURNING value`
      const over = Effect.sync(() => {
        turns.count -= 1
        if (turns.count > 0) return
        locking.delete(workspaceId)
        turns.over.openUnsafe()
      })
      return Effect.flatMap(update, (rows) => valueIn(workspaceId, rows)).pipe(
        Effect.map((value) => {
          const known = last.get(workspaceId)
          const left = underLock.get(workspaceId) ?? 0
          // Memory is ahead where one of ours failed, and behind where others came.
          if (known !== undefined && value > known + 1) share(workspaceId, shared)
          else if (left > 0) share(workspaceId, left - 1)
          return remember(workspaceId, value)
        }),
        Effect.ensuring(onceOver(sql, over))
      )
    })

  return Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
    const unit = underLock.has(workspaceId) ? undefined : yield* lookingUnit(sql)
    if (unit === undefined) return yield* lockedNumber(workspaceId)
    const read = last.has(workspaceId) ? undefined : yield* seen(workspaceId)
    for (
      let turns = locking.get(workspaceId);
      turns !== undefined;
      turns = locking.get(workspaceId)
    ) {
      yield* turns.over.await
    }
    // Nothing may come between this and the line that remembers it.
    const before = last.get(workspaceId) ?? read ?? 0
    unit.hold(moved({ workspace: WorkspaceId.toUuid(workspaceId), before: BigInt(before) }))
    return remember(workspaceId, before + 1)
  })
}
