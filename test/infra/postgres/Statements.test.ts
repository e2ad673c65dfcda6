/**
 * Columns come in camelCase as Effect's own transform would have them, and values as they are. A
 * read has one text for each shape of its filter.
 */
import { assert, describe, it } from "@effect/vitest"
import { String as Text } from "effect"
import { Statement } from "effect/sql"
import fc from "fast-check"
import { camelRows, readByShape, sql } from "../../../src/infra/postgres/Statements.ts"

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

describe("a read by shape", () => {
  interface Values {
    readonly workspace: string
    readonly status?: string
  }
  const build = ({ isAscending }: { readonly isAscending: boolean }, values: Values) => {
    const status = values.status === undefined ? sql`true` : sql`status = ${values.status}`
    const order = sql.literal(isAscending ? "ASC" : "DESC")
    return sql`SELECT id FROM clients WHERE workspace_id = ${values.workspace} AND ${status}
      AND kind = ${isAscending ? "old" : "new"} ORDER BY id ${order}`
  }

  it("is what building it gives, with one text for each shape", () => {
    const read = readByShape(build)
    const texts = new Set<string>()
    for (const isAscending of [true, false, true]) {
      for (const values of [
        { workspace: "a" },
        { workspace: "b" },
        { workspace: "a", status: "x" }
      ]) {
        const [text, parameters] = build({ isAscending }, values).compile()
        const sent = read({ isAscending }, values)
        assert.deepEqual(sent, { text, parameters })
        texts.add(sent.text)
      }
    }
    assert.strictEqual(texts.size, 4)
  })

  it("fails if its text depends on a value", () => {
    const read = readByShape((_: object, { status }: { readonly status: string }) =>
      status === "all" ? sql`SELECT 1` : sql`SELECT ${status}`
    )
    assert.throws(() => read({}, { status: "all" }), /a value that its shape lacks/)
  })

  it("fails if a parameter is made of a value", () => {
    const read = readByShape(
      (_: object, { status }: { readonly status: string }) => sql`SELECT ${`${status}!`}`
    )
    assert.throws(() => read({}, { status: "all" }), /a value that its shape lacks/)
  })
})
