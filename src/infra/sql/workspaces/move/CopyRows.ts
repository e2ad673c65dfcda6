/**
 * Copies rows of a workspace from one database into a transaction of another, as text of the row's
 * type, in the order of its key and in batches that are bounded in bytes. Each batch is read back
 * and compared as it is stored. The driver does not speak COPY; a second driver would have other
 * rules for connections, hosts and deadlines.
 */
import { Effect, Option, Stream } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { isOfWorkspace } from "../WorkspaceRows.ts"
import type { MovedTable, Numbered } from "./MovedTables.ts"
import { MoveRefused } from "./MoveErrors.ts"

/** A transaction of the move in one of the databases; `id` is the UUID of the workspace. */
export interface Side {
  readonly sql: SqlClient.SqlClient
  readonly id: string
}

const mostRows = 2000
/** A batch is chosen by the largest row of the one before it. */
const batchBytes = 4_194_304

const quoted = (names: ReadonlyArray<string>): string => names.map((name) => `"${name}"`).join(", ")

/**
 * The statement that stores rows; its parameter is an array of their texts. It reads what was
 * stored, and says whether that is what was given, byte by byte.
 */
const storing = ({ name, columns }: MovedTable, conflict: string): string =>
  `WITH stored AS (INSERT INTO ${name} (${quoted(columns)}) SELECT ${quoted(columns)}
      FROM unnest(ARRAY(SELECT t::${name} FROM unnest($1::text[]) t)) r ${conflict} RETURNING *)
    SELECT (SELECT sum(hashtextextended(s::text, 0)) FROM stored s)
      = (SELECT sum(hashtextextended(t, 0)) FROM unnest($1::text[]) t) AS is_same`

/** For rows of which the target has none yet: that costs a tenth less. */
export const inserting = (table: MovedTable): string => storing(table, "")

/** For rows of which the target has older ones. */
export const replacing = (table: MovedTable): string => {
  const { columns, keys } = table
  const changes = columns.filter((column) => !keys.includes(column))
  const set = (changes.length === 0 ? keys : changes)
    .map((column) => `"${column}" = excluded."${column}"`)
    .join(", ")
  return storing(table, `ON CONFLICT (${quoted(keys)}) DO UPDATE SET ${set}`)
}

/** For rows that get other numbers; their texts differ by these. */
export const numbering = ({ name, columns }: MovedTable, { values }: Numbered): string =>
  `INSERT INTO ${name} (${quoted(columns)})
    SELECT ${columns.map((column) => values[column] ?? `r."${column}"`).join(", ")}
    FROM unnest(ARRAY(SELECT t::${name} FROM unnest($1::text[]) t)) r RETURNING true AS is_same`

/** Rows that were written at or after a transaction number; `r` is the row. */
export const writtenSince = (since: string): string => `age(r.xmin) <= age('${since}'::xid)`

/** `condition` chooses among the rows `r` of the workspace. */
export const countRows = ({ sql, id }: Side, { name }: MovedTable, condition = "true") =>
  Effect.map(
    sql<{ count: bigint }>`SELECT count(*) AS count FROM ${sql(name)} r
      WHERE ${isOfWorkspace(sql, name, id)} AND ${sql.literal(condition)}`,
    ([row]) => Number(row?.count ?? 0)
  )

/** At most twice as many rows as before; powers of two, because each count is another statement. */
const nextCount = (count: number, longest: number): number => {
  const fitting = Math.max(1, Math.min(2 * count, mostRows, batchBytes / longest))
  return 2 ** Math.floor(Math.log2(fitting))
}

/** Copies the rows that meet the condition; `store` is the statement that stores them. */
export const copyRows = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  table: MovedTable,
  condition: string,
  store: string,
  onCopied: (rows: number) => Effect.Effect<void>
): Effect.fn.Return<void, SqlError.SqlError | MoveRefused> {
  const { sql, id } = source
  const { name, keys } = table
  yield* sql`DECLARE moved NO SCROLL CURSOR FOR SELECT r::text AS text FROM ${sql(name)} r
    WHERE ${isOfWorkspace(sql, name, id)} AND ${sql.literal(condition)}
    ORDER BY ${sql.literal(quoted(keys))}`
  const fetch = (count: number) =>
    Effect.map(sql.unsafe<{ text: string }>(`FETCH ${count} FROM moved`), (rows) => {
      if (rows.length === 0) return [[], Option.none()] as const
      const texts = rows.map(({ text }) => text)
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 1)
      return [[texts], Option.some(nextCount(count, longest))] as const
    })
  const stored = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
    const [row] = yield* target.sql.unsafe<{ isSame: boolean }>(store, [texts])
    if (row?.isSame === true) return texts.length
    return yield* new MoveRefused({ reason: `the target stored other rows of ${name}` })
  })
  yield* Stream.paginate(64, fetch).pipe(
    // A batch is on its way while the target stores the one before it.
    Stream.mapEffect(stored, { concurrency: 2 }),
    Stream.runForEach(onCopied)
  )
  yield* sql`CLOSE moved`
})

/** Deletes the rows of the target that the source does not have. */
export const deleteOthers = Effect.fnUntraced(function* (
  source: Side,
  target: Side,
  { name, keys }: MovedTable,
  condition: string
): Effect.fn.Return<void, SqlError.SqlError> {
  const key = `ROW(${keys.map((column) => `r."${column}"`).join(", ")})::text`
  const { sql, id } = source
  yield* target.sql`CREATE TEMP TABLE kept_keys (key text PRIMARY KEY) ON COMMIT DROP`
  yield* sql`DECLARE moved NO SCROLL CURSOR FOR SELECT ${sql.literal(key)} AS text
    FROM ${sql(name)} r WHERE ${isOfWorkspace(sql, name, id)} AND ${sql.literal(condition)}`
  for (;;) {
    const rows = yield* sql.unsafe<{ text: string }>(`FETCH ${mostRows} FROM moved`)
    const texts = rows.map(({ text }) => text)
    yield* target.sql`INSERT INTO kept_keys SELECT unnest(${texts}::text[])`
    if (rows.length < mostRows) break
  }
  yield* sql`CLOSE moved`
  yield* target.sql`DELETE FROM ${target.sql(name)} r
    WHERE ${isOfWorkspace(target.sql, name, id)} AND ${target.sql.literal(condition)}
      AND NOT EXISTS (
      SELECT 1 FROM kept_keys k WHERE k.key = ${target.sql.literal(key)})`
  yield* target.sql`DROP TABLE kept_keys`
})
