/**
 * The ids of the newest rows that follow a cursor, as a statement that reads little more than it gives, however
 * many rows there are. It is planned once, without its parameters, so what it has to read is said by its form.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import type { Row } from "./Columns.ts"

/** Above every id, so that the first page is asked for with the same text as the others. */
const aboveAll = "ffffffff-ffff-ffff-ffff-ffffffffffff"

export interface IdPage {
  readonly after: string
  readonly count: number
}

/** One row more than the page holds tells that there is a next page. */
export const idPage = <Id>(
  { limit, after }: PageRequest<Id>,
  toUuid: (id: Id) => string
): IdPage => ({ after: after === null ? aboveAll : toUuid(after), count: limit + 1 })

/**
 * From the rows that `found` finds, by an index that holds its columns and then the id, those that are `kept`.
 * OFFSET 0 keeps the planner from another index by a guess of how many rows `kept` leaves.
 */
export const newest = (
  sql: SqlClient.SqlClient,
  table: "clients" | "projects" | "invoices" | "files" | "tasks",
  [found, kept]: readonly [Statement.Fragment, ReadonlyArray<Statement.Fragment>],
  { after, count }: IdPage
): Statement.Fragment => {
  const rows = sql`FROM ${sql(table)} WHERE ${found} AND id < ${after}::uuid ORDER BY id DESC`
  return kept.length === 0
    ? sql`(SELECT id ${rows} LIMIT ${count})`
    : sql`(SELECT id FROM (SELECT * ${rows} OFFSET 0) x WHERE ${sql.and(kept)}
        ORDER BY id DESC LIMIT ${count})`
}

/** The newest of several such statements. */
export const newestOf = (
  sql: SqlClient.SqlClient,
  pages: ReadonlyArray<Statement.Fragment>,
  { count }: IdPage
): Statement.Fragment =>
  sql`(SELECT id FROM (${sql.join(" UNION ALL ", false)(pages)}) x ORDER BY id DESC LIMIT ${count})`

/**
 * The rows of these ids, under the alias `as`. The number that is written out tells the planner how few they are, and LIMIT 1 that
 * each is found by its key: of a table that is small to it, it would read all rows and keep those of the page.
 */
export const rowsOf = (
  sql: SqlClient.SqlClient,
  table: "clients" | "projects" | "invoices" | "files" | "tasks",
  as: "c" | "p" | "i" | "f" | "t",
  [workspaceId, ids]: readonly [string, Statement.Fragment]
): Statement.Fragment =>
  sql`(SELECT id FROM ${ids} x LIMIT 101) k
    CROSS JOIN LATERAL (
      SELECT * FROM ${sql(table)} WHERE workspace_id = ${workspaceId} AND id = k.id LIMIT 1
    ) ${sql.literal(as)}`

/** A row of such a page. */
export interface PageRow<Meta = bigint> extends Row {
  readonly meta: Meta
}

/**
 * A page with what is counted beside it, in one statement: each row carries `meta`, and where the page has none
 * there is one row without an id.
 */
export const withMeta = (
  sql: SqlClient.SqlClient,
  meta: Statement.Fragment,
  page: Statement.Fragment
): Statement.Fragment =>
  sql`SELECT m.meta, p.* FROM (SELECT (${meta}) AS meta) m LEFT JOIN (${page}) p ON true
    ORDER BY p.id DESC`

/** The rows of such a page itself. */
export const rowsBeside = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows[0]?.["id"] === null ? [] : rows
