/**
 * Representation of an answer. The shape of the resource or list encodes it without the schema: the
 * compiler has checked it, and a test proves that both encode the same. An endpoint that declares
 * to answer one resource gets an ETag (RFC 9110 §8.8.3), a hash of the content without its coding.
 * If-None-Match answers 304; If-Match goes to the change, which compares it under its lock. A 201
 * has a `Location`. A list that declares a table follows `Accept`.
 */
import { hash } from "node:crypto"
import { HttpBody, HttpServerResponse } from "effect/http"
import { allowCompression } from "../../api/endpoint/Bodies.ts"
import type { EndpointRule, Location } from "../../api/endpoint/EndpointRule.ts"
import type { Shape } from "../../domain/Resource.ts"
import { canRead, plainTag } from "../body/ContentCoding.ts"
import { inForm } from "../lists/Tables.ts"
import type { RequestHead } from "./RequestContext.ts"

/** A page of a log. Its entries are JSON texts, which are not parsed. */
export const logAnswer = (
  entries: ReadonlyArray<string>,
  meta: { readonly limit: number; readonly next_after: number }
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(`{"data":[${entries.join(",")}],"meta":${JSON.stringify(meta)}}`, {
    contentType: "application/json"
  })

export const answerOf = <T>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(toWire(value))

/** `Location` is the id until the endpoint's rule completes it. */
export const createdAnswer = <T extends { readonly id: string }>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(toWire(value), { status: 201, headers: { location: value.id } })

/** The tags of a header; "*" stands for any. */
const tagsOf = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim())

/**
 * The caller's tag of this representation, by weak comparison (RFC 9110 §13.1.2). A tag of a coding
 * matches if the caller still accepts that coding.
 */
const knownTag = ({ headers }: RequestHead, tag: string, header: string): string | undefined => {
  const known = tagsOf(header).map((one) => one.replace(/^W\//, ""))
  return known.includes("*")
    ? tag
    : known.find((one) => plainTag(one) === tag && canRead(headers["accept-encoding"], one))
}

/** The answer, or 304 if the caller has it already. */
export const unlessKnown = (
  request: RequestHead,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { method, headers } = request
  const header = method === "GET" || method === "HEAD" ? headers["if-none-match"] : undefined
  const { etag, vary } = response.headers
  if (header === undefined || etag === undefined) return response
  const known = knownTag(request, etag, header)
  return known === undefined
    ? response
    : HttpServerResponse.empty({
        status: 304,
        headers: { etag: known, ...(vary === undefined ? {} : { vary }) }
      })
}

const tagOf = (json: string | Uint8Array): string => `"${hash("sha256", json, "hex").slice(0, 32)}"`

const withTag = (response: HttpServerResponse.HttpServerResponse) =>
  response.status < 300 && response.body._tag === "Uint8Array"
    ? // The hash of a text is that of its bytes, which need not be made.
      HttpServerResponse.setHeader(
        response,
        "etag",
        tagOf(response.body.text ?? response.body.body)
      )
    : response

const longestText = 16 * 1024

/**
 * Long answers become bytes before they are cached or sent. As text they would fill V8's heap, and
 * a compressed answer would need the bytes as well. A short text is sent in one write with its
 * headers. The buffer is not pooled: a cached slice would hold the whole pool of 64 KiB in memory.
 */
export const longAsBytes = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentLength <= longestText) {
    return response
  }
  const bytes = Buffer.allocUnsafeSlow(body.contentLength)
  bytes.write(body.text)
  return HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, body.contentType))
}

/** Completes the id that the handler gave. */
const withLocation = (
  response: HttpServerResponse.HttpServerResponse,
  location: Location
): HttpServerResponse.HttpServerResponse => {
  const id = response.headers["location"]
  return id === undefined
    ? response
    : HttpServerResponse.setHeader(response, "location", `${location}/${id}`)
}

const expectation = (header: string) => {
  const tags = tagsOf(header).map(plainTag)
  return (representation: unknown) =>
    tags.includes("*") || tags.includes(tagOf(JSON.stringify(representation)))
}

/**
 * An If-Match without a tag is refused (RFC 9110 §13.1.1), also for a repeat that would get the
 * stored answer.
 */
export const conditionProblem = (
  { headers }: RequestHead,
  { comparesIfMatch }: EndpointRule
): string | undefined =>
  comparesIfMatch && headers["if-match"]?.trim() === ""
    ? "If-Match: must be * or a list of ETags"
    : undefined

/** The tag that If-Match expects of the resource that the request changes. */
export const expectedBy = ({ headers }: RequestHead, { comparesIfMatch }: EndpointRule) => {
  const header = comparesIfMatch ? headers["if-match"] : undefined
  return header === undefined ? null : expectation(header)
}

type Step = (
  request: RequestHead,
  response: HttpServerResponse.HttpServerResponse
) => HttpServerResponse.HttpServerResponse

/** Completes the answers of an endpoint by its rule; `unlessKnown` comes after it. */
export const representationOf = ({ answers, holdsSecret, location, table }: EndpointRule): Step => {
  const inAcceptedForm = table === undefined ? undefined : inForm(table)
  return (request, given) => {
    const formed = inAcceptedForm === undefined ? given : inAcceptedForm(request, given)
    const tagged = answers === "resource" ? withTag(formed) : formed
    const placed = location === undefined ? tagged : withLocation(tagged, location)
    const response = longAsBytes(placed)
    return holdsSecret ? response : allowCompression(response)
  }
}
