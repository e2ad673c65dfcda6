/** Cached answers have the same CORS headers as fresh ones. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { getOf, Listening, layerListening } from "../../support/listening.ts"
import { populated } from "../../support/populated.ts"

const headersOf = (answer: string): ReadonlyArray<string> =>
  answer
    .slice(0, answer.indexOf("\r\n\r\n"))
    .split("\r\n")
    .filter((line) => !/^(?:x-request-id|ratelimit|date):/i.test(line))
    .sort()

const varyOf = (answer: string) => /\r\nvary: ([^\r]+)/.exec(answer)?.[1]

const named = "https://app.example"

describe("an answer that is given again, with CORS_ORIGINS", () => {
  for (const corsOrigins of [[named], [named, "https://other.example"]]) {
    it.live(`has the headers of the drawn one, with ${corsOrigins.length} origins`, () =>
      Effect.gen(function* () {
        const { hook, exchange } = yield* Listening
        const { apiKey, ids } = yield* populated
        for (const path of ["/v1/clients", "/v1/projects", `/v1/projects/${ids.project}`]) {
          const ask = (more: ReadonlyArray<string>) => exchange(getOf(path, apiKey, more))
          const drawn = headersOf(yield* ask([]))
          let given = ""
          for (const known = hook.hits; hook.hits === known; ) given = yield* ask([])
          assert.deepStrictEqual(headersOf(given), drawn)
          // As the router answers it.
          assert.deepStrictEqual(headersOf(yield* ask(["Range: bytes=0-"])), drawn)
          for (const more of [[], ["Accept-Encoding: gzip"], ["If-None-Match: *"]]) {
            assert.strictEqual(varyOf(yield* ask(more)), varyOf(given))
            const other = headersOf(yield* ask([...more, `Origin: ${named}`]))
            assert.include(other, `access-control-allow-origin: ${named}`)
          }
        }
      }).pipe(Effect.provide(layerListening({ corsOrigins })))
    )
  }
})
