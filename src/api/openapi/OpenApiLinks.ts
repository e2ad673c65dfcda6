/**
 * OpenAPI links: each 201 links to the operations of the new resource, with the id of the answer,
 * below the path of `Location`.
 */
import { isRecord, type Json, recordOf } from "./OpenApiSchemas.ts"

const methods = ["get", "post", "patch", "delete"]

const requiresQuery = ({ parameters }: Json): boolean =>
  Array.isArray(parameters) &&
  parameters.some((one) => recordOf(one)["in"] === "query" && recordOf(one)["required"] === true)

/** Operations that need the id alone. */
const operationsBelow = (paths: Json, own: string): ReadonlyArray<Json> =>
  Object.entries(paths)
    .filter(([path]) => path === own || path.startsWith(`${own}/`))
    .filter(([path]) => path.split("{").length === 2)
    .flatMap(([, item]) => methods.map((method) => recordOf(item)[method]))
    .filter(isRecord)
    .filter((operation) => !requiresQuery(operation))

const linkTo = ({ operationId, summary }: Json) => [
  String(operationId),
  { operationId, parameters: { id: "$response.body#/id" }, description: summary }
]

const exampleId = (operation: Json): string => {
  const parameters = operation["parameters"]
  const [id] = Array.isArray(parameters) ? parameters : []
  const examples = recordOf(recordOf(id)["schema"])["examples"]
  return Array.isArray(examples) ? String(examples[0]) : ""
}

const linked = (paths: Json, response: Json): Json => {
  const headers = recordOf(response["headers"])
  const location = recordOf(headers["Location"])
  const own = location["example"]
  if (typeof own !== "string") return response
  const operations = operationsBelow(paths, own)
  const [get] = operations
  if (get === undefined) throw new Error(`Nothing is found at ${own}`)
  const example = own.replace("{id}", exampleId(get))
  return {
    ...response,
    headers: { ...headers, Location: { ...location, example } },
    links: Object.fromEntries(operations.map(linkTo))
  }
}

export const withLinks = (paths: Json): Json => {
  const each = (operation: unknown): unknown => {
    if (!isRecord(operation)) return operation
    const responses = recordOf(operation["responses"])
    const created = responses["201"]
    return isRecord(created)
      ? { ...operation, responses: { ...responses, "201": linked(paths, created) } }
      : operation
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(recordOf(item)).map(([method, one]) => [method, each(one)]))
    ])
  )
}
