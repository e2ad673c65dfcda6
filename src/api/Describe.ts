/** Words, security and headers of an operation in the OpenAPI document, from its rule. */
import { type Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { EndpointRule } from "./EndpointRule.ts"

export interface Words {
  readonly summary: string
  readonly description?: string
}

const securityOf = ({ access }: EndpointRule): ReadonlyArray<object> => {
  if (access.kind === "none") return []
  return access.kind === "any"
    ? access.scopes.map((one) => ({ bearer: [one] }))
    : [{ bearer: access.scopes }]
}

/** What the caller needs, as the last words of the description; nothing where it needs nothing. */
const neededFor = ({ access }: EndpointRule): string | undefined => {
  if (access.kind === "none") return undefined
  const named = access.scopes.map((one) => `\`${one}\``)
  if (access.kind === "all") return `Scopes: ${named.join(", ")}`
  return access.kind === "any"
    ? `Scope: ${named.join(" or ")}`
    : `An API key with ${named.join(", ")}`
}

const headerParameter = (name: string, description: string) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" }
})

const idempotencyKey = headerParameter(
  "Idempotency-Key",
  "1 to 255 printable ASCII characters, kept for 24 hours: a repeat gets the first answer with `Idempotent-Replayed: true`"
)
const ifMatch = headerParameter("If-Match", "ETags; 422 where the resource has another by now")
const ifNoneMatch = headerParameter(
  "If-None-Match",
  "ETags; 304 where the resource still has one of them"
)

const headersOf = (rule: EndpointRule, method: string): ReadonlyArray<object> => {
  if (rule.isIdempotent) return [idempotencyKey]
  if (rule.answers !== "resource") return []
  return method === "PATCH" ? [ifMatch] : method === "GET" ? [ifNoneMatch] : []
}

/** What a list that is also a table says of it: the example is its header row. */
const tableResponse = ({ table = [] }: EndpointRule, responses: Record<string, object>) => {
  const answer: { readonly content?: object } = responses["200"] ?? {}
  const csv = {
    schema: { type: "string", description: "RFC 4180, with a header row" },
    example: `${table.map(({ name }) => name).join(",")}\r\n`
  }
  return { ...responses, "200": { ...answer, content: { ...answer.content, "text/csv": csv } } }
}

export const describeRule = (
  rule: EndpointRule,
  method: string,
  { summary, description }: Words
): Context.Context<never> =>
  OpenApi.annotations({
    summary,
    description: [description, neededFor(rule)].filter((one) => one !== undefined).join("\n\n"),
    transform: (document) => ({
      ...document,
      parameters: [...document["parameters"], ...headersOf(rule, method)],
      ...(rule.isBodyOptional
        ? { requestBody: { ...document["requestBody"], required: false } }
        : {}),
      ...(rule.table === undefined
        ? {}
        : { responses: tableResponse(rule, document["responses"]) }),
      security: securityOf(rule)
    })
  })

/**
 * The id of a path. It stays text here: an id of the wrong form is a resource that does not exist
 * (404), not a bad request.
 */
export const idParam = (prefix: string, of: string) => ({
  id: Schema.String.annotate({
    description: `The id of ${of}`,
    examples: [`${prefix}_01h2xcejqtf2nbrexx3vqjhp41`]
  })
})
