/** The page of API keys. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("a key is made, shown once, used, listed by its beginning and revoked", () =>
    Effect.gen(function* () {
      const { visitor, app } = yield* signedIn
      yield* Effect.promise(async () => {
        const path = "/settings/api-keys"
        const unfit = await submit(visitor, path, { name: "  ", scopes: [] })
        assert.strictEqual(unfit.status, 422)
        assert.include(unfit.body, "Name must not be blank")
        assert.include(unfit.body, "at least one permission")
        const forged = await submit(visitor, path, { name: "K", scopes: ["everything"] })
        assert.strictEqual(forged.status, 422)
        const shown = await submit(visitor, path, {
          name: "<b>Export</b>",
          scopes: ["projects:read"]
        })
        const key = /rk_[0-9A-Za-z]{38}/.exec(shown.body)?.[0] ?? ""
        const use = () =>
          app.fetch(
            new Request(`${origin}/v1/projects`, { headers: { authorization: `Bearer ${key}` } })
          )
        assert.strictEqual((await use()).status, 200)
        const list = await visitor.get(path)
        assert.notInclude(list.body, key)
        assert.include(list.body, key.slice(0, 8))
        assert.include(list.body, "&lt;b>Export")
        assert.include(list.body, "by Olga Owner")
        const revoke = /href="(\/settings\/api-keys\/key_[^"]+\/revoke)"/.exec(list.body)?.[1] ?? ""
        const asked = await visitor.get(revoke)
        assert.strictEqual((await use()).status, 200)
        assert.include((await visitor.submit(asked, revoke)).body, "The key is revoked.")
        assert.strictEqual((await use()).status, 401)
        assert.strictEqual((await visitor.get(revoke)).status, 404)
      })
    })
  )
})
