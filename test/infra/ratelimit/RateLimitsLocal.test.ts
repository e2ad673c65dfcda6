/**
 * Local buckets are bounded in number: a flood of addresses evicts buckets of its own kind only.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { RateLimits } from "../../../src/app/ports/RateLimits.ts"
import { failureLimit, planLimits, trialLimits } from "../../../src/domain/access/RateLimit.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { maxBuckets, RateLimitsLocal } from "../../../src/infra/ratelimit/RateLimitsBucket.ts"

layer(RateLimitsLocal)("buckets of a process", (it) => {
  it.effect("more addresses than are remembered lift no limit of workspaces and accounts", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits
      const workspace = WorkspaceId.fromUuid("00000000-0000-4000-8000-000000000001")
      const isTaken = (taken: Effect.Effect<unknown, unknown>) => Effect.isSuccess(taken)
      const signIn = isTaken(limits.takeTry("sign_in", "192.0.2.1"))
      const request = isTaken(limits.take(workspace, "starter"))
      for (let count = 0; count < trialLimits.sign_in.burst; count++) assert.isTrue(yield* signIn)
      for (let count = 0; count < planLimits.starter.burst; count++) assert.isTrue(yield* request)
      assert.deepStrictEqual([yield* signIn, yield* request], [false, false])
      for (let count = 0; count <= 50_000; count++) yield* limits.recordFailure(`address ${count}`)
      assert.deepStrictEqual([yield* signIn, yield* request], [false, false])
    })
  )

  it.effect("the longest unused is forgotten, and no other", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits
      const fails = (address: string) => Effect.isFailure(limits.recordFailure(address))
      for (const address of ["used", "unused"]) {
        for (let count = 0; count < failureLimit.burst; count++) {
          yield* limits.recordFailure(address)
        }
      }
      for (let count = 0; count < maxBuckets - 1; count++) {
        yield* limits.recordFailure(`stranger ${count}`)
        if (count % 1000 === 0) assert.isTrue(yield* fails("used"))
      }
      assert.deepStrictEqual([yield* fails("used"), yield* fails("unused")], [true, false])
    })
  )
})
