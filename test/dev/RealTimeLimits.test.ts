/** Rate limits of a test server follow real time, so that a stopped clock exhausts none. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { RateLimits } from "../../src/app/ports/RateLimits.ts"
import { layerLimitsInRealTime, makeManualClock } from "../../src/dev/ManualClock.ts"
import { RateLimitsLocal } from "../../src/infra/ratelimit/RateLimitsBucket.ts"

it.effect("a bucket fills with real time, and not with the time that is told", () =>
  Effect.gen(function* () {
    const live = yield* Clock.Clock
    const standing = makeManualClock(live, 0)
    yield* Effect.gen(function* () {
      const limits = yield* RateLimits
      const failure = Effect.match(limits.recordFailure("192.0.2.1"), {
        onSuccess: () => true,
        onFailure: () => false
      })
      while (yield* failure);
      standing.moveTo(3_600_000)
      assert.isFalse(yield* failure)
      yield* TestClock.adjust("1 hour").pipe(Effect.provideService(Clock.Clock, live))
      assert.isTrue(yield* failure)
    }).pipe(
      Effect.provide(layerLimitsInRealTime(RateLimitsLocal, live)),
      Effect.provideService(Clock.Clock, standing.clock)
    )
  })
)
