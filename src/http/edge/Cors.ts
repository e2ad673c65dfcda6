/**
 * CORS: scripts of other origins read answers only if the origin is configured. Cookies are never
 * allowed, because a key goes in its header. Cache hits never pass `layerCors`, so `withoutOrigin`
 * gives them its headers.
 */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Exposure } from "./Transport.ts"

type Response = HttpServerResponse.HttpServerResponse

const exposedHeaders = [
  "x-request-id",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "etag",
  "location",
  "link",
  "idempotent-replayed",
  "preference-applied"
]

export const layerCors = Layer.unwrap(
  Effect.map(Exposure, ({ corsOrigins }) =>
    corsOrigins.length === 0
      ? Layer.empty
      : HttpRouter.cors({
          allowedOrigins: corsOrigins,
          allowedMethods: ["GET", "POST", "PATCH", "DELETE"],
          allowedHeaders: [
            "authorization",
            "content-type",
            "idempotency-key",
            "if-match",
            "if-none-match",
            "prefer"
          ],
          exposedHeaders,
          maxAge: 600
        })
  )
)

/**
 * The answer as `layerCors` makes it for a request without an origin. `Vary` separates it in shared
 * caches from answers to an origin; a single allowed origin is named in every answer.
 */
export const withoutOrigin = (
  { corsOrigins }: Exposure["Service"],
  response: Response
): Response => {
  const [only, ...others] = corsOrigins
  if (only === undefined) return response
  const { vary } = response.headers
  return HttpServerResponse.setHeaders(response, {
    vary: vary === undefined ? "Origin" : `${vary}, Origin`,
    ...(others.length === 0 ? { "access-control-allow-origin": only } : {}),
    "access-control-expose-headers": exposedHeaders.join(",")
  })
}
