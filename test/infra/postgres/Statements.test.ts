/** Columns come in camelCase as Effect's own transform would have them, and values as they are. */
import { assert, describe, it } from "@effect/vitest"
import { String as Text } from "effect"
import { Statement } from "effect/sql"
import fc from "fast-check"
import { camelRows } from "../../../src/infra/postgres/Statements.ts"

const columns = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]*(_[a-z0-9]+){0,3}$/), {
  minLength: 1,
  maxLength: 6
})
const value = fc.constantFrom(null, 1n, "text", { some_key: 1 }, [{ inner_key: 2 }])

describe("rows in camelCase", () => {
  it("are what the library's transform gives, with documents untouched", () => {
    const reference = Statement.defaultTransforms(Text.snakeToCamel, false).array
    const rows = columns.chain((names) =>
      fc.array(fc.record(Object.fromEntries(names.map((name) => [name, value]))), { maxLength: 3 })
    )
    fc.assert(fc.property(rows, (some) => assert.deepEqual(camelRows(some), reference(some))))
  })
})
