/**
 * The OpenAPI document as a collection of requests in Postman's format 2.1, which Bruno and others
 * read too. Its first folder does the main job; ids that a request creates are variables of those
 * after it.
 */
import { Predicate } from "effect"

type Json = Record<string, unknown>
const recordOf = (value: unknown): Json => (Predicate.isObject(value) ? { ...value } : {})
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A new workspace can do these one after the other. */
const mainJob = [
  "clients.create",
  "projects.create",
  "invoices.create",
  "invoices.send",
  "payments.record",
  "invoices.get"
]

/** Ids of examples, by their prefix: they stand for what was made before. */
const variables: Readonly<Record<string, string>> = {
  client: "client_id",
  proj: "project_id",
  inv: "invoice_id"
}

interface Operation {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly said: Json
  readonly statuses: ReadonlyArray<number>
}

/** The variable of the id after a path segment: `/clients/{id}` has a `client_id`. */
const nameAfter = (part: string): string => `${part.replace(/s$/, "")}_id`

/**
 * Examples with variables for ids; fields that name a person are omitted, since no request creates
 * one.
 */
const withVariables = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withVariables)
  if (Predicate.isObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => !textOf(one).startsWith("user_"))
        .map(([key, one]) => [key, withVariables(one)])
    )
  }
  const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(textOf(value))?.[1]
  const name = prefix === undefined ? undefined : variables[prefix]
  return name === undefined ? value : `{{${name}}}`
}

const bodyOf = (said: Json): Json => {
  const [found] = Object.entries(recordOf(recordOf(said["requestBody"])["content"]))
  if (found === undefined) return {}
  const [type, media] = [found[0], recordOf(found[1])]
  const fields = Object.keys(recordOf(recordOf(media["schema"])["properties"]))
  if (type === "application/json") {
    const raw = JSON.stringify(withVariables(media["example"] ?? {}), null, 2)
    return { body: { mode: "raw", raw, options: { raw: { language: "json" } } } }
  }
  if (type === "multipart/form-data") {
    const formdata = fields.map((key) =>
      key === "file" ? { key, type: "file", src: [] } : { key, type: "text", value: "" }
    )
    return { body: { mode: "formdata", formdata } }
  }
  const example = recordOf(media["example"])
  const urlencoded = Object.entries(example).map(([key, value]) => ({ key, value }))
  return { body: { mode: "urlencoded", urlencoded } }
}

const urlOf = ({ path, said }: Operation): Json => {
  const parts = path.split("/").slice(1)
  const raw = parts.map((part) => part.replace(/^\{(\w+)\}$/, ":$1"))
  const query = listOf(said["parameters"])
    .map(recordOf)
    .filter((parameter) => parameter["in"] === "query")
    .map(({ name, description }) => ({ key: name, value: "", description, disabled: true }))
  const variable = parts.flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return []
    return [{ key: name, value: `{{${name === "id" ? nameAfter(parts[at - 1] ?? "") : name}}}` }]
  })
  return {
    raw: `{{base_url}}/${raw.join("/")}`,
    host: ["{{base_url}}"],
    path: raw,
    query,
    variable
  }
}

/** Checks the status and stores the new id. */
const scriptOf = ({ path, statuses }: Operation, wanted: ReadonlyArray<number>): Json => {
  const made = path.split("/").findLast((part) => !part.startsWith("{")) ?? ""
  const keep = [
    "if (pm.response.code === 201) {",
    `  pm.collectionVariables.set("${nameAfter(made)}", pm.response.json().id)`,
    "}"
  ]
  const exec = [
    `pm.test("the status is one of ${wanted.join(", ")}", () => {`,
    `  pm.expect([${wanted.join(", ")}]).to.include(pm.response.code)`,
    "})",
    ...(statuses.includes(201) ? keep : [])
  ]
  return { listen: "test", script: { type: "text/javascript", exec } }
}

const itemOf = (operation: Operation, wanted: ReadonlyArray<number>): Json => {
  const { method, said } = operation
  const isJson = "application/json" in recordOf(recordOf(said["requestBody"])["content"])
  const hasKey = listOf(said["security"]).length > 0
  return {
    name: said["summary"],
    request: {
      method,
      description: said["description"] ?? "",
      header: isJson ? [{ key: "Content-Type", value: "application/json" }] : [],
      url: urlOf(operation),
      ...(hasKey ? {} : { auth: { type: "noauth" } }),
      ...bodyOf(said)
    },
    event: [scriptOf(operation, wanted)]
  }
}

const operationsOf = (document: Json): ReadonlyArray<Operation> =>
  Object.entries(recordOf(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(recordOf(methods)).map(([method, value]) => {
      const said = recordOf(value)
      return {
        id: textOf(said["operationId"]),
        tag: textOf(listOf(said["tags"])[0]),
        method: method.toUpperCase(),
        path,
        said,
        statuses: Object.keys(recordOf(said["responses"])).map(Number)
      }
    })
  )

export const collectionOf = (value: unknown): Json => {
  const document = recordOf(value)
  const info = recordOf(document["info"])
  const operations = operationsOf(document)
  const job = mainJob.flatMap((id) => operations.filter((operation) => operation.id === id))
  const succeeded = ({ statuses }: Operation) => statuses.filter((status) => status < 300)
  return {
    info: {
      name: info["title"],
      description: info["description"],
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{api_key}}", type: "string" }] },
    variable: [
      { key: "base_url", value: "http://127.0.0.1:3000" },
      { key: "api_key", value: "" }
    ],
    item: [
      {
        name: "The main job",
        description:
          "From a client to a payment: run it first, it makes the ids that the rest use.",
        item: job.map((operation) => itemOf(operation, succeeded(operation)))
      },
      ...listOf(document["tags"]).map((value) => {
        const { name, description } = recordOf(value)
        const own = operations.filter(({ tag }) => tag === name)
        return {
          name,
          description,
          item: own.map((operation) => itemOf(operation, operation.statuses))
        }
      })
    ]
  }
}
