/**
 * Lists by words, by the instant of the last change, or in an order of their own: what is found is
 * read once, up to a bound, and page, count and sums are taken of that. This bounds the work of
 * every search.
 */
import { type DateTime, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { broadest, ListTooBroad, queryWords, type Search } from "../../../domain/text/Search.ts"
import { searched } from "../migrations/0020_search.ts"
import { dateOf } from "../Rows.ts"
import { beyond, direction, type IdPage, newestFew, type PageRow } from "./Newest.ts"

type Searched = keyof typeof searched

/** One row more than the bound, which shows that there are more. */
export const atMost = broadest + 1

const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}':*`

const hasLexemes = (
  sql: SqlClient.SqlClient,
  table: Searched,
  uuid: string,
  query: string
): Statement.Fragment =>
  sql`workspace_id = ${uuid}
    AND search_words(workspace_id, ${sql.literal(searched[table])}) @@ lower(${query})::tsquery`

/** Whether the row of the table has the word itself, of letters and digits alone. */
export const hasExactWord = (
  sql: SqlClient.SqlClient,
  table: Searched,
  workspaceId: WorkspaceId,
  word: string
): Statement.Fragment => {
  const uuid = WorkspaceId.toUuid(workspaceId)
  return hasLexemes(sql, table, uuid, `'${uuid} ${word}'`)
}

/** Whether the row of the table has every word, or a longer one that begins with it. */
const hasWords = (
  sql: SqlClient.SqlClient,
  table: Searched,
  workspaceId: WorkspaceId,
  q: string
): Statement.Fragment => {
  const uuid = WorkspaceId.toUuid(workspaceId)
  const query = queryWords(q).map((word) => quoted(`${uuid} ${word}`))
  return hasLexemes(sql, table, uuid, query.join(" & "))
}

/**
 * The rows of a table that have the words, with these columns. Planned as if all were read: for the
 * first few the server would rather look through the table than into the index of words.
 */
export const withWords = (
  sql: SqlClient.SqlClient,
  table: Searched,
  columns: Statement.Fragment,
  [workspaceId, q]: readonly [WorkspaceId, string]
): Statement.Fragment =>
  sql`WITH hit AS MATERIALIZED (
      SELECT ${columns} FROM ${sql(table)} WHERE ${hasWords(sql, table, workspaceId, q)}
    ) SELECT * FROM hit LIMIT ${atMost}`

/** The rows that changed since; the latest change first, so that the index of instants is read. */
const changedSince = (
  sql: SqlClient.SqlClient,
  table: Searched,
  columns: Statement.Fragment,
  [workspaceId, since]: readonly [WorkspaceId, DateTime.Utc]
): Statement.Fragment =>
  sql`SELECT ${columns} FROM ${sql(table)}
    WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND updated_at >= ${dateOf(since)}
    ORDER BY updated_at DESC LIMIT ${atMost}`

/** The rows of these ids. */
const ofIds = (
  sql: SqlClient.SqlClient,
  table: Searched,
  columns: Statement.Fragment,
  [workspaceId, ids]: readonly [WorkspaceId, Statement.Fragment]
): Statement.Fragment =>
  sql`SELECT r.* FROM ${ids} k CROSS JOIN LATERAL (SELECT ${columns} FROM ${sql(table)}
    WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = k.id LIMIT 1) r`

interface SearchQuery {
  readonly table: Searched
  readonly columns: Statement.Fragment
  readonly workspaceId: WorkspaceId
  readonly search: Omit<Search, "sort">
  /** Further conditions of the filter. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
  /** Finds rows by words, if they are not words of the table itself. */
  readonly byWords?: (q: string) => Statement.Fragment
  /** The first ids by the filter, for a search without words or an instant. */
  readonly ids: (page: IdPage) => Statement.Fragment
}

/**
 * `lead` is what an index finds, so many at most, and `found` what the filter leaves of it; `meta`
 * is null where more was found than the bound.
 */
export const searching = (
  sql: SqlClient.SqlClient,
  {
    table,
    columns,
    workspaceId,
    search: { q, updatedSince },
    conditions,
    byWords,
    ids
  }: SearchQuery,
  page: (meta: (value: Statement.Fragment) => Statement.Fragment) => Statement.Fragment
): Statement.Fragment => {
  const words = byWords ?? ((given: string) => withWords(sql, table, columns, [workspaceId, given]))
  const since =
    updatedSince === undefined ? [] : [sql`updated_at >= ${dateOf(updatedSince)}::timestamptz`]
  const lead =
    q !== undefined
      ? words(q)
      : updatedSince !== undefined
        ? changedSince(sql, table, columns, [workspaceId, updatedSince])
        : ofIds(sql, table, columns, [workspaceId, ids(newestFew(atMost))])
  const within = (value: Statement.Fragment) =>
    sql`SELECT CASE WHEN (SELECT count(*) FROM lead) < ${atMost} THEN (${value}) END`
  return sql`WITH lead AS MATERIALIZED (${lead}),
    found AS MATERIALIZED (SELECT * FROM lead
      WHERE ${sql.and([sql`true`, ...since, ...conditions])})
    ${page(within)}`
}

/** The ids of a page of what was found. */
export const foundIds = (sql: SqlClient.SqlClient, page: IdPage): Statement.Fragment =>
  sql`(SELECT id FROM found WHERE ${beyond(sql, page)}
    ORDER BY id ${direction(sql, page)} LIMIT ${page.count})`

/** The counts; fails if more rows than the bound were found. */
export const metaWithin = <Meta>(
  rows: ReadonlyArray<PageRow<Meta | null>>
): Effect.Effect<Meta, ListTooBroad> => {
  const meta = rows[0]?.meta
  return meta === undefined || meta === null
    ? Effect.fail(new ListTooBroad())
    : Effect.succeed(meta)
}
