/** One text for one JSON value. */
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { canonicalJson } from "../../src/domain/Canonical.ts"

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
