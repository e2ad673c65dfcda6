/** The end of tokens: revoked by the app (RFC 7009) or by the user who allowed it. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import {
  api,
  call,
  exchangeFields,
  newCode,
  query,
  refreshFields,
  rejected,
  type Setting,
  setUp,
  type TokenCall,
  tokensOf
} from "./setting.ts"

layer(layerRetainerMemory)("oauth", (it) => {
  describe("revocation", () => {
    const revoke = (
      setting: Setting,
      fields: Readonly<Record<string, string>>,
      how: TokenCall = {}
    ) =>
      call(
        setting,
        { client_id: setting.clientId, client_secret: setting.secret, ...fields },
        { door: "/oauth/revoke", ...how }
      )

    it.effect("7009 §2.1 an access token ends alone, a refresh token with its family", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access, refresh } = await tokensOf(setting)
          // Used before, so that it is known to the process that has to forget it.
          assert.strictEqual((await api(setting, access)).status, 200)
          assert.strictEqual((await revoke(setting, { token: access })).status, 200)
          assert.strictEqual((await api(setting, access)).status, 401)
          const next = await call(setting, refreshFields(setting, refresh))
          assert.strictEqual(next.status, 200)
          assert.strictEqual((await api(setting, next.body.access_token)).status, 200)
          const hinted = { token: next.body.refresh_token, token_type_hint: "access_token" }
          assert.strictEqual((await revoke(setting, hinted)).status, 200)
          assert.strictEqual((await api(setting, next.body.access_token)).status, 401)
        })
      })
    )

    it.effect("7009 §2.2 an unknown token, or one that was revoked, is 200", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          for (const token of ["nonsense", access, access, `${access}x`]) {
            assert.strictEqual((await revoke(setting, { token })).status, 200)
          }
        })
      })
    )

    it.effect("7009 §2.1 the client proves itself, and ends only what is its own", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access, refresh } = await tokensOf(setting)
          const unproven = await revoke(setting, { token: access, client_secret: "x" })
          assert.deepStrictEqual([unproven.status, unproven.body.error], [401, "invalid_client"])
          for (const token of [access, refresh]) {
            const foreign = await revoke(setting, {
              token,
              client_id: setting.other.clientId,
              client_secret: setting.other.secret
            })
            assert.deepStrictEqual([foreign.status, foreign.body.error], [400, "invalid_grant"])
          }
          assert.strictEqual((await api(setting, access)).status, 200)
          assert.strictEqual((await revoke(setting, {})).body.error, "invalid_request")
        })
      })
    )
  })

  it.effect(
    "what a user allowed is listed, and ends at a click; a new secret ends the old one",
    () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const { visitor } = setting
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          const list = await visitor.get("/settings/connected-apps")
          const path = /href="(\/settings\/connected-apps\/grant_[^"]+)"/.exec(list.body)?.[1] ?? ""
          const asked = await visitor.get(path)
          assert.include(asked.body, "Disconnect App?")
          assert.include((await visitor.submit(asked, path)).body, "no longer has access")
          assert.strictEqual((await api(setting, access)).status, 401)

          const rotate = `/settings/apps/${setting.clientId}/rotate`
          const shown = await visitor.submit(await visitor.get(rotate), rotate)
          const secret = /rcs_[0-9A-Za-z]{38}/.exec(shown.body)?.[0] ?? ""
          const code = await newCode(setting)
          const old = await call(setting, exchangeFields(setting, code))
          assert.strictEqual(old.body.error, "invalid_client")
          const fresh = await call(setting, {
            ...exchangeFields(setting, code),
            client_secret: secret
          })
          assert.strictEqual(fresh.status, 200)

          const remove = `/settings/apps/${setting.clientId}/delete`
          await visitor.submit(await visitor.get(remove), remove)
          assert.strictEqual((await api(setting, fresh.body.access_token)).status, 401)
          assert.isTrue(rejected(await visitor.get(query({}, setting))))
        })
      })
  )
})
