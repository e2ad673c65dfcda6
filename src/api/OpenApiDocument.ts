/**
 * What the generated OpenAPI document says beyond the schemas: the headers that come with every answer, and
 * an example of every request and error.
 */
import { requestExamples } from "./OpenApiExamples.ts"
import { isRecord, type Json, plainSchema, plainSchemas, recordOf } from "./OpenApiSchemas.ts"

const mapValues = (record: Json, f: (value: Json, key: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, isRecord(value) ? f(value, key) : value])
  )

const header = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example
})

const requestId = header("Names the request in our log", "req_01h2xcejqtf2nbrexx3vqjhp41")
const limits = {
  "RateLimit-Policy": header("The bucket of the workspace's plan", '"workspace";q=500;w=100'),
  RateLimit: header("Tokens left, and seconds until it is full", '"workspace";r=499;t=1')
}

/** What an error of each status looks like. */
const errorExamples: Readonly<Record<string, readonly [code: string, message: string]>> = {
  "400": ["BAD_REQUEST", "limit: must be an integer from 1 to 100"],
  "401": ["UNAUTHORIZED", "The API key is not valid: it is unknown, revoked or expired"],
  "403": [
    "FORBIDDEN",
    "This operation needs the scope invoices:write, which the API key does not have"
  ],
  "404": ["RESOURCE_NOT_FOUND", "No invoice has the id inv_01h2xcejqtf2nbrexx3vqjhp41"],
  "422": ["UNPROCESSABLE", "line_items[0].quantity: must be greater than 0"],
  "429": ["RATE_LIMITED", "Too many requests; try again in 1 s"],
  "500": ["INTERNAL_ERROR", "An unexpected error occurred; X-Request-Id names it in our log"]
}

const describeResponse = (response: Json, status: string): Json => {
  const example = errorExamples[status]
  const headers = {
    ...recordOf(response["headers"]),
    "X-Request-Id": requestId,
    // A request without a workspace has no bucket; a defect may come before it was asked.
    ...(status === "401" || status === "500" ? {} : limits)
  }
  if (example === undefined) return { ...response, headers }
  const [code, message] = example
  const error = { error: { code, message, status: Number(status) } }
  return {
    ...response,
    headers,
    content: mapValues(recordOf(response["content"]), (media) => ({ ...media, example: error }))
  }
}

const describeOperation = (operation: Json): Json => {
  const example = requestExamples[String(operation["operationId"])]
  const body = operation["requestBody"]
  return {
    ...operation,
    responses: mapValues(recordOf(operation["responses"]), describeResponse),
    ...(isRecord(body) && example !== undefined
      ? {
          requestBody: {
            ...body,
            content: mapValues(recordOf(body["content"]), (media) => ({ ...media, example }))
          }
        }
      : {})
  }
}

const describe = (spec: Json): Json => ({
  ...spec,
  paths: mapValues(recordOf(spec["paths"]), (item) => mapValues(item, describeOperation))
})

const withPlainSchemas = (spec: Json): Json => {
  const components = recordOf(spec["components"])
  return {
    ...spec,
    paths: plainSchemas(spec["paths"]),
    components: { ...components, schemas: mapValues(recordOf(components["schemas"]), plainSchema) }
  }
}

export const documentOperations = (spec: Json): Json => withPlainSchemas(describe(spec))
