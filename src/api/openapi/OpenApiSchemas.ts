/**
 * Normalizes the schemas of the OpenAPI document for client generators: no `allOf` beside a type,
 * and a format for each number that holds it exactly.
 */
import { Predicate } from "effect"

export type Json = Record<string, unknown>
export const isRecord = (value: unknown): value is Json => Predicate.isObject(value)
export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})

const words = ["title", "description", "examples", "default"]
/** The later of two such rules includes the earlier one. */
const forms = ["pattern", "format"]
const lower = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]
const upper = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]

/**
 * Merges two values of a keyword: the later is closer to the value, and the stricter bound holds.
 */
const both = (key: string, left: unknown, right: unknown): unknown => {
  if (left === right || words.includes(key) || forms.includes(key)) return right
  // A query text that decodes to an integer, or a number that is one.
  if (key === "type" && right === "integer") return right
  if (typeof left === "number" && typeof right === "number") {
    if (lower.includes(key)) return Math.max(left, right)
    if (upper.includes(key)) return Math.min(left, right)
  }
  throw new Error(`${key} is ${JSON.stringify(left)} and ${JSON.stringify(right)} at once`)
}

const merged = (left: Json, right: Json): Json => {
  const result = { ...left }
  for (const [key, value] of Object.entries(right)) {
    result[key] = key in left ? both(key, left[key], value) : value
  }
  return result
}

const partsOf = ({ allOf, anyOf, ...rest }: Json): readonly [own: Json, parts: unknown] =>
  Array.isArray(anyOf) && anyOf.length === 1
    ? [rest, anyOf]
    : [anyOf === undefined ? rest : { ...rest, anyOf }, allOf]

/** One schema without `allOf`, and without an `anyOf` of one part. */
const flat = (schema: Json): Json => {
  const [own, parts] = partsOf(schema)
  return Array.isArray(parts) ? parts.filter(isRecord).map(flat).reduce(merged, own) : own
}

const isWhole = ({ type, enum: values }: Json): boolean =>
  type === "number" && Array.isArray(values) && values.every(Number.isInteger)

/** Without a format, generators choose 32 bits. */
const sized = (schema: Json): Json => {
  if (schema["format"] !== undefined) return schema
  if (schema["type"] === "integer" || isWhole(schema)) {
    return { ...schema, type: "integer", format: "int64" }
  }
  return schema["type"] === "number" ? { ...schema, format: "double" } : schema
}

const inEach = (value: unknown, f: (part: unknown) => unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, f(part)]))
    : value

/** Recursive. */
export const plainSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(plainSchema)
  if (!isRecord(schema)) return schema
  const own = sized(flat(schema))
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      if (key === "properties") return [key, inEach(value, plainSchema)]
      const isNested = ["items", "anyOf", "oneOf", "additionalProperties"].includes(key)
      return [key, isNested ? plainSchema(value) : value]
    })
  )
}

/** Normalizes every `schema` below: of parameters, bodies, answers and headers. */
export const plainSchemas = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(plainSchemas)
  if (!isRecord(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "example" || key === "examples") return [key, value]
      return [key, key === "schema" ? plainSchema(value) : plainSchemas(value)]
    })
  )
}

/** Names of the referenced schemas, transitively. */
const namesIn = (part: unknown, schemas: Json, found = new Set<string>()): Set<string> => {
  if (Array.isArray(part)) for (const one of part) namesIn(one, schemas, found)
  if (!isRecord(part)) return found
  const name = String(part["$ref"] ?? "").replace("#/components/schemas/", "")
  if (name in schemas && !found.has(name)) namesIn(schemas[name], schemas, found.add(name))
  for (const value of Object.values(part)) namesIn(value, schemas, found)
  return found
}

/** Removes `additionalProperties: false` everywhere below. */
const opened = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(opened)
  if (!isRecord(part)) return part
  const kept = Object.entries(part).filter(
    ([key, value]) => key !== "additionalProperties" || value !== false
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, opened(value)]))
}

/** OAuth ignores unknown parameters (RFC 6749 §3.2). */
const form = "application/x-www-form-urlencoded"

/**
 * Requests refuse unknown fields, and so does the document. Answers can gain fields, and clients
 * that were generated earlier must accept them.
 */
export const openAnswers = (spec: Json): Json => {
  const components = recordOf(spec["components"])
  const schemas = recordOf(components["schemas"])
  const sent = new Set<string>()
  const openOperation = (operation: unknown): unknown => {
    if (!isRecord(operation)) return operation
    const { [form]: _, ...refusing } = recordOf(recordOf(operation["requestBody"])["content"])
    for (const name of namesIn(refusing, schemas)) sent.add(name)
    return { ...operation, responses: opened(operation["responses"]) }
  }
  const paths = inEach(spec["paths"], (item) => inEach(item, openOperation))
  const opening = Object.entries(schemas).map(([name, schema]) => [
    name,
    sent.has(name) ? schema : opened(schema)
  ])
  return { ...spec, paths, components: { ...components, schemas: Object.fromEntries(opening) } }
}
