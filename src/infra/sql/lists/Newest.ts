/**
 * The ids of the newest rows that follow a cursor, as a statement that reads little more than it
 * gives, however many rows there are. It is planned once, without its parameters, so what it has to
 * read is said by its form.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { PageRequest } from "../../../app/ports/PageRequest.ts"
import { selected } from "../../postgres/Statements.ts"
import type { Columns, Row } from "../Columns.ts"

/** Above and below every id, so that the first page has the same statement as the others. */
const aboveAll = "ffffffff-ffff-ffff-ffff-ffffffffffff"
const belowAll = "00000000-0000-0000-0000-000000000000"

export interface IdPage {
  /** An id, or where the statement has it from. */
  readonly after: string | Statement.Fragment
  readonly count: number
  readonly isAscending: boolean
}

/** The newest so many. */
export const newestFew = (count: number): IdPage => ({ after: aboveAll, count, isAscending: false })

/** The condition on rows after the cursor. */
export const beyond = (
  sql: SqlClient.SqlClient,
  { after, isAscending }: Pick<IdPage, "after" | "isAscending">,
  id: "id" | `${string}.id` = "id"
): Statement.Fragment => sql`${sql.literal(`${id} ${isAscending ? ">" : "<"}`)} ${after}::uuid`

export const direction = (
  sql: SqlClient.SqlClient,
  { isAscending }: Pick<IdPage, "isAscending">
): Statement.Fragment => sql.literal(isAscending ? "ASC" : "DESC")

/** The id that no page of this direction reaches. */
export const outermost = ({ isAscending }: Pick<IdPage, "isAscending">): string =>
  isAscending ? aboveAll : belowAll

/**
 * The condition on rows after a cursor, up to the last possible id. Between two values of which it
 * does not know one the planner expects next to no rows, and so reads by the index that ends in the
 * id: it would rather read and sort all rows of a table that is small to it.
 */
export const fewBeyond = (
  sql: SqlClient.SqlClient,
  page: Pick<IdPage, "after" | "isAscending">
): Statement.Fragment => sql`${beyond(sql, page)}
  AND id ${sql.literal(page.isAscending ? "<=" : ">=")} (SELECT ${outermost(page)}::uuid)`

/** The same condition for all ids. */
export const anyId = (sql: SqlClient.SqlClient): Statement.Fragment => fewBeyond(sql, newestFew(0))

/** Reads one row more than the page, which shows whether a next page exists. */
export const idPage = <Id>(
  { limit, after, isAscending = false }: PageRequest<Id>,
  toUuid: (id: Id) => string
): IdPage => ({
  after: after !== null ? toUuid(after) : isAscending ? belowAll : aboveAll,
  count: limit + 1,
  isAscending
})

/**
 * Reads rows by an index on the columns of `found` and then the id, and filters them by `rest`.
 * OFFSET 0 prevents the planner from a choice of another index by its estimate for `rest`.
 */
export const newest = (
  sql: SqlClient.SqlClient,
  table: "clients" | "projects" | "invoices" | "files" | "tasks",
  [found, rest]: readonly [Statement.Fragment, ReadonlyArray<Statement.Fragment>],
  page: IdPage
): Statement.Fragment => {
  const { count } = page
  const order = direction(sql, page)
  const rows = sql`FROM ${sql(table)} WHERE ${found} AND ${beyond(sql, page)} ORDER BY id ${order}`
  return rest.length === 0
    ? sql`(SELECT id ${rows} LIMIT ${count})`
    : sql`(SELECT id FROM (SELECT * ${rows} OFFSET 0) x WHERE ${sql.and(rest)}
        ORDER BY id ${order} LIMIT ${count})`
}

/**
 * The same as rows under the alias `as`, where no condition but `found` is left: reading them by
 * their ids takes a quarter of a list's statement. The literal LIMIT is that of `rowsOf`.
 */
export const newestRows = (
  sql: SqlClient.SqlClient,
  table: "clients" | "projects" | "invoices",
  as: "c" | "p" | "i",
  [found, page]: readonly [Statement.Fragment, IdPage]
): Statement.Fragment =>
  sql`(SELECT * FROM (
      SELECT * FROM ${sql(table)} WHERE ${found} AND ${beyond(sql, page)}
      ORDER BY id ${direction(sql, page)} LIMIT ${page.count}
    ) x LIMIT 101) ${sql.literal(as)}`

/** The newest of several such statements. */
export const newestOf = (
  sql: SqlClient.SqlClient,
  pages: ReadonlyArray<Statement.Fragment>,
  page: IdPage
): Statement.Fragment =>
  sql`(SELECT id FROM (${sql.join(" UNION ALL ", false)(pages)}) x
    ORDER BY id ${direction(sql, page)} LIMIT ${page.count})`

/**
 * The rows of these ids, under the alias `as`. The literal LIMIT 101 shows the planner that they
 * are few, and LIMIT 1 forces a search by key. Otherwise it reads all rows of a small table.
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
 * A page with what is counted beside it, in one statement: each row carries `meta`, and where the
 * page has none there is one row without an id.
 */
export const withMeta = (
  sql: SqlClient.SqlClient,
  meta: Statement.Fragment,
  page: Statement.Fragment,
  order: Statement.Fragment = sql`p.id DESC`
): Statement.Fragment =>
  sql`SELECT m.meta, p.* FROM (SELECT (${meta}) AS meta) m LEFT JOIN (${page}) p ON true
    ORDER BY ${order}`

/** The same under the names of the code, with the columns of the shape alone. */
export const pageBeside = (
  sql: SqlClient.SqlClient,
  meta: Statement.Fragment,
  [{ flatNames }, page]: readonly [Pick<Columns<unknown>, "flatNames">, Statement.Fragment],
  order: Statement.Fragment
): Statement.Statement<unknown> =>
  sql`SELECT m.meta, ${selected("p", flatNames)}
    FROM (SELECT (${meta}) AS meta) m LEFT JOIN (${page}) p ON true ORDER BY ${order}`

/** By id, in the page's direction. */
export const byId = (sql: SqlClient.SqlClient, page: IdPage): Statement.Fragment =>
  sql`p.id ${direction(sql, page)}`

/** The rows of such a page itself. */
export const rowsBeside = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows[0]?.["id"] === null ? [] : rows
