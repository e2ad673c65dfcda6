/** Received money is split between the open amount of an invoice and credit, without loss. */
import { assert, describe, it } from "@effect/vitest"
import { allocate } from "../../../src/domain/payments/Payment.ts"

describe("what arrived", () => {
  it("goes to the rest first, and what is over is credit", () => {
    assert.deepStrictEqual(allocate(40, 100), { appliedMinor: 40, creditMinor: 0 })
    assert.deepStrictEqual(allocate(100, 100), { appliedMinor: 100, creditMinor: 0 })
    assert.deepStrictEqual(allocate(101, 100), { appliedMinor: 100, creditMinor: 1 })
  })

  it("is credit as a whole where nothing is left to be paid", () => {
    assert.deepStrictEqual(allocate(40, 0), { appliedMinor: 0, creditMinor: 40 })
  })
})
