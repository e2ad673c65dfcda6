/** Buckets: what a plan allows, and when an empty one is full again. */
import { assert, describe, it } from "@effect/vitest"
import {
  failureLimit,
  limitOf,
  planLimits,
  trialLimits
} from "../../../src/domain/access/RateLimit.ts"

describe("limits", () => {
  it("fill up in burst divided by rate", () => {
    assert.strictEqual(limitOf(60, 100).windowSeconds, 100)
    assert.strictEqual(limitOf(1 / 60, 1).windowSeconds, 3600)
  })

  it("grow with the plan", () => {
    const { starter, growth, scale } = planLimits
    for (const what of ["perMinute", "burst"] as const) {
      assert.isBelow(starter[what], growth[what])
      assert.isBelow(growth[what], scale[what])
    }
  })

  it("let an account be tried from one address no more often than the address itself", () => {
    assert.isAtMost(trialLimits.account.burst, trialLimits.sign_in.burst)
    assert.isAtMost(trialLimits.account.perMinute, trialLimits.sign_in.perMinute)
    assert.isAbove(trialLimits.account_anywhere.burst, trialLimits.account.burst)
    assert.isAtLeast(failureLimit.burst, failureLimit.perMinute)
  })
})
