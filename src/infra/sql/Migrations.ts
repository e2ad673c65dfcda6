/**
 * Brings the schema up to date under an advisory lock, so that any number of processes may start at
 * once: one migrates, the others wait and find it done. Number strictly upward: an id at or below
 * the latest applied one is skipped.
 */
import { Effect, Record } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { Migrator, SqlClient } from "effect/sql"
import { MaintenanceClient } from "../postgres/ReadClient.ts"

/** Loaded only where one is missing. */
const migrations = {
  "0001_core": async () => (await import("./migrations/0001_core.ts")).core,
  "0002_documents": async () => (await import("./migrations/0002_documents.ts")).documents,
  "0003_people": async () => (await import("./migrations/0003_people.ts")).people,
  "0004_getting_paid": async () => (await import("./migrations/0004_getting_paid.ts")).gettingPaid,
  "0005_links": async () => (await import("./migrations/0005_links.ts")).links,
  "0006_payment_links": async () =>
    (await import("./migrations/0006_payment_links.ts")).paymentLinks,
  "0007_secret_keys": async () => (await import("./migrations/0007_secret_keys.ts")).secretKeys,
  "0008_sent_documents": async () =>
    (await import("./migrations/0008_sent_documents.ts")).sentDocuments,
  "0009_checkouts": async () => (await import("./migrations/0009_checkouts.ts")).checkouts,
  "0010_payment_codes": async () =>
    (await import("./migrations/0010_payment_codes.ts")).paymentCodes,
  "0011_totals": async () => (await import("./migrations/0011_totals.ts")).totals,
  "0012_list_indexes": async () => (await import("./migrations/0012_list_indexes.ts")).listIndexes,
  "0013_credential_changes": async () =>
    (await import("./migrations/0013_credential_changes.ts")).credentialChanges,
  "0014_tasks": async () => (await import("./migrations/0014_tasks.ts")).tasks,
  "0015_files": async () => (await import("./migrations/0015_files.ts")).files,
  "0016_credits": async () => (await import("./migrations/0016_credits.ts")).credits,
  "0017_month_totals": async () => (await import("./migrations/0017_month_totals.ts")).monthTotals,
  "0018_log": async () => (await import("./migrations/0018_log.ts")).log,
  "0019_analytics": async () => (await import("./migrations/0019_analytics.ts")).analytics,
  "0020_search": async () => (await import("./migrations/0020_search.ts")).search,
  "0021_workspace_versions": async () =>
    (await import("./migrations/0021_workspace_versions.ts")).workspaceVersions,
  "0022_search_words": async () => (await import("./migrations/0022_search_words.ts")).searchWords,
  "0023_list_indexes": async () =>
    (await import("./migrations/0023_list_indexes.ts")).moreListIndexes,
  "0024_year_totals": async () => (await import("./migrations/0024_year_totals.ts")).yearTotals,
  "0026_sends": async () => (await import("./migrations/0026_sends.ts")).sends,
  "0027_payment_sums": async () => (await import("./migrations/0027_payment_sums.ts")).paymentSums,
  "0028_write_engine": async () => (await import("./migrations/0028_write_engine.ts")).writeEngine,
  "0034_file_usage": async () => (await import("./migrations/0034_file_usage.ts")).fileUsage
}

export const outboxTable = "outbox"
const migrationsTable = "migrations"

/** An arbitrary number that stands for "Retainer's migrations" among the advisory locks. */
const lockKey = 7_245_186_302

/** The number of this code's newest one. */
export const latestMigration = Math.max(
  ...Object.keys(migrations).map((name) => Number.parseInt(name, 10))
)

/** The number of the newest one that the database has; it fails on a database without any. */
export const newestMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    latest: number | null
  }>`SELECT max(migration_id) AS latest FROM ${sql(migrationsTable)}`
  return rows[0]?.latest ?? 0
})

/**
 * Whether the schema has all that this code was written for. A newer version may have added to it:
 * instances of the one before go on beside it until they are stopped.
 */
export const isMigrated = Effect.map(newestMigration, (newest) => newest >= latestMigration)

type Migration = Effect.Effect<void, unknown, SqlClient.SqlClient>

const loaded = (load: () => Promise<Migration>): Migration => Effect.flatten(Effect.promise(load))

/** Applies the missing migrations; returns their names. A server usually finds none, by two statements. */
export const migrate = Effect.gen(function* () {
  const sql = yield* MaintenanceClient
  const [found] = yield* sql<{ has: boolean }>`
    SELECT to_regclass(${migrationsTable}) IS NOT NULL AS has`
  if (found?.has === true && (yield* isMigrated)) return []
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // A long migration, and who waits for one, must not be cut off by the timeouts of requests.
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL lock_timeout = 0`
      // A table that was written to can be altered then: no trigger is left for the commit.
      yield* sql`SET CONSTRAINTS ALL IMMEDIATE`
      yield* sql`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`
      const applied = yield* Migrator.make({})({
        loader: Migrator.fromRecord(Record.map(migrations, loaded)),
        table: migrationsTable
      })
      // The queue's own tables are made by its store; made here, they are under the same lock.
      yield* Effect.scoped(PersistedQueue.makeStoreSql({ tableName: outboxTable }))
      // It is found by its key alone: with this index each take of a mail would be an entry in all of them.
      yield* sql.unsafe(`DROP INDEX IF EXISTS idx_${outboxTable}_update`)
      return applied.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
    })
  )
}).pipe(
  (migrated) =>
    Effect.flatMap(MaintenanceClient, (sql) =>
      Effect.provideService(migrated, SqlClient.SqlClient, sql)
    ),
  Effect.withSpan("Migrations.migrate")
)
