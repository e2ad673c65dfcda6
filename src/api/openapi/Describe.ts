/** Describes an operation in the OpenAPI document by its rule: text, security, headers. */
import { type Context, Schema, SchemaAST } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { documented } from "../../domain/Documented.ts"
import { idPattern } from "../../domain/Ids.ts"
import type { EndpointRule } from "../endpoint/EndpointRule.ts"
import { withHeaders } from "./OpenApiHeaders.ts"
import { type Json, plainSchema, recordOf } from "./OpenApiSchemas.ts"

export interface Described {
  readonly summary: string
  readonly description?: string
}

/** OpenAPI has scopes for OAuth alone; `x-required-scopes` names them for API keys too. */
const securityOf = ({ access }: EndpointRule): ReadonlyArray<object> => {
  if (access.kind === "none") return []
  const key = { bearer: [] }
  if (access.kind === "all of a key") return [key]
  const ways = access.kind === "any" ? access.scopes.map((one) => [one]) : [access.scopes]
  return [key, ...ways.map((scopes) => ({ oauth2: scopes }))]
}

const scopesOf = ({ access }: EndpointRule): object =>
  access.kind === "none"
    ? {}
    : { "x-required-scopes": { [access.kind === "any" ? "any" : "all"]: access.scopes } }

/** False if no token is accepted: an operation for API keys alone has no role. */
const needsRole = ({ access }: EndpointRule): boolean =>
  (access.kind === "any" || access.kind === "all") && access.role === "admin"

const roleOf = (rule: EndpointRule): object =>
  needsRole(rule) ? { "x-required-role": "admin" } : {}

/** The end of the description: the scopes that the caller needs. */
const neededFor = (rule: EndpointRule): string | undefined => {
  const { access } = rule
  if (access.kind === "none") return undefined
  const named = access.scopes.map((one) => `\`${one}\``)
  if (access.kind === "all") return `Scopes: ${named.join(", ")}`
  return access.kind === "any"
    ? `Scope: ${named.join(" or ")}`
    : `An API key with ${named.join(", ")}`
}

const leastRole = "The token of a user works only where the user is owner or admin."

const headerParameter = (name: string, description: string, schema: object) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string", ...schema }
})

const idempotencyKey = headerParameter(
  "Idempotency-Key",
  "1 to 255 printable ASCII characters, kept for 24 hours: a repeat gets the first answer " +
    "with `Idempotent-Replayed: true`",
  // A header neither begins nor ends with a space.
  { minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7E]([\\x20-\\x7E]*[\\x21-\\x7E])?$" }
)
const tags = { minLength: 1, examples: ['"5f2b6c1d9a0e4f7381c2d3e4f5a6b7c8"'] }
const ifMatch = headerParameter(
  "If-Match",
  "ETags, or `*`, of the resource that the first id of the path names; 422 if it now has " +
    "another tag",
  tags
)
// Without an example: tools that replay examples would never make anything.
const prefer = headerParameter(
  "Prefer",
  "`dry-run` (RFC 7240): everything is checked and answered as it would be, with " +
    "`Preference-Applied: dry-run`, and nothing is written or sent. The answer has null for " +
    "what only a real run is given: `id`, `number`, `created_at`, new links",
  {}
)
const ifNoneMatch = headerParameter(
  "If-None-Match",
  "ETags, or `*`; 304 where the resource still has one of them",
  tags
)

const headersOf = (rule: EndpointRule, method: string): ReadonlyArray<object> => {
  if (method === "GET") return rule.answers === "other" ? [] : [ifNoneMatch]
  return [
    ...(rule.isIdempotent ? [idempotencyKey] : []),
    ...(rule.comparesIfMatch ? [ifMatch] : []),
    ...(rule.dryRun === undefined ? [] : [prefer])
  ]
}

/**
 * Descriptions by parameter: those of the code's side, which a transformation of the text has lost.
 */
const parameterWords = ({
  query
}: Pick<HttpApiEndpoint.Top, "query">): ReadonlyMap<string, unknown> => {
  const named = query && SchemaAST.resolve(query.ast)?.["named"]
  const { ast } = Schema.isSchema(named) ? named : (query ?? Schema.Void)
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Map(
    fields.map(({ name, type }) => [String(name), type.context?.annotations?.["description"]])
  )
}

/** OpenAPI expects the description at the parameter, not at its schema. */
const describeParameter =
  (words: ReadonlyMap<string, unknown>) =>
  (parameter: Json): Json => {
    const { description: said, ...schema } = recordOf(plainSchema(parameter["schema"]))
    const description = words.get(String(parameter["name"])) ?? said
    return { ...parameter, ...(description === undefined ? {} : { description }), schema }
  }

const tableNote =
  "With `Accept: text/csv` the page is a table (RFC 4180) whose header row is `x-csv-columns`."

/**
 * An extension: a second media type makes the answer's type in generated clients a union with
 * `string` (docs/decisions/0064).
 */
const columnsOf = ({ table }: EndpointRule): object =>
  table === undefined ? {} : { "x-csv-columns": table.map(({ name }) => name) }

export const describeRule = (
  rule: EndpointRule,
  endpoint: HttpApiEndpoint.Top,
  { summary, description }: Described
): Context.Context<never> =>
  OpenApi.annotations({
    summary,
    description: [
      description,
      rule.table && tableNote,
      neededFor(rule),
      needsRole(rule) ? leastRole : undefined
    ]
      .filter((one) => one !== undefined)
      .join("\n\n"),
    transform: (document) => {
      const { method } = endpoint
      const parameters = document["parameters"].map(describeParameter(parameterWords(endpoint)))
      return {
        ...document,
        parameters: [...parameters, ...headersOf(rule, method)],
        ...(rule.isBodyOptional
          ? { requestBody: { ...document["requestBody"], required: false } }
          : {}),
        responses: withHeaders(rule, method, document["responses"]),
        security: securityOf(rule),
        ...scopesOf(rule),
        ...roleOf(rule),
        ...columnsOf(rule)
      }
    }
  })

/**
 * An id in a path. It is any text here: a malformed id is a resource that does not exist (404), not
 * a bad request.
 */
export const pathId = (prefix: string, description: string) =>
  Schema.String.check(
    Schema.makeFilter(() => undefined, {
      description,
      examples: [`${prefix}_01h2xcejqtf2nbrexx3vqjhp41`],
      ...documented({ pattern: idPattern(prefix) })
    })
  )

export const idParam = (prefix: string, of: string) => ({
  id: pathId(prefix, `The id of ${of}`)
})
