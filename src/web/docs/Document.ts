/**
 * The OpenAPI document as the page shows it: operations by group with their parameters, bodies and
 * answers, and every named schema as rows. It adds nothing to the document.
 */
import { Predicate } from "effect"

type Json = Record<string, unknown>
const recordOf = (value: unknown): Json => (Predicate.isObject(value) ? { ...value } : {})
const arrayOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A type in words; `schema` is the name of a schema of its own. */
export interface TypeText {
  readonly before: string
  readonly schema: string | null
  readonly after: string
}

export interface DocumentedField {
  /** Nested fields by their path: `client.id`, `line_items[].quantity`. */
  readonly name: string
  readonly type: TypeText
  readonly required: boolean
  readonly description: string
}

export interface Body {
  readonly isJson: boolean
  readonly type: TypeText
  readonly rows: ReadonlyArray<DocumentedField>
  readonly example: string | null
}

export interface DocumentedAnswer {
  readonly status: string
  readonly description: string
  readonly body: Body | null
}

export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<DocumentedField & { readonly place: string }>
  readonly body: Body | null
  readonly answers: ReadonlyArray<DocumentedAnswer>
}

export interface Group {
  readonly name: string
  readonly description: string
  readonly operations: ReadonlyArray<DocumentedOperation>
}

export interface NamedSchema {
  readonly name: string
  readonly description: string
  readonly rows: ReadonlyArray<DocumentedField>
}

export interface ApiDocument {
  readonly title: string
  readonly description: string
  readonly authentication: string
  readonly groups: ReadonlyArray<Group>
  readonly schemas: ReadonlyArray<NamedSchema>
}

const plain = (before: string): TypeText => ({ before, schema: null, after: "" })

/** Only our own bounds: the range of JavaScript's integers is left out. */
const boundsText = (schema: Json): string => {
  const said = (name: string, words: string): ReadonlyArray<string> => {
    const value = schema[name]
    return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER
      ? [`${words} ${value}`]
      : []
  }
  return [
    ...said("minimum", "from"),
    ...said("maximum", "to"),
    ...said("maxLength", "at most characters:"),
    ...said("maxItems", "at most items:"),
    ...said("default", "default")
  ].join(", ")
}

const typeOf = (value: unknown): TypeText => {
  const schema = recordOf(value)
  const name = /^#\/components\/schemas\/(.+)$/.exec(textOf(schema["$ref"]))?.[1]
  if (name !== undefined) return { before: "", schema: name, after: "" }
  const choices = arrayOf(schema["anyOf"])
  if (choices.length > 0) {
    const parts = choices.map(typeOf)
    const named = parts.find((part) => part.schema !== null)
    if (named === undefined) return plain(parts.map(({ before }) => before).join(" or "))
    const others = parts.filter((part) => part !== named).map(({ before }) => ` or ${before}`)
    return { ...named, after: named.after + others.join("") }
  }
  if (Array.isArray(schema["enum"])) {
    return plain(schema["enum"].map((one) => JSON.stringify(one)).join(" or "))
  }
  if (schema["type"] === "array") {
    const item = typeOf(schema["items"])
    return { ...item, before: `list of ${item.before}` }
  }
  const bounds = boundsText(schema)
  const format = textOf(schema["format"])
  const words = textOf(schema["type"]) || "any JSON"
  return plain(
    `${words}${format === "" ? "" : ` (${format})`}${bounds === "" ? "" : `, ${bounds}`}`
  )
}

const descriptionOf = (schema: Json): string =>
  textOf(schema["description"]) ||
  arrayOf(schema["allOf"])
    .map((part) => textOf(recordOf(part)["description"]))
    .join(" ")
    .trim()

/** The object that a value is made of where it has no name of its own, and how its path goes on. */
const inlineObject = (value: unknown): { readonly schema: Json; readonly step: string } | null => {
  const schema = recordOf(value)
  if (schema["type"] === "object" && schema["properties"] !== undefined)
    return { schema, step: "." }
  if (schema["type"] === "array") {
    const item = inlineObject(schema["items"])
    return item === null ? null : { ...item, step: `[]${item.step}` }
  }
  const choices = arrayOf(schema["anyOf"]).flatMap((choice) => inlineObject(choice) ?? [])
  return choices[0] ?? null
}

/** The types of a union, each with the values of the discriminator that mean it. */
const variantsOf = (schema: Json): ReadonlyArray<DocumentedField> => {
  const values = Object.entries(recordOf(recordOf(schema["discriminator"])["mapping"]))
  return arrayOf(schema["oneOf"]).map((one) => ({
    name: "one of",
    type: typeOf(one),
    required: true,
    description: values
      .filter(([, ref]) => ref === recordOf(one)["$ref"])
      .map(([type]) => `\`${type}\``)
      .join(", ")
  }))
}

const documentedFields = (value: unknown, prefix = ""): ReadonlyArray<DocumentedField> => {
  const schema = recordOf(value)
  const required = arrayOf(schema["required"])
  if (schema["oneOf"] !== undefined) return variantsOf(schema)
  return Object.entries(recordOf(schema["properties"])).flatMap(([key, property]) => {
    const name = `${prefix}${key}`
    const row = {
      name,
      type: typeOf(property),
      required: required.includes(key),
      description: descriptionOf(recordOf(property))
    }
    const inner = inlineObject(property)
    return inner === null ? [row] : [row, ...documentedFields(inner.schema, `${name}${inner.step}`)]
  })
}

const bodyOf = (content: unknown): Body | null => {
  const [first] = Object.entries(recordOf(content))
  if (first === undefined) return null
  const [type, media] = [first[0], recordOf(first[1])]
  const { example, schema } = media
  const isJson = type === "application/json"
  return {
    isJson,
    type: isJson ? typeOf(schema) : plain(type),
    rows: documentedFields(schema),
    example: example === undefined ? null : JSON.stringify(example, null, 2)
  }
}

const operationOf = (method: string, path: string, operation: Json): DocumentedOperation => ({
  id: textOf(operation["operationId"]),
  method: method.toUpperCase(),
  path,
  summary: textOf(operation["summary"]),
  description: textOf(operation["description"]),
  parameters: arrayOf(operation["parameters"]).map((value) => {
    const parameter = recordOf(value)
    const schema = recordOf(parameter["schema"])
    return {
      place: textOf(parameter["in"]),
      name: textOf(parameter["name"]),
      type: typeOf(schema),
      required: parameter["required"] === true,
      description: textOf(parameter["description"]) || descriptionOf(schema)
    }
  }),
  body: bodyOf(recordOf(operation["requestBody"])["content"]),
  answers: Object.entries(recordOf(operation["responses"])).map(([status, value]) => ({
    status,
    description: textOf(recordOf(value)["description"]),
    body: bodyOf(recordOf(value)["content"])
  }))
})

export const readDocument = (value: unknown): ApiDocument => {
  const document = recordOf(value)
  const info = recordOf(document["info"])
  const components = recordOf(document["components"])
  const all = Object.entries(recordOf(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(recordOf(methods)).map(([method, operation]) => ({
      tags: arrayOf(recordOf(operation)["tags"]),
      operation: operationOf(method, path, recordOf(operation))
    }))
  )
  return {
    title: textOf(info["title"]),
    description: textOf(info["description"]),
    authentication: Object.values(recordOf(components["securitySchemes"]))
      .map((scheme) => textOf(recordOf(scheme)["description"]))
      .join("\n\n"),
    groups: arrayOf(document["tags"])
      .map((tag) => ({
        name: textOf(recordOf(tag)["name"]),
        description: textOf(recordOf(tag)["description"]),
        operations: all.flatMap(({ tags, operation }) =>
          tags.includes(recordOf(tag)["name"]) ? [operation] : []
        )
      }))
      .filter(({ operations }) => operations.length > 0),
    schemas: Object.entries(recordOf(components["schemas"]))
      .map(([name, schema]) => ({
        name,
        description: descriptionOf(recordOf(schema)),
        rows: documentedFields(schema)
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}
