/**
 * The statements of the outbox, whose table Effect's queue makes. A row that is taken has the lock of its taker, which
 * alone settles it; one that was not renewed in time is free again, and may be taken with a lock of its own. What
 * is done is forgotten at once: strangers put lines in here too, with the address that they ask a link for.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { mostTurns } from "../../../app/ports/mail/MailOutbox.ts"
import { template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { outboxTable } from "../schema/Migrations.ts"

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

  const offered = template(
    ["id", "element"],
    (value) => sql`INSERT INTO ${table}
        (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      VALUES (${value("id")}, ${sql.literal(`'${queue}'`)}, ${value("element")}, 'pending', 0,
        now(), now(), now())
      RETURNING 1`
  )
  const done = template(
    ["sequence", "lock"],
    (value) => sql`DELETE FROM ${table}
      WHERE sequence = ${value("sequence")} AND acquired_by = ${value("lock")}::uuid RETURNING 1`
  )
  const keyOf = ({ sequence }: Mine) => ({ sequence: String(sequence) })
  const update = (mine: Mine, changes: Statement.Fragment) =>
    write({
      table: "outbox",
      key: keyOf(mine),
      statement: sql`UPDATE ${table} SET ${changes} WHERE ${isMine(mine)} RETURNING 1`
    })
  const released = sql`acquired_at = NULL, acquired_by = NULL`

  return {
    offer: (element: string) => {
      const id = randomUUID()
      return write({ table: "outbox", key: { id }, statement: offered({ id, element }) })
    },
    /** The first that are due and free, at most so many, in their order. */
    take: Effect.fnUntraced(function* (count: number) {
      const lock = randomUUID()
      const taken = yield* write({
        table: "outbox",
        statement: sql`UPDATE ${table}
          SET acquired_at = now(), acquired_by = ${lock}::uuid, attempts = attempts + 1
          WHERE sequence = ANY(ARRAY(
            SELECT sequence FROM ${table}
            WHERE ${waits} AND attempts < ${most} AND visible_at <= now() AND ${isFree}
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
    /** In the transaction that records what became of the mail. */
    done: (mine: Mine) =>
      write({
        table: "outbox",
        key: keyOf(mine),
        statement: done({ sequence: mine.sequence, lock: mine.lock })
      }),
    /** Comes back after so many seconds. */
    putOff: (mine: Mine, seconds: number, reason: string) =>
      update(
        mine,
        sql`${released}, updated_at = now(), last_failure = ${reason},
          visible_at = now() + make_interval(secs => ${seconds})`
      ),
    /** Stays in the table, for an operator to look at. */
    fail: (mine: Mine, reason: string) =>
      update(
        mine,
        sql`${released}, updated_at = now(), state = 'failed', last_failure = ${reason}`
      ),
    /** As if it had not been taken. */
    idleGarbageCollection: (mine: Mine) => update(mine, sql`${released}, attempts = attempts - 1`),
    renew: (held: ReadonlyArray<Mine>) =>
      write({
        table: "outbox",
        statement: sql`UPDATE ${table} SET acquired_at = now()
          FROM unnest(${held.map(({ sequence }) => sequence)}::bigint[],
            ${held.map(({ lock }) => lock)}::uuid[]) AS mine (sequence, lock)
          WHERE ${table}.sequence = mine.sequence AND acquired_by = mine.lock RETURNING 1`
      }),
    /** Jobs whose worker died in their last turn. */
    failCutOff: write({
      table: "outbox",
      statement: sql`UPDATE ${table} SET state = 'failed', ${released}, updated_at = now(),
          last_failure = coalesce(last_failure, 'Cut off in its last turn')
        WHERE ${waits} AND attempts >= ${most} AND ${isFree} RETURNING 1`
    })
  }
}
