/** 429 with Retry-After, and on every authenticated answer what is left (IETF RateLimit headers). */
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { RateLimited } from "../../api/ErrorEnvelope.ts"
import { CurrentPrincipal, RateLimit } from "../../api/Middleware.ts"
import { type Allowance, type LimitExceeded, RateLimits } from "../../app/ports/RateLimits.ts"
import { windowSeconds } from "../../domain/RateLimit.ts"

/** The answer with what is left; unchanged where limits are off. */
export const withAllowance = (
  response: HttpServerResponse.HttpServerResponse,
  allowance: Allowance | null
): HttpServerResponse.HttpServerResponse => {
  if (allowance === null) return response
  const { limit, remaining, resetSeconds } = allowance
  return HttpServerResponse.setHeaders(response, {
    "ratelimit-policy": `"workspace";q=${limit.burst};w=${Math.ceil(windowSeconds(limit))}`,
    ratelimit: `"workspace";r=${remaining};t=${resetSeconds}`
  })
}

/** Puts the headers on the answer, whatever it will be. */
export const showAllowance = (allowance: Allowance | null) =>
  allowance === null
    ? Effect.void
    : HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.succeed(withAllowance(response, allowance))
      )

export const rateLimited = ({ retryAfterSeconds }: LimitExceeded): RateLimited =>
  new RateLimited({
    message: `Too many requests; try again in ${retryAfterSeconds} s`,
    retryAfter: retryAfterSeconds
  })

export const layerRateLimit = Layer.effect(
  RateLimit,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (httpEffect) {
      const { workspace } = yield* CurrentPrincipal
      const allowance = yield* limits.take(workspace.id, workspace.plan).pipe(
        Effect.tapError((exceeded) => showAllowance(exceeded.allowance)),
        Effect.mapError(rateLimited)
      )
      yield* showAllowance(allowance)
      return yield* httpEffect
    })
  )
)
