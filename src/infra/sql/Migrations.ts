/**
 * Brings the schema up to date under an advisory lock, so that any number of processes may start at
 * once: one migrates, the others wait and find it done. Number strictly upward: an id at or below
 * the latest applied one is skipped.
 */
import { Effect } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { Migrator, SqlClient } from "effect/sql"
import { core } from "./migrations/0001_core.ts"
import { documents } from "./migrations/0002_documents.ts"
import { people } from "./migrations/0003_people.ts"
import { gettingPaid } from "./migrations/0004_getting_paid.ts"
import { links } from "./migrations/0005_links.ts"
import { paymentLinks } from "./migrations/0006_payment_links.ts"
import { secretKeys } from "./migrations/0007_secret_keys.ts"
import { sentDocuments } from "./migrations/0008_sent_documents.ts"
import { checkouts } from "./migrations/0009_checkouts.ts"
import { paymentCodes } from "./migrations/0010_payment_codes.ts"
import { totals } from "./migrations/0011_totals.ts"
import { listIndexes } from "./migrations/0012_list_indexes.ts"
import { credentialChanges } from "./migrations/0013_credential_changes.ts"
import { tasks } from "./migrations/0014_tasks.ts"
import { files } from "./migrations/0015_files.ts"
import { credits } from "./migrations/0016_credits.ts"
import { monthTotals } from "./migrations/0017_month_totals.ts"
import { log } from "./migrations/0018_log.ts"
import { analytics } from "./migrations/0019_analytics.ts"
import { search } from "./migrations/0020_search.ts"
import { workspaceVersions } from "./migrations/0021_workspace_versions.ts"
import { searchWords } from "./migrations/0022_search_words.ts"

const migrations = {
  "0001_core": core,
  "0002_documents": documents,
  "0003_people": people,
  "0004_getting_paid": gettingPaid,
  "0005_links": links,
  "0006_payment_links": paymentLinks,
  "0007_secret_keys": secretKeys,
  "0008_sent_documents": sentDocuments,
  "0009_checkouts": checkouts,
  "0010_payment_codes": paymentCodes,
  "0011_totals": totals,
  "0012_list_indexes": listIndexes,
  "0013_credential_changes": credentialChanges,
  "0014_tasks": tasks,
  "0015_files": files,
  "0016_credits": credits,
  "0017_month_totals": monthTotals,
  "0018_log": log,
  "0019_analytics": analytics,
  "0020_search": search,
  "0021_workspace_versions": workspaceVersions,
  "0022_search_words": searchWords
}

export const outboxTable = "outbox"
const migrationsTable = "migrations"

/** An arbitrary number that stands for "Retainer's migrations" among the advisory locks. */
const lockKey = 7_245_186_302

/** The number of this code's newest one. */
export const latestMigration = Math.max(
  ...Object.keys(migrations).map((name) => Number.parseInt(name, 10))
)

/** Applies the missing migrations; returns their names. */
export const migrate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // A long migration, and who waits for one, must not be cut off by the timeouts of requests.
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL lock_timeout = 0`
      // A table that was written to can be altered then: no trigger is left for the commit.
      yield* sql`SET CONSTRAINTS ALL IMMEDIATE`
      yield* sql`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`
      const applied = yield* Migrator.make({})({
        loader: Migrator.fromRecord(migrations),
        table: migrationsTable
      })
      // The queue's own tables are made by its store; made here, they are under the same lock.
      yield* Effect.scoped(PersistedQueue.makeStoreSql({ tableName: outboxTable }))
      return applied.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
    })
  )
}).pipe(Effect.withSpan("Migrations.migrate"))

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
