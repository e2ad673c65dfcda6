/**
 * The statements of the outbox, whose table Effect's queue makes. A row that is taken has the lock of its taker, which
 * alone settles it; one that was not renewed in time is free again, and may be taken with a lock of its own. What
 * is done is forgotten at once: strangers put lines in here too, with the address that they ask a link for.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { mostTurns } from "../../../app/ports/mail/MailOutbox.ts"
import { changeOf, preparedChange } from "../Change.ts"
import { changing } from "../InUnit.ts"
import { outboxTable } from "../Migrations.ts"

/** A living worker renews its locks this often; that of a killed one ends after it could have done so three times. */
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

export const outboxRows = (sql: SqlClient.SqlClient) => {
  const table = sql(outboxTable)
  const isFree = sql`(acquired_at IS NULL
    OR acquired_at < now() - make_interval(secs => ${sql.literal(String(lockSeconds))}))`
  const most = sql.literal(String(mostTurns))
  const waits = sql`queue_name = ${sql.literal(`'${queue}'`)} AND state = 'pending'`
  const isMine = ({ sequence, lock }: Mine) =>
    sql`sequence = ${sequence} AND acquired_by = ${lock}::uuid`

  const offered = preparedChange(["id", "element"], (hole) =>
    changeOf({
      mail_offered: sql`INSERT INTO ${table}
          (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        VALUES (${hole("id")}, ${sql.literal(`'${queue}'`)}, ${hole("element")}, 'pending', 0,
          now(), now(), now())
        RETURNING 1`
    })
  )
  const done = preparedChange(["sequence", "lock"], (hole) =>
    changeOf({
      mail_done: sql`DELETE FROM ${table}
        WHERE sequence = ${hole("sequence")} AND acquired_by = ${hole("lock")}::uuid RETURNING 1`
    })
  )

  return {
    offer: (element: string) => changing(sql, offered({ id: randomUUID(), element })),
    /** The first that are due and free, at most so many, in their order. */
    take: Effect.fnUntraced(function* (count: number) {
      const lock = randomUUID()
      const rows = yield* sql<Omit<TakenRow, "lock">>`
        WITH taken AS (
          UPDATE ${table} SET acquired_at = now(), acquired_by = ${lock}::uuid, attempts = attempts + 1
          WHERE sequence = ANY(ARRAY(
            SELECT sequence FROM ${table}
            WHERE ${waits} AND attempts < ${most} AND visible_at <= now() AND ${isFree}
            ORDER BY visible_at, sequence LIMIT ${count} FOR UPDATE SKIP LOCKED))
          RETURNING sequence, element, attempts, visible_at)
        SELECT sequence, element, attempts FROM taken ORDER BY visible_at, sequence`
      return rows.map((row): TakenRow => ({ ...row, lock }))
    }),
    /** In a unit of work, a part of it. */
    done: ({ sequence, lock }: Mine) => changing(sql, done({ sequence, lock })),
    /** Comes back after so many seconds. */
    putOff: (mine: Mine, seconds: number, reason: string) =>
      sql`UPDATE ${table} SET acquired_at = NULL, acquired_by = NULL, updated_at = now(),
          visible_at = now() + make_interval(secs => ${seconds}), last_failure = ${reason}
        WHERE ${isMine(mine)}`,
    /** Stays where it is, for somebody to look at. */
    fail: (mine: Mine, reason: string) =>
      sql`UPDATE ${table} SET acquired_at = NULL, acquired_by = NULL, updated_at = now(),
          state = 'failed', last_failure = ${reason}
        WHERE ${isMine(mine)}`,
    /** As if it had not been taken. */
    giveBack: (mine: Mine) =>
      sql`UPDATE ${table} SET acquired_at = NULL, acquired_by = NULL, attempts = attempts - 1
        WHERE ${isMine(mine)}`,
    renew: (held: ReadonlyArray<Mine>) =>
      sql`UPDATE ${table} SET acquired_at = now()
        FROM unnest(${held.map(({ sequence }) => sequence)}::bigint[],
          ${held.map(({ lock }) => lock)}::uuid[]) AS mine (sequence, lock)
        WHERE ${table}.sequence = mine.sequence AND acquired_by = mine.lock`,
    /** Those whose taker died in their last turn. */
    failCutOff: sql`UPDATE ${table} SET state = 'failed', acquired_at = NULL, acquired_by = NULL,
        updated_at = now(), last_failure = coalesce(last_failure, 'Cut off in its last turn')
      WHERE ${waits} AND attempts >= ${most} AND ${isFree}`
  }
}
