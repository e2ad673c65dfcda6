/**
 * What a migration declares. Its statements are one short transaction; what has to read or change many rows is an
 * online step (`OnlineSteps.ts`), which runs after it, outside of a transaction, and can be repeated. The release
 * before goes on writing beside both.
 */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Database } from "../postgres/Database.ts"
import { placeOf, type Table } from "../postgres/TableOrder.ts"

/** Tables that no write of a repository names; their rows follow from those of other tables. */
type LaterTable = "events" | "invitation_projects" | "secret_keys" | "workspace_versions"
export type LockedTable = Table | LaterTable

export type OnlineStep = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient | Database>

interface Declared {
  /** Locked against readers and writers before the first statement. */
  readonly alters?: ReadonlyArray<LockedTable>
  /** Tables that a foreign key refers to, or that get a trigger: locked against writers alone. */
  readonly refersTo?: ReadonlyArray<LockedTable>
  readonly statements: ReadonlyArray<string>
  readonly online?: ReadonlyArray<OnlineStep>
  /** The release before must be stopped first: this and later migrations refuse to start it. */
  readonly breaksOlder?: boolean
}

export type Migration = Required<Declared>

export const migration = (declared: Declared): Migration => ({
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

/** The locks in the order in which writers take theirs; tables that a writer reaches last come last. */
export const locksOf = ({ alters, refersTo }: Migration): ReadonlyArray<Lock> =>
  [
    ...alters.map((table): Lock => ({ table, mode: "ACCESS EXCLUSIVE" })),
    ...refersTo.map((table): Lock => ({ table, mode: "SHARE ROW EXCLUSIVE" }))
  ].sort(
    (one, other) =>
      (places[one.table] ?? Number.MAX_SAFE_INTEGER) -
        (places[other.table] ?? Number.MAX_SAFE_INTEGER) || one.table.localeCompare(other.table)
  )
