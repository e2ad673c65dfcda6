/**
 * The last line of a run counts every failure once, those of files without a failed test among
 * them.
 */
import { assert, describe, it } from "@effect/vitest"
import { summaryOf } from "../support/SummaryReporter.ts"

const file = (state: string, ...tests: ReadonlyArray<string>) => ({
  children: { allTests: () => tests.map((one) => ({ result: () => ({ state: one }) })) },
  state: () => state
})

describe("the last line", () => {
  it.each([
    [
      [file("passed", "passed", "skipped"), file("passed", "passed")],
      "2 passed, 0 failed, 1 skipped"
    ],
    [[file("failed", "passed", "failed", "failed")], "1 passed, 2 failed"],
    // It did not load; its afterAll failed.
    [[file("failed"), file("failed", "passed")], "1 passed, 2 failed"]
  ])("of %#", (files, line) => {
    const isGood = line.includes(" 0 failed")
    assert.deepStrictEqual(summaryOf(files, []), { line, isGood })
  })

  it("counts errors outside of tests", () => {
    assert.strictEqual(summaryOf([file("passed", "passed")], ["x"]).line, "1 passed, 1 failed")
  })
})
