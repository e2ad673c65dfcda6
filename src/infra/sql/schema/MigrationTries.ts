/**
 * Tries of a migration beside writers. A try acquires its locks first, in the writers' order, and
 * has two seconds in all. A try that runs out of time is rolled back and repeated later.
 */
import { Clock, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isLockConflict, saidBy } from "../../postgres/Failures.ts"
import { locksOf, type Migration } from "./Migration.ts"
import { MigrationFailed } from "./MigrationErrors.ts"

/** The longest time that a writer waits for a migration, which includes the wait for its locks. */
const limitMillis = 2000
/**
 * The wait for each lock after the first, because its holder may wait for the first. Well below
 * `deadlock_timeout`, after which PostgreSQL could end the writer instead.
 */
const furtherLockMillis = 200
const maxTries = 12
const pauseMillis = (tries: number): number => Math.min(250 * 2 ** (tries - 1), 10_000)

const isBlocked = (error: SqlError.SqlError): boolean =>
  isLockConflict(error) || error.reason._tag === "StatementTimeoutError"

export const failed = (migration: string) => (cause: unknown) =>
  new MigrationFailed({ migration, problem: saidBy(cause), cause })

const blocked = (migration: string) =>
  new MigrationFailed({
    migration,
    problem: `${maxTries} tries did not get its locks within ${limitMillis / 1000} s; end the long transactions of other sessions and start again`
  })

/** Repeats the work with growing pauses (back-off) while other sessions block it. */
export const retryBlocked = <A, R>(
  migration: string,
  work: Effect.Effect<A, SqlError.SqlError, R>,
  tries = 1
): Effect.Effect<A, MigrationFailed, R> =>
  Effect.catch(work, (error) => {
    if (!isBlocked(error)) return Effect.fail(failed(migration)(error))
    if (tries >= maxTries) return Effect.fail(blocked(migration))
    const pause = pauseMillis(tries)
    return Effect.logInfo(
      `Migration ${migration} waits for the transactions of others; trying again in ${pause} ms`
    ).pipe(
      Effect.andThen(Effect.sleep(pause)),
      Effect.andThen(retryBlocked(migration, work, tries + 1))
    )
  })

const millis = (value: number): string => `${Math.max(1, Math.floor(value))}ms`

/** Runs a migration's statements in the surrounding transaction, within the time limit. */
export const runLimited = Effect.fnUntraced(function* (migration: Migration) {
  const sql = yield* SqlClient.SqlClient
  const until = (yield* Clock.currentTimeMillis) + limitMillis
  const within = Effect.fnUntraced(function* (most: number, statement: string) {
    const left = until - (yield* Clock.currentTimeMillis)
    yield* sql`SELECT set_config('lock_timeout', ${millis(Math.min(most, left))}, true),
      set_config('statement_timeout', ${millis(left)}, true)`
    yield* sql.unsafe(statement)
  })
  for (const [n, { table, mode }] of locksOf(migration).entries()) {
    yield* within(n === 0 ? limitMillis : furtherLockMillis, `LOCK TABLE ${table} IN ${mode} MODE`)
  }
  for (const statement of migration.statements) yield* within(furtherLockMillis, statement)
})

/** For the embedded database and for an empty one, which have no other writers. */
export const runUnlimited = Effect.fnUntraced(function* ({ statements }: Migration) {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
