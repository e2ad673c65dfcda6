/**
 * ETags (RFC 9110 §8.8.3) on every answer that is one resource: a hash of what it says, not of how it
 * is written. If-None-Match answers 304; If-Match on PATCH is handed to the change, which compares it
 * under its lock.
 */
import { Effect, Layer, Predicate, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Representation } from "../../api/Middleware.ts"
import { IfMatch } from "../../app/Preconditions.ts"
import { Signer } from "../../app/ports/Signer.ts"
import { canonicalJson } from "../../domain/Canonical.ts"
import { textOf } from "./Idempotency.ts"

/** One resource: it has an identity and a beginning. Lists and results of actions have not. */
const resourceIn = (response: HttpServerResponse.HttpServerResponse): unknown => {
  if (!(response.headers["content-type"] ?? "").startsWith("application/json")) return undefined
  const text = textOf(response) ?? "null"
  // Lists begin so, and are not worth reading to their end.
  if (text.startsWith('{"data":')) return undefined
  const body: unknown = JSON.parse(text)
  return Predicate.isObject(body) && "id" in body && "created_at" in body ? body : undefined
}

/** The tags of a header; "*" stands for any. */
const tagsOf = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim())

export const layerRepresentation = Layer.effect(
  Representation,
  Effect.map(Signer, (signer) => {
    const etagOf = (resource: unknown): string =>
      `"${signer.hash(Redacted.make(canonicalJson(resource))).slice(0, 32)}"`

    const withTag = (response: HttpServerResponse.HttpServerResponse) => {
      if (response.headers["etag"] !== undefined || response.status >= 300) return response
      const resource = resourceIn(response)
      return resource === undefined
        ? response
        : HttpServerResponse.setHeader(response, "etag", etagOf(resource))
    }

    /** Weak and strong tags are the same here (RFC 9110 §13.1.2). */
    const isKnown = (response: HttpServerResponse.HttpServerResponse, header: string): boolean => {
      const tag = response.headers["etag"]
      const known = tagsOf(header).map((one) => one.replace(/^W\//, ""))
      return tag !== undefined && (known.includes("*") || known.includes(tag))
    }

    const expectation = (header: string) => {
      const tags = tagsOf(header)
      return (representation: unknown) =>
        tags.includes("*") || tags.includes(etagOf(representation))
    }

    return Representation.of(
      Effect.fnUntraced(function* (httpEffect) {
        const { method, headers } = yield* HttpServerRequest.HttpServerRequest
        const ifMatch = method === "PATCH" ? headers["if-match"] : undefined
        const expecting =
          ifMatch === undefined
            ? httpEffect
            : Effect.provideService(httpEffect, IfMatch, expectation(ifMatch))
        const response = withTag(yield* expecting)
        const ifNoneMatch = method === "GET" ? headers["if-none-match"] : undefined
        return ifNoneMatch !== undefined && isKnown(response, ifNoneMatch)
          ? HttpServerResponse.empty({
              status: 304,
              headers: { etag: response.headers["etag"] ?? "" }
            })
          : response
      })
    )
  })
)
