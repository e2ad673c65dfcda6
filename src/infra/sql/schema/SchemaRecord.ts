/**
 * The record of applied migrations, a table in the database. Each row names the oldest process that
 * may write after it, so a process of an older release refuses to start. Versions up to 0.3.0
 * neither name one nor check it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { version } from "../../Version.ts"
import { SchemaRefused } from "./MigrationErrors.ts"

const migrationsTable = "migrations"

/** Migration 0028 itself refuses the writes of processes before it. */
const firstOldestWriter = 28

interface Row {
  readonly migration_id: number
  readonly oldest_writer?: number | null
  readonly applied_by?: string | null
  readonly is_pending?: boolean
}

export interface Applied {
  readonly id: number
  /** The newest migration that a process must know before it may write; null if unknown. */
  readonly oldestWriter: number | null
  /** The version of the process that applied it. */
  readonly appliedBy: string | null
  /** Whether online steps are missing. */
  readonly isPending: boolean
}

/** Reads rows as JSON, because a table of an older version has only the first columns. */
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

/** The table does not exist before the first migration. */
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

/** The oldest writer stays that of the previous row unless this migration raises it. */
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

/** Fails if a process whose newest migration is `latest` must not write. */
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
