/**
 * The one place where rows come in and go out. The columns of a shape follow from its fields: money
 * is a bigint without `Minor`, an id a uuid, an instant a timestamptz, a list of records or what is
 * named as `json` a jsonb, and what is nested lies flat, `client.name` as `client_name`. A column
 * that a statement does not bring is a defect, not an undefined field. This is a named boundary:
 * its casts are proved by its tests.
 */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { DateTime, Schema, SchemaAST } from "effect"
import { decodeUuid, encodeUuid, prefixOf } from "../../domain/Ids.ts"
import { fieldsOf, isMoney, type Shape } from "../../domain/Resource.ts"

/** A row as the client gives and takes it, with its columns in camelCase. */
export type Row = Readonly<Record<string, unknown>>

interface ColumnKind {
  readonly decode: (column: unknown) => unknown
  readonly encode: (value: never) => unknown
}

const asIs: ColumnKind = { decode: (column) => column, encode: (value) => value }
/**
 * Within a jsonb names are the code's own, and instants texts; undefined where all stays as it is.
 */
const within = (
  ast: SchemaAST.AST,
  convert: (instant: unknown) => unknown
): ((value: unknown) => unknown) | undefined => {
  const part = presentOf(ast)
  if (part._tag === "Declaration") return (value) => (value === null ? null : convert(value))
  if (SchemaAST.isArrays(part)) {
    const each = part.rest[0] && within(part.rest[0], convert)
    return each && ((list) => (list as ReadonlyArray<unknown>).map(each))
  }
  const changed = partsOf(part).flatMap(([name, type]) => {
    const change = within(type, convert)
    return change === undefined ? [] : [[name, change] as const]
  })
  if (changed.length === 0) return undefined
  return (value) => {
    const copy = { ...(value as Record<string, unknown>) }
    for (const [name, change] of changed) copy[name] = change(copy[name])
    return copy
  }
}

/**
 * Adds the nullable parts that a jsonb lacks because they are younger than its row. It changes the
 * value in place, which was parsed for this read.
 */
const completing = (ast: SchemaAST.AST): ((value: unknown) => void) | undefined => {
  const part = presentOf(ast)
  if (SchemaAST.isArrays(part)) {
    const each = part.rest[0] && completing(part.rest[0])
    return each && ((list) => (list as ReadonlyArray<unknown>).forEach(each))
  }
  const parts = partsOf(part)
  const nullable = parts.flatMap(([name, type]) => (isNullable(type) ? [name] : []))
  const nested = parts.flatMap(([name, type]) => {
    const complete = completing(type)
    return complete === undefined ? [] : [[name, complete] as const]
  })
  if (nullable.length === 0 && nested.length === 0) return undefined
  return (value) => {
    if (value === null) return
    const record = value as Record<string, unknown>
    for (const name of nullable) if (record[name] === undefined) record[name] = null
    for (const [name, complete] of nested) complete(record[name])
  }
}

const jsonb = (ast: SchemaAST.AST): ColumnKind => {
  const convert = within(ast, (text) => DateTime.makeUnsafe(String(text))) ?? asIs.decode
  const encode = within(ast, (at) => DateTime.formatIso(at as DateTime.Utc))
  const complete = completing(ast)
  return {
    decode:
      complete === undefined
        ? convert
        : (value) => {
            complete(value)
            return convert(value)
          },
    encode: (value: unknown) => PgTypes.jsonb(encode === undefined ? value : encode(value))
  }
}
const money: ColumnKind = { decode: Number, encode: (value: number) => BigInt(value) }
const number: ColumnKind = { decode: Number, encode: (value) => value }
const decimal: ColumnKind = { decode: Number, encode: String }
const instant: ColumnKind = {
  decode: (column) => DateTime.fromDateUnsafe(column as Date),
  encode: (value: DateTime.Utc) => DateTime.toDateUtc(value)
}
const id = (prefix: string): ColumnKind => ({
  decode: (column) => `${prefix}_${encodeUuid(String(column))}`,
  encode: (value: string) => decodeUuid(value.slice(prefix.length + 1))
})

/** The type beside null. */
const presentOf = (ast: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isUnion(ast) ? (ast.types.find(({ _tag }) => _tag !== "Null") ?? ast) : ast

const isNullable = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUnion(ast) && ast.types.some(({ _tag }) => _tag === "Null")

const kindOf = (ast: SchemaAST.AST): ColumnKind => {
  const prefix = prefixOf(ast)
  if (prefix !== undefined) return id(prefix)
  if (ast._tag === "Declaration") return instant
  if (ast._tag === "Number") {
    if (isMoney(ast)) return money
    return Schema.is(Schema.make<Schema.Codec<unknown>>(ast))(0.5) ? decimal : number
  }
  // A list of texts is an array of the database's own.
  const [each] = SchemaAST.isArrays(ast) ? ast.rest : []
  return each !== undefined && partsOf(each).length > 0 ? jsonb(ast) : asIs
}

const columnOf = (field: string, within: string | undefined): string => {
  const name = field.endsWith("Minor") ? field.slice(0, -"Minor".length) : field
  return within === undefined ? name : `${within}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The parts of what is nested, by name: of a shape, or of a plain struct. */
const partsOf = (ast: SchemaAST.AST): ReadonlyArray<readonly [string, SchemaAST.AST]> => {
  const fields = fieldsOf(ast)
  if (fields !== undefined) return Object.entries(fields).map(([name, part]) => [name, part.ast])
  return SchemaAST.isObjects(ast)
    ? ast.propertySignatures.map(({ name, type }) => [String(name), type])
    : []
}

interface Column {
  readonly field: string
  /** Converts a column that is not null; undefined if the value is the column itself. */
  readonly decode: ((column: unknown) => unknown) | undefined
  /** The flat columns of a nested value, in place of `decode`. */
  readonly parts: ReadonlyArray<Column> | undefined
  /** The column that is null where a nested value is. */
  readonly nullBy: string | undefined
  /** Absent where what is nested lies in several columns: such a shape is only read. */
  readonly write: ((value: unknown) => unknown) | undefined
  readonly name: string
}

const missing = (name: string) => new Error(`the row has no column ${name}`)

const columnFor = (
  field: string,
  ast: SchemaAST.AST,
  isJson: (field: string) => boolean,
  within?: string
): Column => {
  const name = columnOf(field, within)
  const present = presentOf(ast)
  const parts = isJson(field) ? [] : partsOf(present)
  if (parts.length === 0) {
    const { decode, encode } = isJson(field) ? jsonb(present) : kindOf(present)
    return {
      field,
      name,
      decode: decode === asIs.decode ? undefined : decode,
      parts: undefined,
      nullBy: undefined,
      write: (value) => (value === null ? null : encode(value as never))
    }
  }
  const columns = parts.map(([part, type]) => columnFor(part, type, () => false, name))
  return {
    field,
    name,
    decode: undefined,
    parts: columns,
    nullBy: isNullable(ast) ? columns[0]?.name : undefined,
    write: undefined
  }
}

// One loop: a function for each column doubled the calls of a list.
const fromColumns = (columns: ReadonlyArray<Column>, row: Row): Record<string, unknown> => {
  const value: Record<string, unknown> = {}
  for (const { field, name, decode, parts, nullBy } of columns) {
    if (parts !== undefined) {
      const isNull = nullBy !== undefined && row[nullBy] === null
      value[field] = isNull ? null : fromColumns(parts, row)
      continue
    }
    const column = row[name]
    if (column === undefined) throw missing(name)
    value[field] = column === null || decode === undefined ? column : decode(column)
  }
  return value
}

type ColumnName<K> = K extends `${infer Base}Minor` ? Base : K

type ColumnOf<T> = ColumnName<keyof T & string>

export interface Columns<T> {
  readonly decode: (row: Row) => T
  /** Every column of the row. */
  readonly encode: (value: T) => Readonly<Record<ColumnOf<T>, unknown>>
  readonly names: ReadonlyArray<ColumnOf<T>>
  /** The columns that `decode` reads: those of nested values in place of their names. */
  readonly flatNames: ReadonlyArray<string>
}

const flatNamesOf = (columns: ReadonlyArray<Column>): ReadonlyArray<string> =>
  columns.flatMap(({ name, parts }) => (parts === undefined ? [name] : flatNamesOf(parts)))

/** The columns of a shape; `json` names the nested ones that are one jsonb column. */
export const columns = <T, F extends Schema.Struct.Fields>(
  { fields }: Shape<T, F>,
  options: { readonly json?: ReadonlyArray<keyof F> } = {}
): Columns<T> => {
  const isJson = (field: string) => options.json?.includes(field) ?? false
  const all = Object.entries(fields).map(([field, { ast }]) => columnFor(field, ast, isJson))
  const encode = (value: T): Record<string, unknown> => {
    const row: Record<string, unknown> = {}
    for (const { field, name, write } of all) {
      if (write === undefined) {
        throw new Error(`${field} lies in several columns: it is not written`)
      }
      row[name] = write((value as Record<string, unknown>)[field])
    }
    return row
  }
  const names = all.map(({ name }) => name as ColumnOf<T>)
  return {
    decode: (row) => fromColumns(all, row) as T,
    encode: encode as Columns<T>["encode"],
    names,
    flatNames: flatNamesOf(all)
  }
}
