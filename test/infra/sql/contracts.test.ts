/**
 * Every storage port has a contract, and every contract is run by the three runners beside this.
 */

import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { contracts } from "./contracts.ts"

const here = new URL("./", import.meta.url)
const filesOf = (folder: URL, ending: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .sort()

describe("the contracts of the storage ports", () => {
  it("are all run", () => {
    assert.deepStrictEqual(Object.keys(contracts).sort(), [...filesOf(here, "Contract.ts")])
  })

  it("are there for every adapter in SQL", () => {
    const adapters = filesOf(new URL("../../../src/infra/sql/", import.meta.url), "Sql.ts")
    const expected = adapters.map((file) => file.replace(/Sql\.ts$/, "Contract.ts"))
    assert.includeMembers(Object.keys(contracts), expected)
  })

  it("run on memory, PGlite and PostgreSQL", () => {
    for (const [file, call] of [
      ["memory.test.ts", 'runContracts("memory", '],
      ["pglite.test.ts", 'runContracts("PGlite", '],
      ["postgres.test.ts", 'runContracts("PostgreSQL", ']
    ] as const)
      assert.include(readFileSync(new URL(file, here), "utf8"), call)
  })
})
