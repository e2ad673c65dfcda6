/** Results are computed once, within a bound of entries, and never for keys that are too long. */
import { assert, describe, it } from "@effect/vitest"
import { memoize } from "../../../src/infra/pdf/Memoize.ts"

const counting = (maxEntries: number) => {
  const computed: string[] = []
  const get = memoize({ maxEntries, maxKeyLength: 3 }, (key, result: string | null) => {
    computed.push(key)
    return result
  })
  return { computed, get }
}

describe("a memoized function", () => {
  it("computes a result once, null included", () => {
    const { computed, get } = counting(2)
    assert.strictEqual(get("a", "1"), "1")
    assert.strictEqual(get("a", "2"), "1")
    assert.isNull(get("b", null))
    assert.isNull(get("b", "2"))
    assert.deepStrictEqual(computed, ["a", "b"])
  })

  it("evicts an entry that was not used lately", () => {
    const { computed, get } = counting(4)
    for (const key of ["a", "b", "a", "c", "a", "b"]) get(key, key)
    assert.deepStrictEqual(computed, ["a", "b", "c", "b"])
  })

  it("caches no result under a long key", () => {
    const { computed, get } = counting(2)
    for (const key of ["long", "long"]) get(key, key)
    assert.deepStrictEqual(computed, ["long", "long"])
  })
})
