/**
 * Rows with columns in camelCase. Names are converted once per process; Effect's transform converts
 * every field of every row.
 */
import { String as Text } from "effect"

type Row = Readonly<Record<string, unknown>>

/** Bounded by the columns that statements of this code name. */
const camelNames = new Map<string, string>()

const camelOf = (column: string): string => {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = Text.snakeToCamel(column)
    camelNames.set(column, name)
  }
  return name
}

interface Column {
  readonly from: string
  readonly to: string
}

const columnsOf = (names: ReadonlyArray<string>): ReadonlyArray<Column> =>
  names.map((from) => ({ from, to: camelOf(from) }))

const camelRowsBy = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>) =>
  rows.map((row) => {
    const camel: Record<string, unknown> = {}
    for (const { from, to } of columns) camel[to] = row[from]
    return camel
  })

// The overload states that only the names of columns change.
export function camelRows<A extends object>(rows: ReadonlyArray<A>): ReadonlyArray<A>
export function camelRows(rows: ReadonlyArray<Row>): ReadonlyArray<Row> {
  const [first] = rows
  return first === undefined ? rows : camelRowsBy(columnsOf(Object.keys(first)), rows)
}

interface Fields {
  readonly fields: ReadonlyArray<{ readonly name: string }>
}

/** Cache by the field list of a prepared statement, which the driver creates once. */
const described = new WeakMap<Fields["fields"], ReadonlyArray<Column>>()

/** The same for the result of a prepared statement. Its names are converted once per connection. */
export const camelAnswer = ({
  fields,
  rows
}: Fields & { readonly rows: ReadonlyArray<Row> }): ReadonlyArray<Row> => {
  let columns = described.get(fields)
  if (columns === undefined) {
    columns = columnsOf(fields.map(({ name }) => name))
    described.set(fields, columns)
  }
  return camelRowsBy(columns, rows)
}
