/** One text for one JSON value. */
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { canonicalJson } from "../../../src/domain/text/Text.ts"

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)])
  )
}

it("is the same whatever the order of keys, and says the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      assert.strictEqual(canonicalJson(reversed(value)), text)
      assert.strictEqual(canonicalJson(JSON.parse(text)), text)
      assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
    })
  )
})

it("keeps the order of lists", () => {
  assert.strictEqual(canonicalJson({ b: [2, 1], a: 1 }), '{"a":1,"b":[2,1]}')
})

// RFC 8785 §3.2.3 and §3.2.2.3: keys by their UTF-16 code units, numbers as ECMAScript writes them.
it("sorts keys that look like numbers, and those beyond the first plane, as the RFC says", () => {
  assert.strictEqual(
    canonicalJson({
      "\u20ac": 1,
      "\r": 2,
      "\ufb33": 3,
      "1": 4,
      "\ud83d\ude00": 5,
      "10": 6,
      "2": 7
    }),
    '{"\\r":2,"1":4,"10":6,"2":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}'
  )
  assert.strictEqual(canonicalJson([1e30, 4.5, 0.002, 1e-27, -0]), "[1e+30,4.5,0.002,1e-27,0]")
})
