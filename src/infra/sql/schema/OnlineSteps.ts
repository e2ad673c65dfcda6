/**
 * Online steps of migrations: long statements outside of a transaction that block neither readers
 * nor writers. Each can be repeated from its beginning, because a process may be killed in the
 * middle of it.
 */
import { Effect, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Database } from "../../postgres/Database.ts"
import { isLockConflict } from "../../postgres/Failures.ts"
import { WithoutDeadline } from "../../postgres/session/ServerSockets.ts"
import type { LockedTable, OnlineStep } from "./Migration.ts"

/**
 * Runs one statement without a time limit; it waits only for old transactions. A session that a
 * pooler shares uses the timeouts of the role.
 */
const long = (statement: string): OnlineStep =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const connection = yield* sql.reserve
    const ask = (text: string) => connection.executeUnprepared(text, [], undefined)
    if (!(yield* Database).hasOwnSessions) return yield* Effect.asVoid(ask(statement))
    const before = yield* connection.executeValues(
      "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')",
      []
    )
    const set = ([statementTimeout, lockTimeout]: ReadonlyArray<unknown>) =>
      ask(`SELECT set_config('statement_timeout', '${statementTimeout}', false),
        set_config('lock_timeout', '${lockTimeout}', false)`)
    yield* set(["0", "0"])
    yield* Effect.onExit(ask(statement), () => Effect.ignore(set(before[0] ?? [])))
  }).pipe(Effect.scoped, Effect.provideService(WithoutDeadline, true))

/**
 * A killed CREATE INDEX CONCURRENTLY leaves an invalid index: it costs writes and serves no reads.
 */
const dropInvalid = (name: string): OnlineStep =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const invalid = yield* sql`SELECT 1 FROM pg_index
      WHERE indexrelid = to_regclass(${name}) AND NOT indisvalid`
    if (invalid.length > 0) yield* dropIndex(name)
  })

/** Example: `createIndex("files_size", "files (workspace_id, size)")`. */
export const createIndex = (
  name: string,
  definition: string,
  { unique = false } = {}
): OnlineStep =>
  Effect.andThen(
    dropInvalid(name),
    long(
      `CREATE ${unique ? "UNIQUE " : ""}INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${definition}`
    )
  )

export const dropIndex = (name: string): OnlineStep =>
  long(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)

/**
 * Validates a constraint that the migration's own statements added as NOT VALID. Another process
 * that migrates at once may be at a later migration that has dropped it.
 */
export const validateConstraint = (table: LockedTable, name: string): OnlineStep =>
  long(`DO $$ BEGIN ALTER TABLE ${table} VALIDATE CONSTRAINT ${name};
    EXCEPTION WHEN undefined_object THEN NULL; END $$`)

interface Backfill {
  readonly table: LockedTable
  readonly set: string
  /** The condition of rows that are not changed yet. */
  readonly where: string
  /** The columns of the primary key with their types. */
  readonly key?: Readonly<Record<string, string>>
}

const rowsInBatch = 1000
const again = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("5 seconds")]).pipe(
  Schedule.jittered
)

/**
 * A transaction that waits for each lock for 200 ms, because writers wait for the locks that it
 * holds. It is repeated until it has them all.
 */
const untilUnblocked = <A>(work: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql
      .withTransaction(Effect.andThen(sql`SELECT set_config('lock_timeout', '200ms', true)`, work))
      .pipe(Effect.retry({ while: isLockConflict, schedule: again }))
  )

/**
 * Runs statements that lock one table for a moment and can be repeated. Statements of the migration
 * would hold all its tables at once, and so wait for every writer.
 *
 * Example: `alterAlone(["CREATE OR REPLACE TRIGGER …"])`.
 */
export const alterAlone = (statements: ReadonlyArray<string>): OnlineStep =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    untilUnblocked(Effect.forEach(statements, (one) => Effect.asVoid(sql.unsafe(one))))
  )

/**
 * Changes the rows of a table in batches of 1,000, in the order of its key. It misses rows that the
 * previous release writes later. The author covers those by a default, a trigger, or reads that
 * accept both forms.
 */
export const backfill = ({
  table,
  set,
  where,
  key = { workspace_id: "uuid", id: "uuid" }
}: Backfill): OnlineStep =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names = Object.keys(key)
    const list = names.join(", ")
    const first = Object.values(key).map((type, n) => `($${n + 1}::text)::${type}`)
    const batchAfter = (last: ReadonlyArray<string> | undefined) =>
      sql.unsafe<Readonly<Record<string, string>>>(
        `WITH batch AS (
           SELECT ${list} FROM ${table}
           ${last === undefined ? "" : `WHERE (${list}) > (${first.join(", ")})`}
           ORDER BY ${list} LIMIT ${rowsInBatch}
         ), changed AS (
           UPDATE ${table} AS target SET ${set} FROM batch
           WHERE ${names.map((name) => `target.${name} = batch.${name}`).join(" AND ")}
             AND (${where})
         )
         SELECT ${names.map((name, n) => `${name}::text AS k${n}`).join(", ")} FROM batch
         ORDER BY ${list} DESC LIMIT 1`,
        last ?? []
      )
    let last: ReadonlyArray<string> | undefined
    for (;;) {
      const [row] = yield* untilUnblocked(batchAfter(last))
      if (row === undefined) return
      last = names.map((_, n) => row[`k${n}`] ?? "")
    }
  })
