/** Refresh tokens (RFC 6749, RFC 9700). */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { api, call, refreshFields, setUp, tokensOf } from "./setting.ts"

layer(layerRetainerMemory)("oauth", (it) => {
  describe("the token endpoint", () => {
    it.effect("9700 §4.14 a refresh token works once; its reuse ends the family", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const first = yield* Effect.promise(() => tokensOf(setting))
        const second = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, first.refresh))
        )
        assert.strictEqual(second.status, 200)
        assert.notStrictEqual(second.body.refresh_token, first.refresh)
        // The same refresh again within 30 s, its answer lost: the same successor.
        yield* TestClock.adjust("29 seconds")
        const repeat = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, first.refresh))
        )
        assert.strictEqual(repeat.body.refresh_token, second.body.refresh_token)
        assert.strictEqual(
          (yield* Effect.promise(() => api(setting, repeat.body.access_token))).status,
          200
        )
        yield* TestClock.adjust("2 seconds")
        const reuse = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, first.refresh))
        )
        assert.strictEqual(reuse.body.error, "invalid_grant")
        for (const token of [first.access, second.body.access_token, repeat.body.access_token]) {
          assert.strictEqual((yield* Effect.promise(() => api(setting, token))).status, 401)
        }
        const successor = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, second.body.refresh_token))
        )
        assert.strictEqual(successor.body.error, "invalid_grant")
      })
    )

    it.effect("an ancestor further back than the last ends the family at once", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const first = await tokensOf(setting)
          const second = await call(setting, refreshFields(setting, first.refresh))
          const third = await call(setting, refreshFields(setting, second.body.refresh_token))
          assert.strictEqual(third.status, 200)
          const reuse = await call(setting, refreshFields(setting, first.refresh))
          assert.strictEqual(reuse.body.error, "invalid_grant")
          assert.strictEqual((await api(setting, third.body.access_token)).status, 401)
        })
      })
    )

    it.effect("6749 §6 a refresh may ask for less, never for more", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { refresh } = await tokensOf(setting)
          const more = await call(setting, {
            ...refreshFields(setting, refresh),
            scope: "projects:read projects:write"
          })
          assert.strictEqual(more.body.error, "invalid_scope")
          const less = await call(setting, {
            ...refreshFields(setting, refresh),
            scope: "projects:read"
          })
          assert.strictEqual(less.body.scope, "projects:read")
          const denied = await api(setting, less.body.access_token, "GET", "/v1/invoices")
          assert.strictEqual(denied.status, 403)
          const whole = await call(setting, refreshFields(setting, less.body.refresh_token))
          assert.strictEqual(whole.body.scope, "projects:read invoices:read")
        })
      })
    )

    it.effect.each([
      ["6749 §6 refresh_token missing", { refresh_token: null }, "invalid_request"],
      ["6749 §6 refresh_token unknown", { refresh_token: "rrt_x" }, "invalid_grant"]
    ] as const)("%s", ([, changes, error]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const answer = yield* Effect.promise(() =>
          call(setting, { ...refreshFields(setting, "rrt_x"), ...changes })
        )
        assert.strictEqual(answer.body.error, error)
      })
    )

    it.effect("6749 §6 the refresh token of another app; an access token in its place", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { refresh, access } = await tokensOf(setting)
          const foreign = await call(setting, {
            ...refreshFields(setting, refresh),
            client_id: setting.other.clientId,
            client_secret: setting.other.secret
          })
          assert.strictEqual(foreign.body.error, "invalid_grant")
          const confused = await call(setting, refreshFields(setting, access))
          assert.strictEqual(confused.body.error, "invalid_grant")
          assert.strictEqual((await call(setting, refreshFields(setting, refresh))).status, 200)
        })
      })
    )

    it.effect("6749 §1.5 access tokens live an hour, refresh tokens 60 days", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const { access, refresh } = yield* Effect.promise(() => tokensOf(setting))
        yield* TestClock.adjust("1 hour")
        const expired = yield* Effect.promise(() => api(setting, access))
        assert.strictEqual(expired.status, 401)
        assert.include(expired.headers.get("www-authenticate") ?? "", 'error="invalid_token"')
        yield* TestClock.adjust("60 days")
        const late = yield* Effect.promise(() => call(setting, refreshFields(setting, refresh)))
        assert.strictEqual(late.body.error, "invalid_grant")
      })
    )
  })
})
