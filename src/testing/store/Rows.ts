/**
 * Changes of immutable rows. They fail where PostgreSQL would: a row that is there twice, or not at
 * all.
 */
import { createHash } from "node:crypto"
import { RowChanged } from "../../app/ports/UnitOfWork.ts"

export type Rows<Id, Row> = ReadonlyMap<Id, Row>

/** A copy of the rows with one of them set. */
export const withRow = <Id, Row>(rows: Rows<Id, Row>, id: Id, row: Row): Rows<Id, Row> =>
  new Map(rows).set(id, row)

/** A copy of the rows with a new one; one of its id is a defect, as a unique violation is. */
export const addRow = <Id extends string, Row>(
  table: string,
  rows: Rows<Id, Row>,
  id: Id,
  row: Row
): Rows<Id, Row> => {
  if (rows.has(id)) throw new Error(`${table} has a row ${id} already`)
  return withRow(rows, id, row)
}

/** A copy of the rows with one of them replaced, which has to be there. */
export const replaceRow = <Id extends string, Row>(
  table: string,
  rows: Rows<Id, Row>,
  id: Id,
  row: Row
): Rows<Id, Row> => {
  if (!rows.has(id)) throw new RowChanged({ table, key: id })
  return withRow(rows, id, row)
}

/** A copy of the rows without those that match. */
export const withoutRows = <Id, Row>(
  rows: Rows<Id, Row>,
  matches: (row: Row, id: Id) => boolean
): Rows<Id, Row> => new Map([...rows].filter(([id, row]) => !matches(row, id)))

/** A copy of the rows with each that matches changed. */
export const withChanged = <Id, Row>(
  rows: Rows<Id, Row>,
  matches: (row: Row) => boolean,
  change: (row: Row) => Row
): Rows<Id, Row> =>
  new Map([...rows].map(([id, row]) => [id, matches(row) ? change(row) : row] as const))

/** The name of stored bytes, as in the database. */
export const sha256Of = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex")
