/** Numbers as people type them. */
import { assert, describe, it } from "@effect/vitest"
import { isNumber, numberQueryOf } from "../../../src/domain/search/NumberQuery.ts"

const means = (q: string, number: string): boolean => {
  const query = numberQueryOf(q)
  return query !== null && isNumber(number, query)
}

describe("a typed number", () => {
  it.each(["142", "0142", "inv142", "INV142", "INV-0142", "inv 142", " Inv - 0142 ", "#142"])(
    "%s means INV-0142",
    (q) => {
      assert.isTrue(means(q, "INV-0142"))
      assert.isFalse(means(q, "INV-1142"))
      assert.isFalse(means(q, "INV-1420"))
    }
  )

  it("with letters means no other series", () => {
    assert.isTrue(means("cn3", "CN-0003"))
    assert.isFalse(means("inv3", "CN-0003"))
    assert.isFalse(means("re142", "INV-0142"))
  })

  it("may have a prefix with digits and dashes", () => {
    assert.isTrue(means("2026-142", "2026-0142"))
    assert.isTrue(means("a-1-142", "A-1-0142"))
    assert.isTrue(means("a1-142", "A-1-0142"))
    assert.isTrue(means("142", "2026-0142"))
    assert.isFalse(means("2026", "2026-0142"))
  })

  it.each(["", "Ada", "INV-", "0", "1.5", "é142", "142 143", "9".repeat(13), `${"x".repeat(40)}1`])(
    "%s is none",
    (q) => assert.isNull(numberQueryOf(q))
  )
})
