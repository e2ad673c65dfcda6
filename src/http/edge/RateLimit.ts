/** The answer of a rate limit: 429 with Retry-After, and on every authenticated answer what is left (IETF RateLimit headers). */
import { RateLimited } from "../../api/errors/ErrorEnvelope.ts"
import type { Allowance, LimitExceeded } from "../../app/ports/RateLimits.ts"
import { windowSeconds } from "../../domain/access/RateLimit.ts"

/** What is left, as headers; none where limits are off. */
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
