/**
 * Authorization codes (RFC 6749, RFC 7636): used once, within a minute, with their verifier, at
 * both endpoints.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import {
  api,
  call,
  challenge,
  exchangeFields,
  newCode,
  refreshFields,
  setUp,
  verifier
} from "./setting.ts"

layer(layerRetainerMemory)("oauth", (it) => {
  describe("the token endpoint", () => {
    it.effect("docs/spec.md §5.2 the door under /v1 gives the same tokens", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting)
          const answer = await call(setting, exchangeFields(setting, code), {
            door: "/v1/oauth/token"
          })
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          assert.strictEqual((await api(setting, answer.body.access_token)).status, 200)
        })
      })
    )

    it.effect.each([
      ["7636 §4.6 the right verifier", verifier, 200],
      ["7636 §4.6 a wrong verifier", `${verifier.slice(0, -1)}A`, 400],
      ["7636 §4.1 a verifier that is too short", "short", 400],
      ["7636 §4.6 no verifier", null, 400],
      ["7636 §4.6 the challenge in place of the verifier", challenge, 400]
    ] as const)("%s", ([, given, status]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting, {
            code_challenge: challenge,
            code_challenge_method: "S256"
          })
          const answer = await call(setting, {
            ...exchangeFields(setting, code),
            code_verifier: given
          })
          assert.strictEqual(answer.status, status)
          if (status === 400) assert.strictEqual(answer.body.error, "invalid_grant")
        })
      })
    )

    it.effect.each([
      ["another redirect_uri", { redirect_uri: "http://localhost/cb" }],
      ["a wrong verifier", { code_verifier: `${verifier.slice(0, -1)}A` }],
      ["no verifier", { code_verifier: null }]
    ] as const)("a code dies with its first wrong redemption: %s", ([, wrong]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting, {
            code_challenge: challenge,
            code_challenge_method: "S256"
          })
          const right = { ...exchangeFields(setting, code), code_verifier: verifier }
          assert.strictEqual((await call(setting, { ...right, ...wrong })).status, 400)
          const second = await call(setting, right)
          assert.strictEqual(second.body.error, "invalid_grant")
        })
      })
    )

    it.effect("a code outlives a failed client authentication and another app's redemption", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const right = exchangeFields(setting, await newCode(setting))
          const { clientId, secret } = setting.other
          const unproven = await call(setting, { ...right, client_secret: "wrong" })
          assert.strictEqual(unproven.status, 401)
          const other = await call(setting, {
            ...right,
            client_id: clientId,
            client_secret: secret
          })
          assert.strictEqual(other.body.error, "invalid_grant")
          assert.strictEqual((await call(setting, right)).status, 200)
        })
      })
    )

    it.effect("6749 §4.1.2 a code lives a minute", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const late = yield* Effect.promise(() => newCode(setting))
        yield* TestClock.adjust("60 seconds")
        const answer = yield* Effect.promise(() => call(setting, exchangeFields(setting, late)))
        assert.strictEqual(answer.body.error, "invalid_grant")
      })
    )

    it.effect(
      "6749 §4.1.2 a code used twice ends what it gave, but only for the app that proves itself",
      () =>
        Effect.gen(function* () {
          const setting = yield* setUp
          yield* Effect.promise(async () => {
            const code = await newCode(setting)
            const fields = exchangeFields(setting, code)
            const first = await call(setting, fields)
            const alive = async () => (await api(setting, first.body.access_token)).status === 200
            assert.isTrue(await alive())
            await call(setting, { ...fields, client_secret: "wrong" })
            await call(setting, {
              ...fields,
              client_id: setting.other.clientId,
              client_secret: setting.other.secret
            })
            assert.isTrue(await alive())
            const replay = await call(setting, { ...fields, redirect_uri: "http://localhost/cb" })
            assert.strictEqual(replay.body.error, "invalid_grant")
            assert.isFalse(await alive())
            const refresh = await call(setting, refreshFields(setting, first.body.refresh_token))
            assert.strictEqual(refresh.body.error, "invalid_grant")
          })
        })
    )
  })
})
