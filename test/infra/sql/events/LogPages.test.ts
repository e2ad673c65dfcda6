/** The JSON of a jsonb column equals that of `JSON.stringify`, for any JSON of a resource. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { compactJson } from "../../../../src/infra/sql/events/LogPages.ts"
import { layerPostgres, onDatabase } from "../../../support/storages.ts"

/** Texts that PostgreSQL can store, some with characters that could look like the end of a text. */
const text = fc
  .array(fc.oneof(fc.constantFrom('"', "\\", " ", ",", ":", "\n", "é", "{"), fc.string()))
  .map((parts) => parts.join("").replaceAll("\0", "").toWellFormed())
const { json: value } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1e6),
    fc.constantFrom(null, true, false),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(text, tie("json"), { maxKeys: 4, noNullPrototype: true })
  )
}))

layer(onDatabase(layerPostgres), { excludeTestServices: true })("a jsonb column", (it) => {
  it.effect("is compacted to what would be written of its value", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const values = fc.sample(value, { numRuns: 300, seed: 7 })
      const rows = yield* sql<{ text: string }>`SELECT value::jsonb::text AS text
        FROM unnest(${values.map((one) => JSON.stringify(one))}::text[]) AS value`
      for (const row of rows) {
        assert.strictEqual(compactJson(row.text), JSON.stringify(JSON.parse(row.text)))
      }
      assert.lengthOf(rows, 300)
    })
  )

  it("of one text of 2 MB too", () => {
    const long = JSON.stringify({ a: 'x \\" '.repeat(400_000) })
    assert.strictEqual(compactJson(long.replace(":", ": ")), long)
  })
})
