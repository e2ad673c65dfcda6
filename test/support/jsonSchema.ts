/**
 * JSON Schema validator for the keywords that the OpenAPI document uses.
 * A keyword that is not known here makes it throw, so that none is passed over in silence.
 */
import { Predicate } from "effect"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the document says
export type Schema = any

const words = [
  ...["description", "examples", "default", "title", "additionalProperties", "required"],
  // It repeats what `oneOf` decides.
  "discriminator"
]

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value

const formats: Readonly<Record<string, (value: string) => boolean>> = {
  binary: () => true,
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value),
  "date-time": (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value),
  email: (value) => /^[^@\s]+@[^@\s]+$/.test(value),
  uri: (value) => URL.canParse(value),
  "uri-reference": (value) => URL.canParse(value, "http://x")
}

type Check = (value: never, limit: never) => boolean

const always: Readonly<Record<string, Check>> = {
  type: (value: unknown, type: string) =>
    type === "integer" ? Number.isInteger(value) : typeOf(value) === type,
  enum: (value: unknown, all: ReadonlyArray<unknown>) => all.includes(value)
}

/** These say nothing of a value of another type. */
const ofType: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  string: {
    format: (value: string, format: string) => formats[format]?.(value) ?? false,
    pattern: (value: string, pattern: string) => new RegExp(pattern, "u").test(value),
    minLength: (value: string, limit: number) => [...value].length >= limit,
    maxLength: (value: string, limit: number) => [...value].length <= limit
  },
  number: {
    minimum: (value: number, limit: number) => value >= limit,
    exclusiveMinimum: (value: number, limit: number) => value > limit,
    maximum: (value: number, limit: number) => value <= limit
  },
  array: {
    minItems: (value: ReadonlyArray<unknown>, limit: number) => value.length >= limit,
    maxItems: (value: ReadonlyArray<unknown>, limit: number) => value.length <= limit
  }
}

const keywords = [always, ...Object.values(ofType)].flatMap((checks) => Object.keys(checks))

/** The schema that is meant, where one stands for another. */
export const resolved = (document: Schema, schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : schema.$ref
        .slice(2)
        .split("/")
        .reduce((part: Schema, key: string) => part[key], document)

/** Each broken rule by its place; empty where the value fits. */
export const problemsOf = (
  document: Schema,
  given: Schema,
  value: unknown,
  path = ""
): ReadonlyArray<string> => {
  const schema = resolved(document, given)
  return Object.entries(schema).flatMap(([keyword, limit]: readonly [string, Schema]) => {
    if (words.includes(keyword)) {
      const missing = keyword === "required" && Predicate.isObject(value) ? limit : []
      const absent = missing.filter((name: string) => !Predicate.hasProperty(value, name))
      return absent.map((name: string) => `${path}/${name} is missing`)
    }
    if (keyword === "anyOf") {
      const each = limit.map((one: Schema) => problemsOf(document, one, value, path))
      return each.some((problems: ReadonlyArray<string>) => problems.length === 0)
        ? []
        : each.flat()
    }
    if (keyword === "oneOf") {
      const each = limit.map((one: Schema) => problemsOf(document, one, value, path))
      const fitting = each.filter((problems: ReadonlyArray<string>) => problems.length === 0)
      return fitting.length === 1 ? [] : [`${path}: fits ${fitting.length} schemas`, ...each.flat()]
    }
    if (keyword === "properties") {
      if (!Predicate.isObject(value)) return []
      return Object.entries(value).flatMap(([name, part]) =>
        limit[name] === undefined
          ? [`${path}/${name} is not documented`]
          : problemsOf(document, limit[name], part, `${path}/${name}`)
      )
    }
    if (keyword === "items") {
      return Array.isArray(value)
        ? value.flatMap((item, index) => problemsOf(document, limit, item, `${path}/${index}`))
        : []
    }
    if (!keywords.includes(keyword)) throw new Error(`${keyword} is not known here`)
    const check = always[keyword] ?? ofType[typeOf(value)]?.[keyword]
    const fits = check === undefined || check(value as never, limit as never)
    return fits ? [] : [`${path}: not of ${keyword}`]
  })
}
