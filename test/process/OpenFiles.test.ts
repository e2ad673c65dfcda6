/** The process's limit of open files, as Linux reports it. */
import { assert, describe, it } from "@effect/vitest"
import { openFileLimit, parseOpenFiles } from "../../src/process/OpenFiles.ts"

const line = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             1000                 1000                 processes
Max open files            ${soft.padEnd(21)}524288               files
`

describe("the limit of open files", () => {
  it("is the soft one, and a small default if the system does not report it", () => {
    assert.strictEqual(parseOpenFiles(line("300")), 300)
    assert.strictEqual(parseOpenFiles(line("unlimited")), Number.POSITIVE_INFINITY)
    assert.strictEqual(parseOpenFiles("Limit"), 1024)
    assert.isAtLeast(openFileLimit(), 16)
  })
})
