/**
 * Rate limit on the wire: 429 with Retry-After, and the RateLimit headers of authenticated answers.
 */
import { RateLimited } from "../../api/errors/ErrorEnvelope.ts"
import type { Allowance, LimitExceeded } from "../../app/ports/RateLimits.ts"
import { windowSeconds } from "../../domain/access/RateLimit.ts"

/** The IETF RateLimit headers; none if limits are off. */
export const allowanceHeaders = (allowance: Allowance | null): Record<string, string> => {
  if (allowance === null) return {}
  const { limit, remaining, resetSeconds } = allowance
  return {
    "ratelimit-policy": `"workspace";q=${limit.burst};w=${Math.ceil(windowSeconds(limit))}`,
    ratelimit: `"workspace";r=${remaining};t=${resetSeconds}`
  }
}

export const rateLimited = ({ retryAfterSeconds }: LimitExceeded): RateLimited =>
  new RateLimited({
    message: `Too many requests; try again in ${retryAfterSeconds} s`,
    retryAfter: retryAfterSeconds
  })
