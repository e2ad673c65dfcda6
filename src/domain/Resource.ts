/**
 * One declaration of a resource or an input names each field once, in the words of the code:
 * camelCase, money as `…Minor`, an instant as a DateTime. `shape` gives its type, its codec to the
 * wire (snake_case, money without `Minor`, instants as ISO 8601 UTC text) and the JSON Schema. This
 * is a named boundary: the casts below tie the names of the types to those that are computed, and
 * are proved by its tests.
 */
import { DateTime, Predicate, Schema, SchemaAST, SchemaTransformation } from "effect"
import { documented, wholeFrom } from "./Documented.ts"
import { isoText } from "./time/CalendarDate.ts"

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Uppercase<Head>
    ? Head extends Lowercase<Head>
      ? `${Head}${Snake<Tail>}`
      : `_${Lowercase<Head>}${Snake<Tail>}`
    : `${Head}${Snake<Tail>}`
  : S

type WireKey<K> = K extends `${infer Base}Minor` ? Snake<Base> : K extends string ? Snake<K> : K

/** The JSON form of a value: what a client sends and gets. */
export type Wire<T> = unknown extends T
  ? T
  : T extends DateTime.Utc
    ? string
    : T extends string | number | boolean | null | undefined | undefined
      ? T
      : T extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Wire<Item>>
        : { readonly [K in keyof T as WireKey<K>]: Wire<T[K]> }

const wireKey = (key: string): string =>
  (key.endsWith("Minor") ? key.slice(0, -"Minor".length) : key).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`
  )

type Convert = (value: never) => unknown
type Direction = "encode" | "decode"

/** The conversion of a schema's values in one direction; undefined where they stay the same. */
const conversionOf = (ast: SchemaAST.AST, direction: Direction): Convert | undefined => {
  const [link, ...more] = ast.encoding ?? []
  if (link !== undefined) {
    const getter =
      link.transformation._tag === "Transformation" ? link.transformation[direction] : undefined
    if (more.length > 0 || getter?._tag !== "Transform") {
      throw new Error("A field is a plain schema, an instant, or a shape")
    }
    return getter.transform
  }
  if (SchemaAST.isArrays(ast)) {
    const each = ast.rest[0] === undefined ? undefined : conversionOf(ast.rest[0], direction)
    return each && ((list: ReadonlyArray<never>) => list.map(each))
  }
  if (SchemaAST.isUnion(ast)) {
    const [some, ...others] = ast.types.flatMap((type) => conversionOf(type, direction) ?? [])
    if (others.length > 0) throw new Error("A union of several shapes cannot be told apart")
    return some && ((value: never) => (value === null ? null : some(value)))
  }
  if (!SchemaAST.isObjects(ast)) return undefined
  for (const { name, type } of ast.propertySignatures) {
    if (wireKey(String(name)) !== name || conversionOf(type, direction) !== undefined) {
      throw new Error(`${String(name)}: what has names or values of its own is nested as a shape`)
    }
  }
  const records = ast.indexSignatures.flatMap(({ type }) => conversionOf(type, direction) ?? [])
  const [record] = records
  return (
    record &&
    ((value: Record<string, never>) =>
      Object.fromEntries(Object.entries(value).map(([key, item]) => [key, record(item)])))
  )
}

interface Step {
  readonly from: string
  readonly to: string
  readonly convert: Convert | undefined
}

// One loop over known names. Effect's own transformations, nested in unions and lists, leave its
// compiled path: an invoice of three lines took 14 µs by them, and takes 3 by this.
const runAll = (steps: ReadonlyArray<Step>) => (value: Record<string, never>) => {
  const result: Record<string, unknown> = {}
  for (const { from, to, convert } of steps) {
    const item = value[from]
    if (item !== undefined) result[to] = convert === undefined ? item : convert(item)
  }
  return result
}

type Fields = Schema.Struct.Fields
type TypeOf<F extends Fields> = Schema.Struct<F>["Type"]

/**
 * A shape is a schema like any other: `typeof X.Type` in the code, `typeof X.Encoded` on the wire.
 */
export interface Shape<T, F extends Fields = Fields> extends Schema.Codec<T, Wire<T>> {
  readonly fields: F
  /** The JSON form of a value of ours, without checks. */
  readonly toWire: (value: T) => Wire<T>
}

export const isMoney = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUnion(ast) ? ast.types.some(isMoney) : SchemaAST.resolve(ast)?.["money"] === true

/** The fields of a shape that is nested in another, by its name in the code. */
export const fieldsOf = (ast: SchemaAST.AST): Fields | undefined => {
  const fields = SchemaAST.resolve(ast)?.["fields"]
  return Predicate.isObject(fields) ? (fields as Fields) : undefined
}

/** The wire's side of a field; annotations of its key carry over. */
const wireFieldOf = (field: Schema.Constraint): Schema.Constraint => {
  const wire = Schema.toEncoded(field)
  const said = field.ast.context?.annotations
  return said === undefined || wire.ast.context?.annotations !== undefined
    ? wire
    : wire.annotateKey(said)
}

/**
 * The shape of these fields; `identifier` names its component in the OpenAPI document. The wire's
 * side checks everything, on both ways; ours is checked by the compiler.
 */
export const shape = <const F extends Fields>(
  fields: F,
  identifier?: string
): Shape<TypeOf<F>, F> => {
  const entries = Object.entries(fields)
  for (const [name, { ast }] of entries) {
    if (isMoney(ast) !== name.endsWith("Minor")) throw new Error(`${name}: money is …Minor`)
  }
  const wire = Schema.Struct(
    Object.fromEntries(entries.map(([name, field]) => [wireKey(name), wireFieldOf(field)]))
  )
  const encode = runAll(
    entries.map(([from, { ast }]) => ({
      from,
      to: wireKey(from),
      convert: conversionOf(ast, "encode")
    }))
  )
  const decode = runAll(
    entries.map(([to, { ast }]) => ({
      from: wireKey(to),
      to,
      convert: conversionOf(ast, "decode")
    }))
  )
  const named = identifier === undefined ? {} : { identifier }
  const codec = wire.annotate(named).pipe(
    Schema.decodeTo(
      Schema.Unknown.annotate({ ...named, fields }),
      SchemaTransformation.transform({
        decode: decode as (body: typeof wire.Type) => unknown,
        encode: encode as (value: unknown) => typeof wire.Type
      })
    )
  )
  return Schema.make<Shape<TypeOf<F>, F>>(codec.ast as Schema.Codec<TypeOf<F>>["ast"], {
    fields,
    toWire: encode
  })
}

/** Query parameters: fields have their wire names, and each is its own codec. */
type Query<T> = Schema.Codec<T, { readonly [K in keyof T as WireKey<K>]: string }>

/**
 * The query of these fields, which are texts in their encoded form; the code gets them by its
 * names.
 */
export const queryShape = <const F extends Fields>(fields: F): Query<TypeOf<F>> => {
  const names = Object.keys(fields).map((name) => [name, wireKey(name)] as const)
  const named = Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [wireKey(name), field]))
  )
  const steps = (pairs: ReadonlyArray<readonly [string, string]>) =>
    runAll(pairs.map(([from, to]) => ({ from, to, convert: undefined })))
  const codec = named.pipe(
    Schema.decodeTo(
      Schema.Unknown.annotate({ named }),
      SchemaTransformation.transform({
        decode: steps(names.map(([name, wire]) => [wire, name])) as (
          given: typeof named.Type
        ) => unknown,
        encode: steps(names) as (value: unknown) => typeof named.Type
      })
    )
  )
  return Schema.make<Query<TypeOf<F>>>(codec.ast as Query<TypeOf<F>>["ast"])
}

/** The text of an instant represents it: the two convert into each other. */
const instant = (text: Schema.Codec<string>): Schema.Codec<DateTime.Utc, string> =>
  text.pipe(
    Schema.decodeTo(
      Schema.DateTimeUtc,
      SchemaTransformation.transform({
        decode: (iso: string) => DateTime.toUtc(DateTime.makeUnsafe(iso)),
        encode: isoText
      })
    )
  )

/** An instant in an answer: ISO 8601, UTC. */
export const Instant = instant(
  Schema.String.annotate({ format: "date-time", description: "ISO 8601 datetime, UTC" })
)

const instantPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/

/** An instant in a request: ISO 8601 with a zone. */
export const InstantInput = instant(
  Schema.String.check(
    Schema.makeFilter(
      (text) =>
        instantPattern.test(text) &&
        DateTime.make(text)._tag === "Some" &&
        new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
          ? undefined
          : "must be an ISO 8601 datetime with a zone, as 2026-01-31T12:00:00Z",
      documented({ pattern: instantPattern.source })
    )
  ).annotate({ format: "date-time" })
)

/** An amount in an answer. */
export const Minor = Schema.Finite.annotate({
  description: "Integer in minor currency units",
  money: true,
  ...wholeFrom(0)
})

/** An amount in an answer that may be a deduction. */
export const SignedMinor = Minor.annotate(wholeFrom(Number.MIN_SAFE_INTEGER))

const maxMinor = 100_000_000_000_000

/** A non-negative amount in a request. */
export const MinorInput = Schema.Int.check(
  Schema.isBetween(
    { minimum: 0, maximum: maxMinor },
    { message: "must be an integer of minor units from 0 to 100000000000000" }
  )
).annotate({ money: true })

/** An amount paid, set off or refunded: more than nothing. */
export const PositiveMinorInput = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: maxMinor },
    { message: "must be an integer of minor units greater than 0" }
  )
).annotate({ money: true })

/** An input all of whose fields are stored: a field without a column does not compile. */
export type StoredFieldsOnly<Input, Stored> = {
  readonly [K in keyof Input]: K extends keyof Stored ? Input[K] : never
}

/** Stored values of the fields that an input may omit; the type demands every one of them. */
export type Defaults<Input, Stored> = {
  readonly [K in keyof Input & keyof Stored as Pick<Input, K> extends Required<Pick<Input, K>>
    ? never
    : K]-?: Stored[K]
}
