/**
 * Which headers each answer of an operation has, in the OpenAPI document: they follow from the operation's rule
 * and from the status, as they do in the middlewares. What is always sent is `required`.
 */
import type { EndpointRule } from "../endpoint/EndpointRule.ts"
import { type Json, recordOf } from "./OpenApiSchemas.ts"

const header = (description: string, schema: Json, example: string | number, required = true) => ({
  description,
  required,
  schema,
  example
})
const text = (pattern: string) => ({ type: "string", pattern })
const only = (value: string) => ({ type: "string", enum: [value] })

const etag = '"5f2b6c1d9a0e4f7381c2d3e4f5a6b7c8"'

/** Every header, by the name under which answers refer to it. */
export const headerComponents = {
  RequestId: header(
    "Names the request in our log",
    text("^req_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$"),
    "req_01h2xcejqtf2nbrexx3vqjhp41"
  ),
  RateLimitPolicy: header(
    "The bucket of the workspace's plan: how many tokens it holds, and in how many seconds it fills. Absent where limits are off",
    { type: "string" },
    '"workspace";q=500;w=100',
    false
  ),
  RateLimit: header(
    "Tokens left, and seconds until the bucket is full. Absent where limits are off",
    { type: "string" },
    '"workspace";r=499;t=1',
    false
  ),
  ETag: header("Names this state of the resource", text('^"[A-Za-z0-9_-]+"$'), etag),
  NoStore: header("Nobody keeps it", only("no-store"), "no-store"),
  AskAgain: header(
    "The caller alone may keep it, and asks each time with `If-None-Match`",
    only("private, no-cache"),
    "private, no-cache"
  ),
  RetryAfter: header(
    "Seconds after which to try again",
    { type: "integer", format: "int64", minimum: 1, maximum: 86_400 },
    1
  ),
  Challenge: header(
    "How to authenticate (RFC 6750)",
    { type: "string" },
    'Bearer realm="retainer", error="invalid_token"'
  ),
  IdempotentReplayed: header(
    "Only with the answer of an earlier request with the same `Idempotency-Key`",
    only("true"),
    "true",
    false
  ),
  ContentDisposition: header(
    "The name of the file",
    { type: "string" },
    'inline; filename="INV-0001.pdf"'
  ),
  Vary: header(
    "Which headers of the request the answer depends on, if on any",
    { type: "string" },
    "Accept, Accept-Encoding",
    false
  ),
  NextPage: header(
    "Of a table: the next page (RFC 8288); absent on the last one",
    { type: "string" },
    '</v1/invoices?cursor=eyJhIjoi>; rel="next"',
    false
  )
} as const

const ref = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` })

const limits = { "RateLimit-Policy": ref("RateLimitPolicy"), RateLimit: ref("RateLimit") }

/** What the status alone decides. */
const ofStatus: Readonly<Record<string, Json>> = {
  "401": { "WWW-Authenticate": ref("Challenge") },
  "403": { "WWW-Authenticate": ref("Challenge") },
  "429": { "Retry-After": ref("RetryAfter") }
}

const ofSuccess = (rule: EndpointRule, status: string): Json => ({
  ...(rule.answers === "other" ? {} : { ETag: ref("ETag") }),
  ...(rule.answers === "file" ? { "Content-Disposition": ref("ContentDisposition") } : {}),
  ...(rule.isIdempotent ? { "Idempotent-Replayed": ref("IdempotentReplayed") } : {}),
  ...(status === "204" || rule.holdsSecret ? {} : { Vary: ref("Vary") }),
  ...(rule.table === undefined ? {} : { Link: ref("NextPage") }),
  ...(rule.location !== undefined && status === "201"
    ? {
        Location: header(
          "Where it is found",
          { type: "string", format: "uri-reference" },
          `${rule.location}/{id}`
        )
      }
    : {})
})

const headersOf = (rule: EndpointRule, status: string): Json => {
  const own = status.startsWith("2") ? ofSuccess(rule, status) : (ofStatus[status] ?? {})
  // A request without a workspace has no bucket; a defect may come before it was asked.
  const isCounted = rule.access.kind !== "none" && status !== "401" && status !== "500"
  return {
    "X-Request-Id": ref("RequestId"),
    "Cache-Control": ref("ETag" in own ? "AskAgain" : "NoStore"),
    ...(isCounted ? limits : {}),
    ...own
  }
}

/** The answers with their headers, and that to whoever has the resource already. */
export const withHeaders = (rule: EndpointRule, method: string, responses: Json): Json => {
  const all = Object.entries(responses).map(([status, response]) => [
    status,
    { ...recordOf(response), headers: headersOf(rule, status) }
  ])
  const answers = Object.fromEntries(all)
  if (method !== "GET" || rule.answers === "other") return answers
  const { "Content-Disposition": _, ...headers } = headersOf(rule, "200")
  return {
    ...answers,
    "304": { description: "The caller has it: `If-None-Match` names its `ETag`", headers }
  }
}
