/**
 * Migrates the schema while other processes write. Any number of processes may start at once. An
 * advisory lock lets one of them apply a migration; the others poll until it is applied. The lock
 * is tried and never awaited: a waiting statement has a snapshot, and CREATE INDEX CONCURRENTLY
 * would wait for that snapshot.
 */
import { Effect } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { SqlClient } from "effect/sql"
import { CurrentLane } from "../../../app/AdmissionControl.ts"
import { Database } from "../../postgres/Database.ts"
import { MaintenanceClient } from "../../postgres/ReadClient.ts"
import { WithoutDeadline } from "../../postgres/session/ServerSockets.ts"
import type { Migration } from "./Migration.ts"
import {
  type Entry,
  isComplete,
  latestOf,
  type OwnMigrations,
  outboxTable,
  ownMigrations
} from "./Migrations.ts"
import { failed, retryBlocked, runLimited, runUnlimited } from "./MigrationTries.ts"
import {
  type Applied,
  appliedMigrations,
  appliedOrNone,
  createRecord,
  recordMigration,
  recordOnlineDone,
  refuseNewer
} from "./SchemaRecord.ts"

/** An arbitrary number that stands for "Retainer's migrations" among the advisory locks. */
const lockKey = 7_245_186_302
const pollMillis = 100

/** Tries to get the lock. The timeouts of requests do not apply to migrations. */
const tryLock = `SELECT set_config('statement_timeout', '0', true),
  set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true),
  pg_try_advisory_xact_lock(${lockKey}::bigint) AS has`

/** Runs the work in a transaction with the lock; without the lock it does nothing. */
const locked = <E, R>(work: Effect.Effect<void, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.flatMap(sql.unsafe<{ has: boolean }>(tryLock), ([row]) =>
        row?.has === true
          ? // Runs deferred triggers first: PostgreSQL cannot alter a table with pending trigger
            // events.
            Effect.andThen(sql`SET CONSTRAINTS ALL IMMEDIATE`, Effect.as(work, true))
          : Effect.succeed(false)
      )
    )
  )

/** The queue's store creates its own tables. Here the creation is under the lock. */
const makeOutbox = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.scoped(PersistedQueue.makeStoreSql({ tableName: outboxTable }))
  // Jobs are found by their key alone. With this index no take of a mail would be a HOT update, and
  // each would write to all indexes.
  yield* sql.unsafe(`DROP INDEX IF EXISTS idx_${outboxTable}_update`)
})

const isIn = (applied: ReadonlyArray<Applied>) => {
  const ids = new Set(applied.map(({ id }) => id))
  return ({ id }: { readonly id: number }): boolean => ids.has(id)
}

/**
 * Applies the migrations of versions up to 0.3.0, the outbox and the record. Returns the names of
 * the applied ones; undefined if another process has the lock.
 */
const applyReleased = ({ released }: OwnMigrations, isLimited: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names: Array<string> = []
    const has = yield* locked(
      Effect.gen(function* () {
        if (isLimited) yield* sql`SELECT set_config('lock_timeout', '2s', true)`
        yield* createRecord
        const isApplied = isIn(yield* appliedMigrations)
        for (const { id, name, load } of released) {
          if (isApplied({ id })) continue
          yield* Effect.mapError(Effect.flatten(load), failed(name))
          yield* recordMigration({ id, name, breaksOlder: false, isPending: false })
          names.push(name)
        }
        yield* makeOutbox
      })
    )
    return has ? names : undefined
  }).pipe(Effect.provideService(WithoutDeadline, true))

/**
 * Applies a migration's statements and records it. Returns whether this process applied it;
 * undefined if another process has the lock.
 */
const applyStatements = ({ id, name, load }: Entry<Migration>, isLimited: boolean) =>
  Effect.gen(function* () {
    let applied = false
    const has = yield* locked(
      Effect.gen(function* () {
        if (isIn(yield* appliedMigrations)({ id })) return
        const migration = yield* load
        yield* isLimited ? runLimited(migration) : runUnlimited(migration)
        const { breaksOlder, online } = migration
        yield* recordMigration({ id, name, breaksOlder, isPending: online.length > 0 })
        applied = true
      })
    )
    return has ? applied : undefined
  })

/** A transaction that only holds the lock while the steps run on other connections. */
const holdingLock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connection = yield* sql.reserve
  const ask = (text: string) => connection.executeUnprepared(text, [], undefined)
  yield* ask("BEGIN")
  yield* Effect.addFinalizer(() => Effect.ignore(ask("ROLLBACK")))
  const [row] = yield* connection.executeValues(tryLock, [])
  // The open portal of a SELECT has a snapshot, for which CREATE INDEX CONCURRENTLY would wait; SET
  // leaves none.
  yield* ask("SET LOCAL idle_in_transaction_session_timeout = 0")
  return row?.at(-1) === true
})

const applyOnline = ({ id, load }: Entry<Migration>, isShared: boolean) =>
  Effect.gen(function* () {
    if (isShared && !(yield* holdingLock)) return undefined
    const { online } = yield* load
    for (const step of online) yield* step
    yield* recordOnlineDone(id)
    return true
  }).pipe(Effect.scoped)

const untilLocked = <A, E, R>(work: Effect.Effect<A | undefined, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(work, (done) =>
    done === undefined
      ? Effect.delay(untilLocked(work), `${pollMillis} millis`)
      : Effect.succeed(done)
  )

/** Applies the missing migrations, and returns the names of those that this process applied. */
export const migrateTo = Effect.fn("Migrations.migrate")(
  function* (own: OwnMigrations) {
    const { isShared } = yield* Database
    const before = yield* appliedOrNone
    yield* refuseNewer(before, latestOf(own))
    if (isComplete(own, before)) return []
    // An embedded or empty database has no other writers.
    const isLimited = isShared && before.length > 0
    const names = [...(yield* untilLocked(applyReleased(own, isLimited)))]
    for (const entry of own.later) {
      const statements = untilLocked(applyStatements(entry, isLimited))
      if (yield* retryBlocked(entry.name, statements)) names.push(entry.name)
      const now = yield* appliedMigrations
      if (now.some(({ id, isPending }) => id === entry.id && isPending)) {
        yield* retryBlocked(entry.name, untilLocked(applyOnline(entry, isShared)))
      }
    }
    return names
  },
  (migrated) =>
    Effect.flatMap(MaintenanceClient, (sql) =>
      migrated.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.provideService(CurrentLane, { kind: "migration" })
      )
    )
)

/** Usually none is missing, which takes two statements. */
export const migrate = migrateTo(ownMigrations)
