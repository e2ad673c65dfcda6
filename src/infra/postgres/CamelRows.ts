/**
 * Rows with their columns in camelCase. All rows of an answer have the same columns, so their names are
 * converted once in a process: Effect's own transform does it for every field of every row.
 */
import { String as Text } from "effect"

type Row = Readonly<Record<string, unknown>>

/** As many as the statements of this code name: it does not grow with what is asked. */
const camelNames = new Map<string, string>()

const camelOf = (column: string): string => {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = Text.snakeToCamel(column)
    camelNames.set(column, name)
  }
  return name
}

// The overload says in types what the function below it does: it changes names, and rows stay rows.
export function camelRows<A extends object>(rows: ReadonlyArray<A>): ReadonlyArray<A>
export function camelRows(rows: ReadonlyArray<Row>): ReadonlyArray<Row> {
  const [first] = rows
  if (first === undefined) return rows
  const columns = Object.keys(first).map((from) => ({ from, to: camelOf(from) }))
  return rows.map((row) => {
    const camel: Record<string, unknown> = {}
    for (const { from, to } of columns) camel[to] = row[from]
    return camel
  })
}
