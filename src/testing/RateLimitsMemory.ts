/**
 * Limits that refuse nothing. The app in memory has the real ones of a process, on the test's
 * clock.
 */
import { Effect, Layer } from "effect"
import { RateLimits } from "../app/ports/RateLimits.ts"

export const RateLimitsMemory = Layer.succeed(RateLimits, {
  boundsMails: false,
  take: () => Effect.succeed(null),
  look: () => Effect.succeed(null),
  takeTry: () => Effect.void,
  takeMailTo: () => Effect.succeed(true),
  recordFailure: () => Effect.void
})
