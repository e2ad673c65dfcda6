/**
 * Tables of resources: CSV columns derived from the wire schema of a row, so that no field is
 * missing, and CSV as RFC 4180 has it: a header row, CRLF after every row, UTF-8 without a byte
 * order mark. A nested field is flattened: `client.id` is `client_id`, and stays `client.id` where
 * a field of that name stands beside it. A text that a spreadsheet would take for a formula gets an
 * apostrophe before it; numbers stay numbers.
 */
import { Predicate, type Schema, SchemaAST } from "effect"

export interface TableColumn {
  readonly name: string
  /** The path of its value in a row of the JSON. */
  readonly path: ReadonlyArray<string>
}

const presentOf = (ast: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isUnion(ast) ? (ast.types.find(({ _tag }) => _tag !== "Null") ?? ast) : ast

/** A list or a map becomes one column of JSON, or is refused. */
type Nested = "json" | "refused"

const isNested = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isArrays(ast) || (SchemaAST.isObjects(ast) && ast.indexSignatures.length > 0)

const columnsOf = (
  ast: SchemaAST.AST,
  nested: Nested,
  path: ReadonlyArray<string> = []
): ReadonlyArray<TableColumn> => {
  const part = presentOf(ast)
  if (nested === "refused" && isNested(part)) {
    throw new Error(`${path.join(".")}: a list or a map fits no column`)
  }
  return isNested(part) || !SchemaAST.isObjects(part)
    ? [{ name: path.join("_"), path }]
    : part.propertySignatures.flatMap(({ name, type }) =>
        columnsOf(type, nested, [...path, String(name)])
      )
}

/** Names a nested column `client.id` where a column of its own name stands beside it. */
const withClearNames = (columns: ReadonlyArray<TableColumn>): ReadonlyArray<TableColumn> => {
  const own = new Set(columns.flatMap(({ name, path }) => (path.length === 1 ? [name] : [])))
  return columns.map((column) =>
    column.path.length > 1 && own.has(column.name)
      ? { ...column, name: column.path.join(".") }
      : column
  )
}

/** The columns of a resource; a list in it is one column of JSON. */
export const columnsOfRow = (row: Schema.Top): ReadonlyArray<TableColumn> =>
  withClearNames(columnsOf(SchemaAST.toEncoded(row.ast), "json"))

/** The columns of `{data: […], meta}`. Throws if a row has none, or a list. */
export const tableOf = (list: Schema.Top): ReadonlyArray<TableColumn> => {
  const ast = SchemaAST.toEncoded(list.ast)
  const data = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.find(({ name }) => name === "data")?.type
    : undefined
  const row = data !== undefined && SchemaAST.isArrays(data) ? data.rest[0] : undefined
  if (row === undefined) throw new Error("Only a list is a table")
  return withClearNames(columnsOf(row, "refused"))
}

/**
 * Matches the places where a formula may begin: the start of a cell, and each end of a cell as
 * spreadsheets may read it (a semicolon or a tab by locale, or a line break where quotes are
 * ignored). The full-width signs count, because some spreadsheets read them as the plain ones.
 */
const formula = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

const harmless = (text: string): string => text.replace(formula, "'")

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  const text = harmless(typeof value === "string" ? value : JSON.stringify(value))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const at = (row: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, name) => (Predicate.hasProperty(value, name) ? value[name] : undefined),
    row
  )

const line = (cells: ReadonlyArray<unknown>): string => `${cells.map(cell).join(",")}\r\n`

/** The first line: the names of the columns. */
export const csvHead = (columns: ReadonlyArray<TableColumn>): string =>
  line(columns.map(({ name }) => name))

/** The line of a row, as the wire has it. */
export const csvLine = (columns: ReadonlyArray<TableColumn>, row: unknown): string =>
  line(columns.map(({ path }) => at(row, path)))

export const csvOf = (columns: ReadonlyArray<TableColumn>, rows: ReadonlyArray<unknown>): string =>
  [csvHead(columns), ...rows.map((row) => csvLine(columns, row))].join("")
