/** Tokens at the API, by RFC 6750. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { api, setUp, tokensOf } from "./setting.ts"

layer(layerRetainerMemory)("oauth", (it) => {
  describe("bearer tokens", () => {
    it.effect("6750 §3.1 invalid_token, insufficient_scope, and no code without a credential", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access, refresh } = await tokensOf(setting)
          assert.strictEqual((await api(setting, access)).status, 200)
          const lacking = await api(setting, access, "GET", "/v1/clients")
          assert.strictEqual(lacking.status, 403)
          assert.include(
            lacking.headers.get("www-authenticate") ?? "",
            'error="insufficient_scope"'
          )
          for (const wrong of [`${access}x`, refresh, setting.secret, "rat_x"]) {
            const answer = await api(setting, wrong)
            assert.strictEqual(answer.status, 401)
            assert.include(answer.headers.get("www-authenticate") ?? "", 'error="invalid_token"')
          }
          const none = await setting.fetch(new Request(`${origin}/v1/projects`))
          assert.strictEqual(none.headers.get("www-authenticate"), 'Bearer realm="retainer"')
        })
      })
    )

    it.effect("6750 §2.2, §2.3 a token in the query or the body is not read", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          const asked = await setting.fetch(
            new Request(`${origin}/v1/projects?access_token=${access}`)
          )
          assert.strictEqual(asked.status, 401)
        })
      })
    )

    it.effect("6750 §2.1 the scheme's letter case does not matter", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          const answer = await setting.fetch(
            new Request(`${origin}/v1/projects`, { headers: { authorization: `bearer ${access}` } })
          )
          assert.strictEqual(answer.status, 200)
        })
      })
    )
  })
})
