/** docs/scale.md has the tables that scripts/scale.ts computes. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { scaleTables, withTables } from "../../scripts/scale.ts"

const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8")

describe("docs/scale.md", () => {
  it("has every table of the simulation (node scripts/scale.ts --write)", () => {
    for (const table of Object.values(scaleTables())) assert.include(page, `\n${table}\n`)
    assert.strictEqual(withTables(page), page)
  })
})
