/**
 * The ids of the newest rows that follow a cursor, as a statement that reads little more than it gives, however
 * many rows there are. It is planned once, without its parameters, so what it has to read is said by its form.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { PageRequest } from "../../app/ports/PageRequest.ts"

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
  table: "clients" | "projects" | "invoices",
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

/** The ids to join with, as `k`: the number that is written out tells the planner how few they are. */
export const pageToJoin = (sql: SqlClient.SqlClient, ids: Statement.Fragment): Statement.Fragment =>
  sql`(SELECT id FROM ${ids} x LIMIT 101) k`
