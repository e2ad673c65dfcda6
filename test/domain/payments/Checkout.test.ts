/** The age at which a pending payment is late, and the polling interval of its page. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { isLate, reloadDelaySeconds } from "../../../src/domain/payments/Checkout.ts"

const since = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")
const seconds = (count: number) => DateTime.add(since, { seconds: count })

describe("a payment under way", () => {
  it("is late after a quarter of an hour", () => {
    assert.isFalse(isLate(since, seconds(15 * 60 - 1)))
    assert.isTrue(isLate(since, seconds(15 * 60)))
  })

  it("is looked after often at first, and once a minute in the end", () => {
    const waits = [0, 3, 4, 20, 119, 120, 3600].map((at) => reloadDelaySeconds(since, seconds(at)))
    assert.deepStrictEqual(waits, [2, 2, 2, 10, 60, 60, 60])
  })
})
