/** The page of API keys. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { colleagueOf, signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("a key is made, shown once, used, listed by its beginning and revoked", () =>
    Effect.gen(function* () {
      const { visitor, app } = yield* signedIn
      yield* Effect.promise(async () => {
        const path = "/settings/api-keys"
        const unfit = await submit(visitor, path, { name: "  ", scopes: [] })
        assert.strictEqual(unfit.status, 422)
        assert.include(unfit.body, "Enter a name of at most 255 characters.")
        assert.include(unfit.body, "Choose at least one permission.")
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

  it.effect("everything, read only, or what is chosen, which no other choice heeds", () =>
    Effect.gen(function* () {
      const { visitor, app } = yield* signedIn
      const path = "/settings/api-keys"
      const scopesOf = async (values: Readonly<Record<string, string>>) => {
        const made = await submit(visitor, path, { name: "K", ...values })
        const key = /rk_[0-9A-Za-z]{38}/.exec(made.body)?.[0] ?? ""
        const call = (method: string, route: string, body: unknown) =>
          app.fetch(
            new Request(`${origin}${route}`, {
              method,
              headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
              ...(body === null ? {} : { body: JSON.stringify(body) })
            })
          )
        const reads = await call("GET", "/v1/clients", null)
        const writes = await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
        return [reads.status, writes.status]
      }
      yield* Effect.promise(async () => {
        assert.deepStrictEqual(await scopesOf({ access: "everything" }), [200, 201])
        const read = { access: "readOnly", scopes: "clients:write" }
        assert.deepStrictEqual(await scopesOf(read), [200, 403])
        const chosen = { access: "choose", scopes: "clients:write" }
        assert.deepStrictEqual(await scopesOf(chosen), [403, 201])
        const none = await submit(visitor, path, { name: "K", access: "choose" })
        assert.strictEqual(none.status, 422)
        const unknown = await submit(visitor, path, { name: "K", access: "boss" })
        assert.strictEqual(unknown.status, 422)
        const list = await visitor.get(path)
        assert.match(list.body, /K<\/strong><div class="quiet small">Everything</)
        assert.match(list.body, /K<\/strong><div class="quiet small">Read only</)
      })
    })
  )

  it.effect("is in German, with each permission in words", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const headers = { "accept-language": "de" }
        const body = await (await visitor.once("GET", "/settings/api-keys", { headers })).text()
        for (const text of ["Was darf der Schlüssel?", "Nur lesen", "Aufgaben anlegen, ändern"]) {
          assert.include(body, text)
        }
        const theirs = await (await member.once("GET", "/settings/api-keys", { headers })).text()
        assert.include(theirs, "Inhaber und Administratoren können das ändern")
        assert.notInclude(theirs, "Nur lesen")
      })
    })
  )
})
