/**
 * Conversions between rows and the domain, and the usual writes of one row. The key that identifies
 * it for the engine is its WHERE clause too. SQL texts follow from the names of table and columns,
 * so each is made once.
 */

import { createHash } from "node:crypto"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { type Array as Arr, DateTime } from "effect"
import type { SentXml } from "../../app/ports/invoices/SentDocumentRepository.ts"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import type { XmlFormat } from "../../domain/einvoice/EInvoice.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import { columnName, equations, madeOnce, type Steps } from "../postgres/Statements.ts"
import type { Table } from "../postgres/TableOrder.ts"
import { type Key, write } from "../postgres/Write.ts"

/** The primary keys of a table of a workspace, by its kind of id. */
export const keysOf =
  <Id>({ toUuid }: { readonly toUuid: (id: Id) => string }) =>
  (workspaceId: WorkspaceId, id: Id) => ({
    workspaceId: WorkspaceId.toUuid(workspaceId),
    id: toUuid(id)
  })

export const instant = (value: Date): DateTime.Utc => DateTime.fromDateUnsafe(value)
export const instantOrNull = (value: Date | null): DateTime.Utc | null =>
  value === null ? null : DateTime.fromDateUnsafe(value)
export const dateOf = (value: DateTime.Utc): Date => DateTime.toDateUtc(value)
export const dateOfOrNull = (value: DateTime.Utc | null): Date | null =>
  value === null ? null : DateTime.toDateUtc(value)

export const jsonbOrNull = (value: unknown) => (value === null ? null : PgTypes.jsonb(value))

/** A bigint column: CHECKs limit amounts to safe integers. */
export const integer = (value: bigint): number => Number(value)

/** Stored bytes in hex. */
export const sha256 = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex")

/** A page from one row more than its limit: the extra row shows that a next page exists. */
export const toPage = <Item extends { readonly id: Id }, Id>(
  rows: ReadonlyArray<Item>,
  total: number,
  { limit }: PageRequest<Id>
): Page<Item, Id> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last !== undefined ? last.id : null }
}

/** Columns by their names in code, with their values. */
type Row = Readonly<Record<string, unknown>>

const steps = (shape: string, make: () => string, ...parts: ReadonlyArray<Row>): Steps => [
  {
    name: "only",
    text: madeOnce(shape, make),
    parameters: parts.flatMap((part) => Object.values(part))
  }
]

const isNull = (row: Row): ReadonlyArray<string> =>
  Object.keys(row).filter((column) => row[column] === null)
const present = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const updating = (table: Table, changes: Row, where: Row): Steps => {
  const [values, nulls] = [present(where), isNull(where)]
  const names = [Object.keys(changes), Object.keys(values), nulls].join(" ")
  return steps(
    `update ${table} ${names}`,
    () =>
      `UPDATE ${table} SET ${equations(changes, 0).join(", ")} WHERE ${[
        ...equations(values, Object.keys(changes).length),
        ...nulls.map((column) => `${columnName(column)} IS NULL`)
      ].join(" AND ")} RETURNING 1`,
    changes,
    values
  )
}

const inserting = (table: Table, rows: Arr.NonEmptyReadonlyArray<Row>): Steps => {
  const names = Object.keys(rows[0])
  const placesOf = (row: number) => names.map((_, index) => `$${row * names.length + index + 1}`)
  return steps(
    `insert ${table} ${names} ${rows.length}`,
    () => `INSERT INTO ${table} (${names.map(columnName).join(", ")})
      VALUES ${rows.map((_, row) => `(${placesOf(row).join(", ")})`).join(", ")} RETURNING 1`,
    ...rows
  )
}

const without = (row: Row, key: Key): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !(column in key)))

const hasColumns = (row: Row, key: Key): boolean =>
  Object.keys(key).every((column) => column in row)

/** Inserts the row; its key columns may be left out of `row`. */
export const insertRow = (table: Table, key: Key, row: Row) =>
  write({
    table,
    key,
    statement: inserting(table, [hasColumns(row, key) ? row : { ...key, ...row }])
  })

/** Inserts rows that have the same columns. */
export const insertRows = (table: Table, rows: Arr.NonEmptyReadonlyArray<Row>) =>
  write({ table, statement: inserting(table, rows) })

/** Stores the columns of a row that has to be there, with these values of `where`. */
export const saveRow = (table: Table, key: Key, row: Row, where: Row = {}) =>
  write({
    table,
    key,
    statement: updating(table, without(row, key), { ...key, ...where }),
    mustChange: true
  })

/** Changes columns where the row is there, with these values of `where`. */
export const updateRow = (table: Table, key: Key, changes: Row, where: Row = {}) =>
  write({ table, key, statement: updating(table, changes, { ...key, ...where }) })

export const deleteRow = (table: Table, key: Key) =>
  write({
    table,
    key,
    statement: steps(
      `delete ${table} ${Object.keys(key)}`,
      () => `DELETE FROM ${table} WHERE ${equations(key, 0).join(" AND ")} RETURNING 1`,
      key
    )
  })

/** The columns of an e-invoice beside its document. */
export interface XmlRow {
  readonly xmlFormat: XmlFormat | null
  readonly xml: string
}

export const sentXmlOf = (row: XmlRow | undefined): SentXml | null =>
  row === undefined || row.xmlFormat === null ? null : { format: row.xmlFormat, text: row.xml }
