/** Authorization server metadata (RFC 8414), and its rate limit. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { call, rejected, setUp } from "./setting.ts"

layer(layerRetainerMemory)("oauth", (it) => {
  it.effect("8414 §3 the metadata names the issuer and endpoints that are there", () =>
    Effect.gen(function* () {
      const setting = yield* setUp
      yield* Effect.promise(async () => {
        const answer = await setting.fetch(
          new Request(`${origin}/.well-known/oauth-authorization-server`)
        )
        const metadata = await answer.json()
        assert.strictEqual(metadata.issuer, origin)
        assert.deepStrictEqual(metadata.code_challenge_methods_supported, ["S256"])
        assert.isTrue(metadata.authorization_response_iss_parameter_supported)
        for (const name of ["token_endpoint", "revocation_endpoint"]) {
          assert.notStrictEqual(
            (await call(setting, {}, { door: new URL(metadata[name]).pathname })).status,
            404
          )
        }
        const page = await setting.visitor.get(new URL(metadata.authorization_endpoint).pathname)
        assert.isTrue(rejected(page))
      })
    })
  )

  it.effect("the token endpoint is limited by address, in both forms", () =>
    Effect.gen(function* () {
      const setting = yield* setUp
      // The Clock stands still, so nothing comes back into the bucket.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2030-01-01")))
      const statuses = yield* Effect.promise(async () => {
        const all: number[] = []
        for (let i = 0; i < 241; i++) all.push((await call(setting, {})).status)
        return all
      })
      assert.deepStrictEqual([...new Set(statuses)], [401, 429])
      const envelope = yield* Effect.promise(() => call(setting, {}, { door: "/v1/oauth/token" }))
      assert.strictEqual(envelope.body.error.code, "RATE_LIMITED")
      assert.match(envelope.headers.get("retry-after") ?? "", /^\d+$/)
    })
  )
})
