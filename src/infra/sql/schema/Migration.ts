/**
 * The declaration of a migration. Its statements are one short transaction. Reads and changes of
 * many rows are online steps (`OnlineSteps.ts`), which run after it outside of a transaction and
 * can be repeated. The previous release writes at the same time.
 */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Database } from "../../postgres/Database.ts"
import { placeOf, type Table } from "../../postgres/TableOrder.ts"

/** Tables that no repository names in a write: their rows follow from those of other tables. */
type LaterTable =
  | "events"
  | "invitation_projects"
  | "secret_keys"
  | "unlogged_rows"
  | "workspace_moves"
  | "workspace_versions"
export type LockedTable = Table | LaterTable

export type OnlineStep = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient | Database>

export interface DeclaredMigration {
  /** Locked against readers and writers before the first statement. */
  readonly alters?: ReadonlyArray<LockedTable>
  /** Tables that a foreign key refers to, or that get a trigger: locked against writers only. */
  readonly refersTo?: ReadonlyArray<LockedTable>
  readonly statements: ReadonlyArray<string>
  readonly online?: ReadonlyArray<OnlineStep>
  /** The previous release must be stopped first: it refuses to start after this migration. */
  readonly breaksOlder?: boolean
}

export type Migration = Required<DeclaredMigration>

export const migration = (declared: DeclaredMigration): Migration => ({
  alters: [],
  refersTo: [],
  online: [],
  breaksOlder: false,
  ...declared
})

const places: Readonly<Record<string, number>> = placeOf

interface Lock {
  readonly table: LockedTable
  readonly mode: "ACCESS EXCLUSIVE" | "SHARE ROW EXCLUSIVE"
}

/** The locks in the order in which writers acquire theirs; tables without a place come last. */
export const locksOf = ({ alters, refersTo }: Migration): ReadonlyArray<Lock> =>
  [
    ...alters.map((table): Lock => ({ table, mode: "ACCESS EXCLUSIVE" })),
    ...refersTo.map((table): Lock => ({ table, mode: "SHARE ROW EXCLUSIVE" }))
  ].sort(
    (one, other) =>
      (places[one.table] ?? Number.MAX_SAFE_INTEGER) -
        (places[other.table] ?? Number.MAX_SAFE_INTEGER) || one.table.localeCompare(other.table)
  )
