/**
 * Which other origins' scripts may read answers: none, unless some are named. Cookies are never allowed, a
 * key goes in its header. Answers that are given again, which layerCors never sees, say the same as those
 * that are drawn.
 */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Exposure } from "../server/Exposure.ts"

type Response = HttpServerResponse.HttpServerResponse

const exposedHeaders = [
  "x-request-id",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "etag",
  "location",
  "link",
  "idempotent-replayed"
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
            "if-none-match"
          ],
          exposedHeaders,
          maxAge: 600
        })
  )
)

/**
 * The answer as layerCors makes it for a request that names no origin: caches that are shared must not give it
 * to one that does, and where one origin alone is allowed, all are told which.
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
