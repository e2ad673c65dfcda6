/** The database finds a row by the same words as the domain does. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { wordsOf } from "../../../src/domain/text/Search.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"

const workspace = "0190a5b0-0000-7000-8000-000000000001"

/** Spaces, signs, digits and letters, such as stand beside each other in names and numbers. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..." \t\r\n\u00a0!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0042aBÄßé語"),
    fc.string({ minLength: 1, maxLength: 1, unit: "grapheme-ascii" })
  ),
  maxLength: 60
})

for (const [name, storage] of [
  ["PGlite", layerPglite],
  ["PostgreSQL", layerPostgres]
] as const) {
  layer(onDatabase(Layer.orDie(storage)), { excludeTestServices: true })(
    `words on ${name}`,
    (it) => {
      it.effect("are those of the domain", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const texts = [...fc.sample(text, { numRuns: 500, seed: 42 }), "", "x".repeat(300)]
          const rows = yield* sql<{ words: ReadonlyArray<string> }>`
          SELECT tsvector_to_array(search_words(${workspace}::uuid, t.text)) AS words
          FROM unnest(${texts}::text[]) WITH ORDINALITY t (text, place) ORDER BY t.place`
          texts.forEach((each, index) => {
            const expected = wordsOf(each).map(
              (word) => `${workspace} ${[...word].slice(0, 200).join("")}`
            )
            assert.sameMembers(
              [...(rows[index]?.words ?? [])],
              [...new Set(expected)],
              JSON.stringify(each)
            )
          })
        })
      )
    }
  )
}
