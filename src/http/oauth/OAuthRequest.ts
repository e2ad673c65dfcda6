/** Reads requests to the token and revocation endpoints (RFC 6749 §2.3.1, §3.2). */
import { isUtf8 } from "node:buffer"
import { Effect, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { readBounded } from "../../api/endpoint/Bodies.ts"
import type { BasicCredentials } from "../../app/oauth/OAuthClients.ts"
import {
  type OAuthRefused,
  type Parameters,
  parseParameters,
  refused
} from "../../domain/oauth/OAuth.ts"

/** HTTP requires a challenge on every 401. */
export const basicChallenge = 'Basic realm="retainer"'

const maxTokenFormBytes = 16_384

/** Id and secret are form-encoded each (RFC 6749 §2.3.1). */
const formDecode = (text: string): string => decodeURIComponent(text.replaceAll("+", " "))

export const parseBasic = (header: string): BasicCredentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, "base64").toString()
  const colon = text.indexOf(":")
  if (colon < 0) return undefined
  try {
    return {
      id: formDecode(text.slice(0, colon)),
      secret: Redacted.make(formDecode(text.slice(colon + 1)))
    }
  } catch {
    return undefined
  }
}

export const readOAuthRequest = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest
): Effect.fn.Return<
  { readonly given: Parameters; readonly basic: BasicCredentials | null },
  OAuthRefused
> {
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/x-www-form-urlencoded") {
    return yield* refused(
      "invalid_request",
      "the Content-Type must be application/x-www-form-urlencoded"
    )
  }
  const bytes = yield* Effect.mapError(readBounded(request, maxTokenFormBytes), () =>
    refused("invalid_request", "the body is over the limit of 16 KiB")
  )
  if (!isUtf8(bytes)) return yield* refused("invalid_request", "the body is not valid UTF-8")
  const header = request.headers["authorization"]
  const given = parseParameters(new URLSearchParams(Buffer.from(bytes).toString()))
  if (header === undefined || !/^basic\b/i.test(header)) return { given, basic: null }
  const basic = parseBasic(header)
  return basic === undefined
    ? yield* refused("invalid_client", "the Basic credentials are malformed")
    : { given, basic }
})
