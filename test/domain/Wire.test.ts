/** Names of the code and of the wire, both ways. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { fromWire, toWire } from "../../src/domain/Wire.ts"

describe("names on the wire", () => {
  it("are snake_case, with money and instants as the wire has them", () => {
    const view = {
      budgetSpentMinor: 3,
      createdAt: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
      lineItems: [{ unitPriceMinor: 1, taxRate: null }],
      line1: "x"
    }
    assert.deepStrictEqual(toWire(view), {
      budget_spent: 3,
      created_at: "2026-01-02T03:04:05.678Z",
      line_items: [{ unit_price: 1, tax_rate: null }],
      line1: "x"
    })
  })
  it("come back in the words of the code", () => {
    const body = {
      client_id: "c",
      budget: 1,
      address: { postal_code: "1", line1: "x" },
      notes: null
    }
    assert.deepStrictEqual(fromWire(body), {
      clientId: "c",
      budgetMinor: 1,
      address: { postalCode: "1", line1: "x" },
      notes: null
    })
  })
})
