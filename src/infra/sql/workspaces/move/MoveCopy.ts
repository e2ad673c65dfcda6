/**
 * The rows of a move in the order of its passes: all of them in one snapshot while the workspace is
 * in use, then what was written since, and the last of it while the workspace is held.
 */
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { overtakenBy } from "../../../postgres/Failures.ts"
import { isOfWorkspace } from "../WorkspaceRows.ts"
import { copyRows, countRows, deleteOthers, type Side, writtenSince } from "./CopyRows.ts"
import { type MovedTable, numberedTables } from "./MovedTables.ts"
import { CopyOvertaken, MoveRefused } from "./MoveErrors.ts"

type OnCopied = (rows: number) => Effect.Effect<void>

/** Its rows are copied under the hold alone. */
export const isNumbered = ({ name }: MovedTable): boolean => numberedTables[name] !== undefined

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
  (error: SqlError.SqlError): SqlError.SqlError | CopyOvertaken =>
    overtakenBy(error) === "key" ? new CopyOvertaken({ table: name, cause: error }) : error

/** Each database counts while the other does. */
const countBoth = (source: Side, target: Side, table: MovedTable) =>
  Effect.all([countRows(source, table), countRows(target, table)], { concurrency: 2 })

/** Copies the rows that were written since; undefined copies all. */
export const copyPass = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  tables: ReadonlyArray<MovedTable>,
  since: string | undefined,
  onCopied: OnCopied
) {
  const condition = since === undefined ? "true" : writtenSince(since)
  let copied = 0
  for (const table of tables) {
    if (isNumbered(table)) continue
    copied += yield* Effect.mapError(
      copyRows(source, target, table, condition, onCopied),
      overtaken(table)
    )
  }
  if (since === undefined) return copied
  for (const table of [...tables].reverse()) {
    if (isNumbered(table)) continue
    const [here, there] = yield* countBoth(source, target, table)
    if (here !== there) {
      yield* Effect.mapError(deleteOthers(source, target, table), overtaken(table))
    }
  }
  return copied
})

/** Copies the rows that get other numbers. */
export const copyNumbered = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  tables: ReadonlyArray<MovedTable>,
  onCopied: OnCopied
) {
  let copied = 0
  for (const table of tables) {
    if (isNumbered(table)) copied += yield* copyRows(source, target, table, "true", onCopied)
  }
  return copied
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

/** The sum of a hash of each row, the same in both databases. */
const sumOfRows = ({ sql, id }: Side, { name }: MovedTable) =>
  Effect.map(
    sql<{ sum: string }>`
      SELECT coalesce(sum(('x' || left(md5(r::text), 15))::bit(60)::bigint), 0)::text AS sum
      FROM ${sql(name)} r WHERE ${isOfWorkspace(sql, name, id)}`,
    ([row]) => row?.sum
  )

/** Both have the same rows, byte by byte; `source` is a snapshot of which all rows were copied. */
export const requireSameRows = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  tables: ReadonlyArray<MovedTable>
) {
  for (const table of tables) {
    if (isNumbered(table)) continue
    const sums = yield* Effect.all([sumOfRows(source, table), sumOfRows(target, table)], {
      concurrency: 2
    })
    if (sums[0] !== sums[1]) {
      return yield* new MoveRefused({ reason: `the copy of ${table.name} has other rows` })
    }
  }
})

/**
 * Statistics of the new rows, without which the verification would join them row by row. A table
 * that another session analyzes has its own soon.
 */
export const analyze = ({ sql }: Side, tables: ReadonlyArray<MovedTable>) =>
  sql.unsafe(`ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => name).join(", ")}`)
