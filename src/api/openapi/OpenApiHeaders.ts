/**
 * Response headers in the OpenAPI document, by the rule of the operation and the status, as in the
 * middlewares. A header that is always sent is `required`.
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

export const headerComponents = {
  RequestId: header(
    "The id of the request in the server's log",
    text("^req_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$"),
    "req_01h2xcejqtf2nbrexx3vqjhp41"
  ),
  RateLimitPolicy: header(
    "The bucket of the workspace's plan: how many tokens it holds, and in how many seconds " +
      "it fills. Absent where limits are off",
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
  ETag: header("The state of the resource", text('^"[A-Za-z0-9_-]+"$'), etag),
  ETagOfDone: header(
    "The state of the resource; absent with `Preference-Applied`",
    text('^"[A-Za-z0-9_-]+"$'),
    etag,
    false
  ),
  NoStore: header("No cache stores the answer", only("no-store"), "no-store"),
  Revalidate: header(
    "Private caches revalidate the answer with `If-None-Match` before each use",
    only("private, no-cache"),
    "private, no-cache"
  ),
  RevalidateDone: header(
    "`no-store` with `Preference-Applied`; otherwise private caches revalidate the answer with " +
      "`If-None-Match` before each use",
    { type: "string", enum: ["private, no-cache", "no-store"] },
    "private, no-cache"
  ),
  RetryAfter: header(
    "Seconds to wait before the next attempt",
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
  PreferenceApplied: header(
    "Only with the answer to `Prefer: dry-run`: nothing was done",
    only("dry-run"),
    "dry-run",
    false
  ),
  ContentDisposition: header(
    "The name of the file",
    { type: "string" },
    'inline; filename="INV-0001.pdf"'
  ),
  Vary: header(
    "The request headers that the answer depends on",
    { type: "string" },
    "Accept, Accept-Encoding",
    false
  ),
  NextPage: header(
    "The next page of a table (RFC 8288); absent on the last page",
    { type: "string" },
    '</v1/invoices?cursor=eyJhIjoi>; rel="next"',
    false
  )
} as const

const ref = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` })

const limits = { "RateLimit-Policy": ref("RateLimitPolicy"), RateLimit: ref("RateLimit") }

const ofStatus: Readonly<Record<string, Json>> = {
  "401": { "WWW-Authenticate": ref("Challenge") },
  "403": { "WWW-Authenticate": ref("Challenge") },
  "429": { "Retry-After": ref("RetryAfter") }
}

const ofSuccess = (rule: EndpointRule, status: string): Json => ({
  ...(rule.answers === "other"
    ? {}
    : { ETag: ref(rule.dryRun === undefined ? "ETag" : "ETagOfDone") }),
  ...(rule.answers === "file" ? { "Content-Disposition": ref("ContentDisposition") } : {}),
  ...(rule.isIdempotent ? { "Idempotent-Replayed": ref("IdempotentReplayed") } : {}),
  ...(status === "204" || rule.holdsSecret ? {} : { Vary: ref("Vary") }),
  ...(rule.table === undefined ? {} : { Link: ref("NextPage") }),
  ...(rule.location !== undefined && status === "201"
    ? {
        Location: header(
          rule.dryRun === undefined
            ? "The path of the new resource"
            : "The path of the new resource; absent with `Preference-Applied`",
          { type: "string", format: "uri-reference" },
          `${rule.location}/{id}`,
          rule.dryRun === undefined
        )
      }
    : {})
})

const headersOf = (rule: EndpointRule, status: string): Json => {
  const own = status.startsWith("2") ? ofSuccess(rule, status) : (ofStatus[status] ?? {})
  // Without a workspace there is no bucket, and a defect can precede the rate limit.
  const isCounted = rule.access.kind !== "none" && status !== "401" && status !== "500"
  return {
    "X-Request-Id": ref("RequestId"),
    "Cache-Control": ref(
      !("ETag" in own) ? "NoStore" : rule.dryRun === undefined ? "Revalidate" : "RevalidateDone"
    ),
    ...(isCounted ? limits : {}),
    ...(rule.dryRun === undefined ? {} : { "Preference-Applied": ref("PreferenceApplied") }),
    ...own
  }
}

/** The answers with their headers, and the 304 of a resource. */
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
    "304": { description: "Not modified: `If-None-Match` names the current `ETag`", headers }
  }
}
