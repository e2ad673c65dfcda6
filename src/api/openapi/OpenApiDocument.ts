/**
 * Completes the generated OpenAPI document: security schemes, links between operations, webhooks,
 * and an example of every request and error.
 */
import { scopeTexts } from "../../domain/access/Scope.ts"
import { eventComponent, webhooksOf, webhookTag } from "./OpenApiEvents.ts"
import { requestExamples } from "./OpenApiExamples.ts"
import { headerComponents } from "./OpenApiHeaders.ts"
import { withLinks } from "./OpenApiLinks.ts"
import {
  isRecord,
  type Json,
  openAnswers,
  plainSchema,
  plainSchemas,
  recordOf
} from "./OpenApiSchemas.ts"

const contact = { name: "The operator of this server" }

const mapValues = (record: Json, f: (value: Json, key: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, isRecord(value) ? f(value, key) : value])
  )

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const errors: Readonly<Record<string, readonly [code: string, words: string, message: string]>> = {
  "400": [
    "BAD_REQUEST",
    "A query or a body that cannot be read",
    "limit: must be an integer from 1 to 100"
  ],
  "401": [
    "UNAUTHORIZED",
    "No valid credential",
    "The API key is not valid: it is unknown, revoked or expired"
  ],
  "403": [
    "FORBIDDEN",
    "A valid credential without the scope",
    "This operation needs the scope invoices:write, which the credential does not have"
  ],
  "404": [
    "RESOURCE_NOT_FOUND",
    "The workspace has no such resource",
    "No invoice has the id inv_01h2xcejqtf2nbrexx3vqjhp41"
  ],
  "422": [
    "UNPROCESSABLE",
    "A field, a rule or a state that does not allow it; every offending place is named",
    "line_items[0].quantity: must be greater than 0"
  ],
  "429": ["RATE_LIMITED", "Too many requests", "Too many requests; try again in 1 s"],
  "500": [
    "INTERNAL_ERROR",
    "A fault of the server",
    "An unexpected error occurred; X-Request-Id names it in our log"
  ]
}

const withExample = (response: Json, status: string): Json => {
  const known = errors[status]
  if (known === undefined) return response
  const [code, description, message] = known
  const error = { error: { code, message, status: Number(status) } }
  return {
    ...response,
    description,
    content: mapValues(recordOf(response["content"]), (media) => ({ ...media, example: error }))
  }
}

const describeOperation = (operation: Json): Json => {
  const example = requestExamples[String(operation["operationId"])]
  const body = operation["requestBody"]
  return {
    ...operation,
    responses: mapValues(recordOf(operation["responses"]), withExample),
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

const securitySchemes: Json = {
  bearer: {
    description:
      "An API key (`rk_…`) or an OAuth access token (`rat_…`). Each operation names the " +
      "scope that it needs.",
    type: "http",
    scheme: "bearer"
  },
  oauth2: {
    type: "oauth2",
    description: "For apps that act for a user, with PKCE (S256); tokens are sent as `bearer`.",
    flows: {
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "/oauth/token",
        refreshUrl: "/oauth/token",
        scopes: scopeTexts
      }
    }
  }
}

export const documentOperations = (spec: Json): Json => {
  const components = recordOf(spec["components"])
  const paths = mapValues(recordOf(spec["paths"]), (item) => mapValues(item, describeOperation))
  const { WebhookTestEvent, ...used } = mapValues(recordOf(components["schemas"]), plainSchema)
  const schemas = sorted({ ...used, Event: eventComponent })
  return openAnswers({
    ...spec,
    info: { ...recordOf(spec["info"]), contact },
    paths: withLinks(recordOf(plainSchemas(paths))),
    tags: [...listOf(spec["tags"]), webhookTag],
    webhooks: webhooksOf(WebhookTestEvent),
    components: {
      ...components,
      schemas,
      headers: headerComponents,
      securitySchemes
    }
  })
}
