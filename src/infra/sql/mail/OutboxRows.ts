/**
 * Statements of the mail outbox, a table of Effect's queue. A taken row carries the lock of its
 * taker, who alone settles it. A lock that is not renewed in time expires, and another worker may
 * take the row. A done row is deleted at once: it contains addresses that anyone can enter.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { mostTurns } from "../../../app/ports/mail/MailOutbox.ts"
import { template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { outboxTable } from "../schema/Migrations.ts"

/** A worker may miss three renewals before its locks expire. */
export const renewedEvery = "4 seconds"
export const lockSeconds = 13

const queue = "mail"

export interface TakenRow {
  readonly sequence: bigint
  readonly element: string
  readonly attempts: number
  readonly lock: string
}

type Mine = Pick<TakenRow, "sequence" | "lock">

const releasedColumns = "acquired_at = NULL, acquired_by = NULL"

const keyOf = ({ sequence }: Mine) => ({ sequence: String(sequence) })

const makeOffer = (sql: SqlClient.SqlClient) => {
  const insert = template(
    ["id", "element"],
    (value) => sql`INSERT INTO ${sql(outboxTable)}
        (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      VALUES (${value("id")}, ${sql.literal(`'${queue}'`)}, ${value("element")}, 'pending', 0,
        now(), now(), now())
      RETURNING 1`
  )
  return (element: string) => {
    const id = randomUUID()
    return write({ table: "outbox", key: { id }, statement: insert({ id, element }) })
  }
}

/** Locks of rows, which end by themselves unless their taker renews them. */
const locks = (sql: SqlClient.SqlClient) => {
  const table = sql(outboxTable)
  const isFree = sql`(acquired_at IS NULL
    OR acquired_at < now() - make_interval(secs => ${sql.literal(String(lockSeconds))}))`
  const most = sql.literal(String(mostTurns))
  const waits = sql`queue_name = ${sql.literal(`'${queue}'`)} AND state = 'pending'`
  // Mails of a workspace that is being moved wait: the other database would send them again.
  const stays = sql`element::jsonb ->> 'workspaceId' <> ALL (ARRAY(
    SELECT type_id('ws', workspace_id) FROM workspace_moves
    WHERE target IS NOT NULL OR draining_until > now()))`
  return {
    /** The oldest rows that are due and not locked, at most `count`. */
    take: Effect.fnUntraced(function* (count: number) {
      const lock = randomUUID()
      const taken = yield* write({
        table: "outbox",
        statement: sql`UPDATE ${table}
          SET acquired_at = now(), acquired_by = ${lock}::uuid, attempts = attempts + 1
          WHERE sequence = ANY(ARRAY(
            SELECT sequence FROM ${table}
            WHERE ${waits} AND attempts < ${most} AND visible_at <= now() AND ${isFree}
              AND ${stays}
            ORDER BY visible_at, sequence LIMIT ${count} FOR NO KEY UPDATE SKIP LOCKED))
          RETURNING sequence, element, attempts, visible_at`,
        returning: true
      })
      return Effect.map(taken, (rows) =>
        rows
          .map((row) => ({ row, visibleAt: String(row["visibleAt"]) }))
          .sort(
            (one, other) =>
              Date.parse(one.visibleAt) - Date.parse(other.visibleAt) ||
              Number(one.row["sequence"]) - Number(other.row["sequence"])
          )
          .map(
            ({ row }): TakenRow => ({
              sequence: BigInt(String(row["sequence"])),
              element: String(row["element"]),
              attempts: Number(row["attempts"]),
              lock
            })
          )
      )
    }),
    renew: (held: ReadonlyArray<Mine>) =>
      write({
        table: "outbox",
        statement: sql`UPDATE ${table} SET acquired_at = now()
          FROM unnest(${held.map(({ sequence }) => sequence)}::bigint[],
            ${held.map(({ lock }) => lock)}::uuid[]) AS mine (sequence, lock)
          WHERE ${table}.sequence = mine.sequence AND acquired_by = mine.lock RETURNING 1`
      }),
    /** The clock was set back since these rows were written: they would wait until it is there. */
    rescheduleLate: write({
      table: "outbox",
      statement: sql`UPDATE ${table}
        SET acquired_at = CASE WHEN acquired_at > now() THEN now() ELSE acquired_at END,
          visible_at = least(visible_at, now()), updated_at = now()
        WHERE ${waits} AND greatest(updated_at, acquired_at)
          > now() + make_interval(secs => ${sql.literal(String(lockSeconds))}) RETURNING 1`
    }),
    /** Fails jobs whose worker died at their last attempt. */
    failCutOff: write({
      table: "outbox",
      statement: sql`UPDATE ${table} SET ${sql.literal(releasedColumns)}, state = 'failed',
          updated_at = now(), last_failure = coalesce(last_failure, 'Cut off in its last turn')
        WHERE ${waits} AND attempts >= ${most} AND ${isFree} RETURNING 1`
    })
  }
}

/** Outcomes of a taken row. Only the holder of its lock changes it. */
const outcomes = (sql: SqlClient.SqlClient) => {
  const table = sql(outboxTable)
  const isMine = ({ sequence, lock }: Mine) =>
    sql`sequence = ${sequence} AND acquired_by = ${lock}::uuid`
  const done = template(
    ["sequence", "lock"],
    (value) => sql`DELETE FROM ${table}
      WHERE sequence = ${value("sequence")} AND acquired_by = ${value("lock")}::uuid RETURNING 1`
  )
  const update = (mine: Mine, changes: Statement.Fragment) =>
    write({
      table: "outbox",
      key: keyOf(mine),
      statement: sql`UPDATE ${table} SET ${changes} WHERE ${isMine(mine)} RETURNING 1`
    })
  const released = sql.literal(releasedColumns)
  return {
    /** Runs in the transaction that records the mail's outcome. */
    done: (mine: Mine) =>
      write({
        table: "outbox",
        key: keyOf(mine),
        statement: done({ sequence: mine.sequence, lock: mine.lock })
      }),
    putOff: (mine: Mine, seconds: number, reason: string) =>
      update(
        mine,
        sql`${released}, updated_at = now(), last_failure = ${reason},
          visible_at = now() + make_interval(secs => ${seconds})`
      ),
    /** The row stays in the table for the operator. */
    fail: (mine: Mine, reason: string) =>
      update(
        mine,
        sql`${released}, updated_at = now(), state = 'failed', last_failure = ${reason}`
      ),
    /** Does not count as an attempt. */
    release: (mine: Mine) => update(mine, sql`${released}, attempts = attempts - 1`)
  }
}

export const outboxRows = (sql: SqlClient.SqlClient) => ({
  offer: makeOffer(sql),
  ...locks(sql),
  ...outcomes(sql)
})
