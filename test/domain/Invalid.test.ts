/** A message names every problem by its path, and stays short however many there are. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { formatProblems, invalid, maxProblems } from "../../src/domain/Invalid.ts"

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `p${index}`, message: "is wrong" }))

describe("the message of a refused request", () => {
  it("names each place; the request as a whole has none", () => {
    assert.strictEqual(
      invalid("line_items[0].quantity", "is required").message,
      "line_items[0].quantity: is required"
    )
    assert.strictEqual(invalid("", "must be an object").message, "must be an object")
    assert.strictEqual(formatProblems(numbered(2)), "p0: is wrong; p1: is wrong")
  })

  it("says that there are more, of its own count or as it is told", () => {
    assert.notInclude(formatProblems(numbered(maxProblems)), "and more")
    const many = formatProblems(numbered(maxProblems + 1))
    assert.isTrue(many.endsWith("; and more"))
    assert.notInclude(many, `p${maxProblems}:`)
    assert.strictEqual(formatProblems(numbered(1), true), "p0: is wrong; and more")
  })

  it("stays under 4 KiB and holds no half character, whatever the problems say", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 6000, size: "max" })
    const problems = fc.array(fc.record({ path: text, message: text }), { maxLength: 30 })
    fc.assert(
      fc.property(problems, (given) => {
        const message = formatProblems(given)
        assert.isBelow(bytesOf(message), 4096)
        assert.isTrue(message.isWellFormed())
      }),
      { numRuns: 30 }
    )
    const all = Array.from({ length: 40 }, () => ({ path: "p", message: "x".repeat(400) }))
    assert.isBelow(bytesOf(formatProblems(all)), 4096)
    const long = formatProblems([{ path: "", message: "😀".repeat(4000) }])
    assert.isTrue(long.endsWith("😀…"))
    assert.isAbove(bytesOf(long), 3900)
  })
})
