/**
 * CSV columns of a list, derived from the wire schema of a row, so that no field is missing. A
 * nested field is flattened: `client.id` is `client_id`, and stays `client.id` where a field of
 * that name stands beside it. A row that contains a list has no columns.
 */
import { type Schema, SchemaAST } from "effect"

export interface TableColumn {
  readonly name: string
  /** The path of its value in a row of the JSON. */
  readonly path: ReadonlyArray<string>
}

const presentOf = (ast: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isUnion(ast) ? (ast.types.find(({ _tag }) => _tag !== "Null") ?? ast) : ast

const columnsOf = (
  ast: SchemaAST.AST,
  path: ReadonlyArray<string> = []
): ReadonlyArray<TableColumn> => {
  const part = presentOf(ast)
  if (SchemaAST.isArrays(part)) throw new Error(`${path.join(".")}: a list fits no column`)
  if (!SchemaAST.isObjects(part)) return [{ name: path.join("_"), path }]
  if (part.indexSignatures.length > 0) throw new Error(`${path.join(".")}: has no fixed columns`)
  return part.propertySignatures.flatMap(({ name, type }) =>
    columnsOf(type, [...path, String(name)])
  )
}

/** The columns of `{data: […], meta}`. Throws if a row has none. */
export const tableOf = (list: Schema.Top): ReadonlyArray<TableColumn> => {
  const ast = SchemaAST.toEncoded(list.ast)
  const data = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.find(({ name }) => name === "data")?.type
    : undefined
  const row = data !== undefined && SchemaAST.isArrays(data) ? data.rest[0] : undefined
  if (row === undefined) throw new Error("Only a list is a table")
  const columns = columnsOf(row)
  const own = new Set(columns.flatMap(({ name, path }) => (path.length === 1 ? [name] : [])))
  return columns.map((column) =>
    column.path.length > 1 && own.has(column.name)
      ? { ...column, name: column.path.join(".") }
      : column
  )
}
