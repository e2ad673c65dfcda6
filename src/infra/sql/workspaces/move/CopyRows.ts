/**
 * Copies rows of a workspace from one database into a transaction of another, as text of the row's
 * type, in the order of its key and in batches that are bounded in bytes. The driver does not speak
 * COPY; a second driver would have other rules for connections, hosts and deadlines.
 */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isOfWorkspace } from "../WorkspaceRows.ts"
import { type MovedTable, numberedTables } from "./MovedTables.ts"

/** A transaction of the move in one of the databases; `id` is the UUID of the workspace. */
export interface Side {
  readonly sql: SqlClient.SqlClient
  readonly id: string
}

const mostRows = 2000
/** A batch is chosen by the largest row of the one before it. */
const batchBytes = 4_194_304

const quoted = (names: ReadonlyArray<string>): string => names.map((name) => `"${name}"`).join(", ")

/** The statement that stores rows; its parameter is an array of their texts. */
const storing = ({ name, columns, keys }: MovedTable): string => {
  const numbered = numberedTables[name] ?? {}
  const values = columns.map((column) => numbered[column] ?? `r."${column}"`)
  const others = columns.filter((column) => !keys.includes(column))
  const changes = others.map((column) => `"${column}" = excluded."${column}"`).join(", ")
  const action = others.length === 0 ? "NOTHING" : `UPDATE SET ${changes}`
  return `INSERT INTO ${name} (${quoted(columns)}) SELECT ${values.join(", ")}
    FROM unnest(ARRAY(SELECT t::${name} FROM unnest($1::text[]) t)) r
    ON CONFLICT (${quoted(keys)}) DO ${action}`
}

/** Rows that were written at or after a transaction number; `r` is the row. */
export const writtenSince = (since: string): string => `age(r.xmin) <= age('${since}'::xid)`

export const countRows = ({ sql, id }: Side, { name }: MovedTable) =>
  Effect.map(
    sql<{ count: bigint }>`SELECT count(*) AS count FROM ${sql(name)}
      WHERE ${isOfWorkspace(sql, name, id)}`,
    ([row]) => Number(row?.count ?? 0)
  )

/** At most twice as many rows as before; powers of two, because each count is another statement. */
const nextCount = (count: number, longest: number): number => {
  const fitting = Math.max(1, Math.min(2 * count, mostRows, batchBytes / longest))
  return 2 ** Math.floor(Math.log2(fitting))
}

/** Copies the rows of a table that meet the condition, and replaces those that are there. */
export const copyRows = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  table: MovedTable,
  condition: string,
  onCopied: (rows: number) => Effect.Effect<void>
): Effect.fn.Return<number, SqlError.SqlError> {
  const { sql, id } = source
  const { name, keys } = table
  const store = storing(table)
  yield* sql`DECLARE moved NO SCROLL CURSOR FOR SELECT r::text AS text FROM ${sql(name)} r
    WHERE ${isOfWorkspace(sql, name, id)} AND ${sql.literal(condition)}
    ORDER BY ${sql.literal(quoted(keys))}`
  const fetch = (count: number) => sql.unsafe<{ text: string }>(`FETCH ${count} FROM moved`)
  let copied = 0
  let count = 64
  let rows = yield* fetch(count)
  while (rows.length > 0) {
    const next = nextCount(
      count,
      rows.reduce((most, { text }) => Math.max(most, text.length), 1)
    )
    const texts = rows.map(({ text }) => text)
    // Each database works while the other does.
    const [, fetched] = yield* Effect.all([target.sql.unsafe(store, [texts]), fetch(next)], {
      concurrency: 2
    })
    copied += texts.length
    yield* onCopied(texts.length)
    count = next
    rows = fetched
  }
  yield* sql`CLOSE moved`
  return copied
})

/** Deletes the rows of the target that the source does not have. */
export const deleteOthers = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  { name, keys }: MovedTable
): Effect.fn.Return<void, SqlError.SqlError> {
  const key = `ROW(${keys.map((column) => `r."${column}"`).join(", ")})::text`
  const { sql, id } = source
  yield* target.sql`CREATE TEMP TABLE moved_keys (key text PRIMARY KEY) ON COMMIT DROP`
  yield* sql`DECLARE moved NO SCROLL CURSOR FOR SELECT ${sql.literal(key)} AS text
    FROM ${sql(name)} r WHERE ${isOfWorkspace(sql, name, id)}`
  for (;;) {
    const rows = yield* sql.unsafe<{ text: string }>(`FETCH ${mostRows} FROM moved`)
    const texts = rows.map(({ text }) => text)
    yield* target.sql`INSERT INTO moved_keys SELECT unnest(${texts}::text[])`
    if (rows.length < mostRows) break
  }
  yield* sql`CLOSE moved`
  yield* target.sql`DELETE FROM ${target.sql(name)} r
    WHERE ${isOfWorkspace(target.sql, name, id)} AND NOT EXISTS (
      SELECT 1 FROM moved_keys k WHERE k.key = ${target.sql.literal(key)})`
  yield* target.sql`DROP TABLE moved_keys`
})
