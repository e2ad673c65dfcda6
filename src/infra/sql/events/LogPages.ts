/**
 * Keyset pages that are bounded in bytes as well. Each step finds the next row by the index and
 * stops when the page is full. So at most one further row is read.
 * https://wiki.postgresql.org/wiki/Loose_indexscan shows the same recursion.
 */
import type { SqlClient, Statement } from "effect/sql"
import { entryBytes } from "../../../domain/events/LoggedEvent.ts"
import { maxPageBytes } from "../../../domain/Page.ts"

interface LogPage {
  readonly limit: number
  /**
   * A subquery of one row, with LIMIT or OFFSET so that its columns are computed once. `texts`
   * names the columns whose bytes count.
   */
  readonly first: Statement.Fragment
  /** The same for the row after `page`. */
  readonly next: Statement.Fragment
  readonly texts: readonly [string, string]
}

export const logPage = (
  sql: SqlClient.SqlClient,
  { limit, first, next, texts: [one, other] }: LogPage
): Statement.Fragment => {
  const bytes = (row: string) =>
    sql.literal(
      `coalesce(octet_length(${row}.${one}), 0) + coalesce(octet_length(${row}.${other}), 0) + ${entryBytes}`
    )
  return sql`
    WITH RECURSIVE page AS (
      SELECT f.*, 1 AS place, ${bytes("f")} AS bytes FROM (${first}) f
      UNION ALL
      SELECT n.*, page.place + 1, page.bytes + ${bytes("n")}
      FROM page CROSS JOIN LATERAL (${next}) n
      WHERE page.place < ${limit} AND page.bytes + ${bytes("n")} <= ${maxPageBytes})
    SELECT * FROM page ORDER BY place`
}

const outsideOfTexts = /("[^"\\]*(?:\\.[^"\\]*)*")| /g

/** JSON in the form of `JSON.stringify`: PostgreSQL adds a space after each colon and comma. */
export const compactJson = (jsonb: string): string => jsonb.replace(outsideOfTexts, "$1")
