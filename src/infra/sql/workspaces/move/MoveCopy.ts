/**
 * The rows of a move in the order of its passes: all of them in one snapshot while the workspace is
 * in use, then what was written since, and the last of it while the workspace is held.
 */
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { overtakenBy } from "../../../postgres/Failures.ts"
import {
  copyRows,
  countRows,
  deleteOthers,
  inserting,
  numbering,
  replacing,
  type Side,
  writtenSince
} from "./CopyRows.ts"
import { type MovedTable, numberedRows } from "./MovedTables.ts"
import { CopyOvertaken, MoveRefused } from "./MoveErrors.ts"

type OnCopied = (rows: number) => Effect.Effect<void>

/** The rows `r` that passes copy; all others are copied under the hold alone. */
const passed = ({ name }: MovedTable): string => `NOT (${numberedRows[name]?.condition ?? "false"})`

/** How many rows a pass over all of them copies. */
export const countPassed = (side: Side, table: MovedTable) => countRows(side, table, passed(table))

/** The oldest transaction that may still write: what it and later ones wrote is read again. */
export const oldestWriter = ({ sql }: Side) =>
  Effect.map(
    sql<{ xid: string }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS xid`,
    ([row]) => row?.xid ?? "0"
  )

/** Another order of changes than that of the tables: the whole copy has to begin again. */
const overtaken =
  ({ name }: MovedTable) =>
  (error: SqlError.SqlError | MoveRefused): SqlError.SqlError | MoveRefused | CopyOvertaken =>
    error._tag === "SqlError" && overtakenBy(error) === "key"
      ? new CopyOvertaken({ table: name, cause: error })
      : error

/** Each database counts while the other does. */
const countBoth = (source: Side, target: Side, table: MovedTable, condition?: string) =>
  Effect.all([countRows(source, table, condition), countRows(target, table, condition)], {
    concurrency: 2
  })

/** Copies the rows that were written since; undefined copies all. */
export const copyPass = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  tables: ReadonlyArray<MovedTable>,
  since: string | undefined,
  onCopied: OnCopied
) {
  const written = since === undefined ? "true" : writtenSince(since)
  const storing = since === undefined ? inserting : replacing
  for (const table of tables) {
    const condition = `${passed(table)} AND ${written}`
    yield* Effect.mapError(
      copyRows(source, target, table, condition, storing(table), onCopied),
      overtaken(table)
    )
  }
  if (since === undefined) return
  for (const table of [...tables].reverse()) {
    const [here, there] = yield* countBoth(source, target, table, passed(table))
    if (here !== there) {
      yield* Effect.mapError(deleteOthers(source, target, table, passed(table)), overtaken(table))
    }
  }
})

/** Copies the rows that get other numbers. */
export const copyNumbered = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  tables: ReadonlyArray<MovedTable>,
  onCopied: OnCopied
) {
  for (const table of tables) {
    const numbered = numberedRows[table.name]
    if (numbered === undefined) continue
    const store = numbering(table, numbered)
    yield* copyRows(source, target, table, numbered.condition, store, onCopied)
  }
})

/** Every table has as many rows there as here. */
export const requireSameCounts = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  tables: ReadonlyArray<MovedTable>
) {
  let rows = 0
  for (const table of tables) {
    const [here, there] = yield* countBoth(source, target, table)
    if (here !== there) {
      return yield* new MoveRefused({
        reason: `${table.name} has ${here} rows here and ${there} at the target`
      })
    }
    rows += here
  }
  return rows
})

/**
 * Statistics of the new rows, without which the verification would join them row by row: of a tenth
 * of the usual sample, because the server makes better ones after the commit. A table that another
 * session analyzes has its own soon.
 */
export const analyze = Effect.fnUntraced(function* (
  { sql }: Side,
  tables: ReadonlyArray<MovedTable>
) {
  yield* sql`SET LOCAL default_statistics_target = 10`
  yield* sql.unsafe(`ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => name).join(", ")}`)
})
