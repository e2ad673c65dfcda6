/**
 * A list as a table: its columns are read off what the wire says of one row, so no field is forgotten. What
 * is nested lies flat, `client.id` as `client_id`. A row that holds a list has no table.
 */
import { type Schema, SchemaAST } from "effect"

export interface TableColumn {
  readonly name: string
  /** The way to its value in a row as the wire has it. */
  readonly path: ReadonlyArray<string>
}

/** The type beside null. */
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

/** The columns of `{data: […], meta}`; throws where it has none. */
export const tableOf = (list: Schema.Top): ReadonlyArray<TableColumn> => {
  const ast = SchemaAST.toEncoded(list.ast)
  const data = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.find(({ name }) => name === "data")?.type
    : undefined
  const row = data !== undefined && SchemaAST.isArrays(data) ? data.rest[0] : undefined
  if (row === undefined) throw new Error("Only a list is a table")
  return columnsOf(row)
}
