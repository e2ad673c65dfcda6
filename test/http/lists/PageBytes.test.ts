/** The end of a page that is measured in bytes, for any characters. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { maxPageBytes } from "../../../src/domain/Page.ts"
import { countOnPage } from "../../../src/http/lists/PageBytes.ts"

const createdAt = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const items = (count: number, text: string) =>
  Array.from({ length: count }, (_, id) => ({ id, nested: { text }, many: [text], createdAt }))

const countWithin = (list: ReadonlyArray<unknown>): number => {
  let bytes = 0
  return list.filter((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1
    return bytes <= maxPageBytes
  }).length
}

describe("a page", () => {
  it("has all entries where they are short", () => {
    assert.strictEqual(countOnPage(items(100, "x".repeat(1000))), 100)
    assert.strictEqual(countOnPage([]), 0)
  })

  it("ends at 1 MiB less some room, and has one entry at least", () => {
    for (const text of ["x".repeat(9000), "€".repeat(3000), "\u0001".repeat(1500)]) {
      const list = items(100, text)
      const most = countWithin(list)
      assert.isBelow(most, 100)
      assert.isAtMost(countOnPage(list), most)
      assert.isAtLeast(countOnPage(list), most - 1)
    }
    assert.strictEqual(countOnPage(items(3, "x".repeat(maxPageBytes))), 1)
  })
})
