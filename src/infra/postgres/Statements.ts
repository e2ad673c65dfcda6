/**
 * Statements as repositories write them: tagged templates, or templates that are compiled once.
 * Names are camelCase in code and snake_case in the database; rows come back in camelCase.
 */
import { isDeepStrictEqual } from "node:util"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, String as Text } from "effect"
import { Statement } from "effect/sql"

/** Compiled SQL text with its parameters. */
export interface Sent {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/**
 * Names are camelCase in code and snake_case in the database. Keys inside JSON documents are data.
 */
export const compiler = PgClient.makeCompiler(Text.camelToSnake, false)

/** Builds statements for `write`. The engine sends them; running one by itself is a defect. */
export const sql: Statement.Constructor = Statement.make(
  Effect.die("A statement of the write engine was run by itself"),
  compiler,
  [],
  undefined
)

const texts = new Map<string, string>()

/** Memoizes a text by the names that determine it. */
export const madeOnce = (shape: string, make: () => string): string => {
  let text = texts.get(shape)
  if (text === undefined) {
    text = make()
    texts.set(shape, text)
  }
  return text
}

export const columnName = (column: string): string => `"${Text.camelToSnake(column)}"`

/** Selects columns under the names of the code: no row is copied to rename its columns. */
export const selected = (of: string, columns: ReadonlyArray<string>): Statement.Fragment =>
  sql.literal(columns.map((column) => `${of}.${columnName(column)} AS "${column}"`).join(", "))

/** `column = $n` for each column; `before` parameters precede them. */
export const equations = (row: object, before: number): ReadonlyArray<string> =>
  Object.keys(row).map((column, index) => `${columnName(column)} = $${before + index + 1}`)

export const compiled = (statement: Statement.Statement<unknown> | Sent): Sent => {
  if (!Statement.isFragment(statement)) return statement
  const [text, parameters] = statement.compile()
  return { text, parameters }
}

export const control = (text: string): Sent => ({ text, parameters: [] })

/** Refers to an earlier step of the same write. */
const stepMarker = (name: string) => `{{${name}}}`
const stepMarkers = /{{(\w+)}}/g
export const step = (name: string): Statement.Fragment => sql.literal(stepMarker(name))

/** The text with the final names of the steps. */
export const withStepNames = (text: string, nameOf: (step: string) => string): string =>
  text.replaceAll(stepMarkers, (_, name: string) => nameOf(name))

interface Step extends Sent {
  readonly name: string
}

/** The SQL of one write, usually one step. The last step returns a row for each changed row. */
export type Steps = ReadonlyArray<Step>

type Build = Statement.Statement<unknown> | Readonly<Record<string, Statement.Statement<unknown>>>

const stepsOf = (build: Build): Steps =>
  Statement.isFragment(build)
    ? [{ name: "only", ...compiled(build) }]
    : Object.entries(build).map(([name, one]) => ({ name, ...compiled(one) }))

export const toSteps = (build: Build | Steps): Steps =>
  Array.isArray(build) ? build : stepsOf(build as Build)

const markerOf = (name: string) => `the value of ${name}`

/**
 * Prepared steps: compiled once with a marker for each value; a call only inserts the values.
 */
export const template = <Name extends string>(
  names: ReadonlyArray<Name>,
  build: (value: (name: Name) => string) => Build
): ((values: Readonly<Record<Name, unknown>>) => Steps) => {
  const nameOf = new Map<unknown, Name>(names.map((name) => [markerOf(name), name]))
  const steps = stepsOf(build(markerOf)).map(({ name, text, parameters }) => ({
    name,
    text,
    places: parameters.map((marker) => {
      const place = nameOf.get(marker)
      if (place === undefined) throw new Error(`A template has a parameter without a name: ${text}`)
      return place
    })
  }))
  return (values) =>
    steps.map(({ name, text, places }) => ({
      name,
      text,
      parameters: places.map((place) => values[place])
    }))
}

/** A prepared read: `template` for one statement. */
export const fixedRead = <Name extends string>(
  names: ReadonlyArray<Name>,
  build: (value: (name: Name) => string) => Statement.Statement<unknown>
): ((values: Readonly<Record<Name, unknown>>) => Sent) => {
  const read = template(names, build)
  return (values) => {
    const [sent = control("")] = read(values)
    return sent
  }
}

/**
 * Prepared reads of one text for each shape: what the text depends on, and which values there are.
 * Shapes are as few as the combinations of filters. Other parameters belong to the shape; the first
 * read of a shape proves that.
 */
export const readByShape = <Shape extends object, Values extends object>(
  build: (shape: Shape, values: Values) => Statement.Statement<unknown>
): ((shape: Shape, values: Values) => Sent) => {
  const reads = new Map<string, (values: Values) => Sent>()
  return (shape, values) => {
    const key = JSON.stringify([shape, Object.keys(values)])
    const known = reads.get(key)
    if (known !== undefined) return known(values)
    const read = shapedRead((markers) => build(shape, markers), values)
    const sent = compiled(build(shape, values))
    if (!isDeepStrictEqual(read(values), sent)) {
      throw new Error(`A statement has a value that its shape lacks: ${sent.text}`)
    }
    reads.set(key, read)
    return sent
  }
}

const shapedRead = <Values extends object>(
  build: (values: Values) => Statement.Statement<unknown>,
  values: Values
): ((values: Values) => Sent) => {
  const entries = Object.keys(values).map((name) => [name, markerOf(name)] as const)
  const names = new Map<unknown, string>(entries.map(([name, marker]) => [marker, name]))
  const { text, parameters } = compiled(build(Object.fromEntries(entries) as Values))
  const places = parameters.map((parameter) => ({ parameter, name: names.get(parameter) }))
  return (given) => ({
    text,
    parameters: places.map(({ name, parameter }) =>
      name === undefined ? parameter : given[name as keyof Values]
    )
  })
}

type Row = Readonly<Record<string, unknown>>

/**
 * Names are converted once per process; Effect's transform converts every field of every row.
 * Bounded by the columns that statements of this code name.
 */
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

/**
 * The same for the result of a prepared statement. Its names are converted once per connection, and
 * rows that have the names of the code stay as they are.
 */
export const camelAnswer = ({
  fields,
  rows
}: Fields & { readonly rows: ReadonlyArray<Row> }): ReadonlyArray<Row> => {
  let columns = described.get(fields)
  if (columns === undefined) {
    columns = columnsOf(fields.map(({ name }) => name))
    if (columns.every(({ from, to }) => from === to)) columns = []
    described.set(fields, columns)
  }
  return columns.length === 0 ? rows : camelRowsBy(columns, rows)
}
