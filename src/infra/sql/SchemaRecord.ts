/**
 * The record of applied migrations, a table in the database. Each row names the oldest process that may still write
 * since then, so that a process of an older release refuses to start where it would do harm. Rows of versions up to
 * 0.3.0 name none, and neither do those versions look.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { version } from "../Version.ts"
import { SchemaRefused } from "./MigrationErrors.ts"

export const migrationsTable = "migrations"

/** Migration 0028 itself refuses the writes of processes before it. */
export const firstOldestWriter = 28

interface Row {
  readonly migration_id: number
  readonly oldest_writer?: number | null
  readonly applied_by?: string | null
  readonly is_pending?: boolean
}

export interface Applied {
  readonly id: number
  /** The number of the newest migration that a process has to know to write; null is unknown. */
  readonly oldestWriter: number | null
  /** The version of the process that applied it. */
  readonly appliedBy: string | null
  /** Its online steps have not ended. */
  readonly isPending: boolean
}

/** Reads whole rows: the columns beyond the first ones may be missing. */
export const appliedMigrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ row: Row }>`
    SELECT to_jsonb(m) AS row FROM ${sql(migrationsTable)} m ORDER BY m.migration_id`
  return rows.map(
    ({ row }): Applied => ({
      id: row.migration_id,
      oldestWriter: row.oldest_writer ?? null,
      appliedBy: row.applied_by ?? null,
      isPending: row.is_pending === true
    })
  )
})

/** Before the first migration there is no table. */
export const appliedOrNone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ has: boolean }>`
    SELECT to_regclass(${migrationsTable}) IS NOT NULL AS has`
  return found?.has === true ? yield* appliedMigrations : []
})

export const createRecord = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS ${sql(migrationsTable)} (
    migration_id integer PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL
  )`
  yield* sql`ALTER TABLE ${sql(migrationsTable)}
    ADD COLUMN IF NOT EXISTS oldest_writer integer,
    ADD COLUMN IF NOT EXISTS applied_by text,
    ADD COLUMN IF NOT EXISTS is_pending boolean NOT NULL DEFAULT false`
})

interface Recorded {
  readonly id: number
  readonly name: string
  readonly breaksOlder: boolean
  readonly isPending: boolean
}

/** The oldest writer of the row before holds on unless this one raises it. */
export const recordMigration = Effect.fnUntraced(function* (recorded: Recorded) {
  const { id, name, breaksOlder, isPending } = recorded
  const sql = yield* SqlClient.SqlClient
  const table = sql(migrationsTable)
  yield* sql`INSERT INTO ${table} (migration_id, name, oldest_writer, applied_by, is_pending)
    SELECT ${id}, ${name.replace(/^\d+_/, "")},
      greatest(max(oldest_writer), ${breaksOlder ? id : firstOldestWriter}),
      ${version}, ${isPending} FROM ${table}`
})

export const recordOnlineDone = Effect.fnUntraced(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE ${sql(migrationsTable)} SET is_pending = false WHERE migration_id = ${id}`
})

/** Fails where a process whose newest migration is `latest` must not write. */
export const refuseNewer = (
  applied: ReadonlyArray<Applied>,
  latest: number
): Effect.Effect<void, SchemaRefused> => {
  const beyond = applied.findLast(
    ({ id, oldestWriter }) => id > latest && (oldestWriter === null || oldestWriter > latest)
  )
  return beyond === undefined
    ? Effect.void
    : Effect.fail(new SchemaRefused({ version, migration: beyond.id, appliedBy: beyond.appliedBy }))
}
