/**
 * The state of a move, in the database that the workspace leaves: a two-phase commit whose decision
 * is the commit at the target. The source closes first and remembers the target. A server that
 * finds a move undecided takes the lock of the move at the target, which is free when the target
 * has committed or rolled back, and looks whether the workspace is there.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Database } from "../../../postgres/Database.ts"
import { isOfWorkspace } from "../WorkspaceRows.ts"
import type { Side } from "./CopyRows.ts"
import { MoveRefused } from "./MoveErrors.ts"
import { beginMove } from "./MoveTransaction.ts"

/** Mails and webhooks of the workspace wait until then; a killed move ends it by itself. */
const drainSeconds = 30

/** Seconds of the lock of a taken mail (`OutboxRows.ts`). */
const mailLockSeconds = 13

export interface MoveRecord {
  /** The UUID of the workspace. */
  readonly id: string
  readonly cell: string | null
  /** Whether the files stay where they are, because both use one bucket. */
  readonly sharesFiles: boolean
  /** The address of the target, encrypted. */
  readonly target: string
}

/** No mail and no webhook is taken from now on, until the workspace is held or time is over. */
export const drain = (sql: SqlClient.SqlClient, { id, cell, sharesFiles }: MoveRecord) =>
  sql`INSERT INTO workspace_moves (workspace_id, cell, shares_files, draining_until)
    VALUES (${id}, ${cell}, ${sharesFiles}, now() + make_interval(secs => ${drainSeconds}))
    ON CONFLICT (workspace_id) DO UPDATE SET cell = excluded.cell,
      shares_files = excluded.shares_files, draining_until = excluded.draining_until
    WHERE workspace_moves.closed_at IS NULL`

/** Counts the mails and webhooks that are being sent, without those that wait. */
export const countSending = ({ sql, id }: Side, isLocking = false) =>
  Effect.map(
    sql<{ mails: bigint; webhooks: bigint }>`
      WITH jobs AS (SELECT acquired_at FROM outbox WHERE ${isOfWorkspace(sql, "outbox", id)}
        AND state = 'pending' ${sql.literal(isLocking ? "FOR UPDATE" : "")})
      SELECT (SELECT count(*) FROM jobs
          WHERE acquired_at >= now() - make_interval(secs => ${mailLockSeconds})) AS mails,
        (SELECT count(*) FROM webhook_endpoints
          WHERE workspace_id = ${id} AND busy_until > now()) AS webhooks`,
    ([row]) => Number(row?.mails ?? 0) + Number(row?.webhooks ?? 0)
  )

/** The last change here: every credential is refused when it is committed. */
export const close = Effect.fnUntraced(function* (
  { sql, id }: Side,
  { cell, sharesFiles, target }: MoveRecord
) {
  yield* sql`UPDATE workspaces SET deleted_at = now() WHERE id = ${id}`
  yield* sql`UPDATE workspace_moves SET closed_at = now(), target = ${target}, cell = ${cell},
    shares_files = ${sharesFiles} WHERE workspace_id = ${id}`
})

/** Held at the target from the first row until the end; false if another move has it. */
export const tryMoveLock = ({ sql, id }: Side) =>
  Effect.map(
    sql<{ has: boolean }>`SELECT pg_try_advisory_xact_lock(uuid_hash_extended(${id}, 1)) AS has`,
    ([row]) => row?.has === true
  )

const finish = (sql: SqlClient.SqlClient, id: string) =>
  sql.withTransaction(
    Effect.andThen(
      sql`UPDATE workspace_moves SET target = NULL WHERE workspace_id = ${id}`,
      // The target sends them.
      sql`DELETE FROM outbox WHERE ${isOfWorkspace(sql, "outbox", id)}`
    )
  )

/** False if the rows are no longer there. */
const reopen = (sql: SqlClient.SqlClient, id: string, isDecided: boolean) => {
  const isMove = sql`workspace_id = ${id} AND closed_at IS NOT NULL
    AND ${isDecided ? sql`target IS NULL` : sql`target IS NOT NULL`}`
  return sql.withTransaction(
    Effect.gen(function* () {
      const opened = yield* sql`UPDATE workspaces SET deleted_at = NULL WHERE id = ${id}
        AND EXISTS (SELECT 1 FROM workspace_moves WHERE ${isMove}) RETURNING 1`
      yield* sql`DELETE FROM workspace_moves WHERE ${isMove}`
      return opened.length > 0
    })
  )
}

/** Whether the target has the workspace; waits for a move that is about to commit there. */
const isAtTarget = Effect.fnUntraced(function* (target: Database["Service"], id: string) {
  const { sql } = yield* beginMove(target, id, { silence: 15, statement: 10 })
  yield* sql`SELECT pg_advisory_xact_lock(uuid_hash_extended(${id}, 1))`
  const there = yield* sql`SELECT 1 FROM workspaces WHERE id = ${id}`
  return there.length > 0
})

/**
 * Decides a move after its source was closed: the workspace is open at the target, or here again.
 * Fails where the target does not answer, or still has the transaction open.
 */
export const settleMove = Effect.fnUntraced(function* (
  source: SqlClient.SqlClient,
  target: Database["Service"],
  id: string
) {
  // Its transaction has the lock until the decision is stored here.
  const isMoved = yield* isAtTarget(target, id)
  yield* isMoved ? finish(source, id) : reopen(source, id, false)
  return isMoved
}, Effect.scoped)

/**
 * Opens a workspace here again that had arrived at a target which lost it, as a standby may that
 * was promoted without the last changes. Refused while the target has it.
 */
export const reopenLost = Effect.fnUntraced(function* (
  source: SqlClient.SqlClient,
  target: Database["Service"],
  id: string
) {
  if (yield* isAtTarget(target, id)) {
    return yield* new MoveRefused({ reason: "the target has the workspace" })
  }
  if (!(yield* reopen(source, id, true))) {
    return yield* new MoveRefused({ reason: "its rows here were erased" })
  }
}, Effect.scoped)
