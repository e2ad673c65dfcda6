/** The page of users, and that no settings reach another workspace. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { scopes } from "../../../src/domain/access/Scope.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { newAddress, origin } from "../../support/owners.ts"
import { colleagueOf, linkIn, nextMail, signedIn, submit } from "../../support/pages.ts"
import { sender } from "../../support/requests.ts"
import type { Visitor } from "../../support/visitor.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("a user is invited, joins, reads, changes nothing, is promoted and removed", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const path = "/settings/users"
      const member = newAddress()
      const invited = yield* Effect.promise(() =>
        submit(visitor, path, { name: "Max", email: member, role: "member" })
      )
      assert.include(invited.body, "The invitation will be sent shortly.")
      const link = linkIn((yield* nextMail).text)
      const max = anyone()
      yield* Effect.promise(async () => {
        const taken = await submit(visitor, path, { name: "X", email: member, role: "member" })
        assert.strictEqual(taken.status, 422)
        const short = await submit(max, link, { password: "short" })
        assert.include(short.body, "at least 12 characters")
        const home = await submit(max, link, { password: "a long password" })
        assert.strictEqual(home.path, "/home")
        const keys = await max.get("/settings/api-keys")
        assert.include(keys.body, "you can read it")
        assert.notInclude(keys.body, "Create the key")
        assert.strictEqual((await anyone().get(link)).status, 404)
        const csrf = /name="csrf" value="([^"]+)"/.exec(home.body)?.[1] ?? ""
        for (const target of [
          "/settings/api-keys",
          "/settings/apps",
          "/settings/workspace",
          path
        ]) {
          const refused = await max.once("POST", target, {
            body: `csrf=${csrf}&name=x`,
            headers: { "content-type": "application/x-www-form-urlencoded", origin }
          })
          assert.strictEqual(refused.status, 403, target)
          assert.include(await refused.text(), "Only owners and admins")
        }
        const list = await visitor.get(path)
        const [first = "", second = ""] = [...list.body.matchAll(/user_[0-9a-z]{26}/g)].map(
          ([id]) => id
        )
        const own = `${path}/${first}`
        const theirs = `${path}/${second}`
        const lastOwner = await submit(visitor, own, { role: "member" })
        assert.strictEqual(lastOwner.status, 403)
        assert.include(lastOwner.body, "A workspace needs an owner")
        await submit(visitor, theirs, { role: "admin" })
        // An admin changes much, but no owner.
        const grab = await submit(max, theirs, { role: "owner" })
        assert.include(grab.body, "Only an owner")
        assert.include((await submit(max, `${own}/remove`, {})).body, "Only an owner")
        await submit(visitor, `${theirs}/remove`, {})
        assert.match((await max.get(path)).path, /^\/sign-in/)
        assert.strictEqual((await anyone().signIn(member, "a long password")).status, 403)
        assert.strictEqual((await anyone().signIn(email, ownerPassword)).status, 200)
      })
    })
  )

  /**
   * A colleague who created a key, an app and an endpoint in the pages, and an endpoint with that
   * key.
   */
  const busyColleague = Effect.fnUntraced(function* (owner: Visitor, role: "admin" | "member") {
    const max = yield* colleagueOf(owner, role)
    const keyPage = yield* Effect.promise(() =>
      submit(max, "/settings/api-keys", { name: "Bookkeeping", scopes: [...scopes] })
    )
    const key = /rk_[0-9A-Za-z]{38}/.exec(keyPage.body)?.[0] ?? ""
    const app = { name: "Time tracker", redirect_uris: "https://app.example/callback" }
    yield* Effect.promise(() => submit(max, "/settings/apps", app))
    const hook = { url: "https://hooks.example/x", which: "every", enabled: "yes" }
    yield* Effect.promise(() => submit(max, "/settings/webhooks", hook))
    const byKey = yield* sender(key)("POST", "/v1/webhook_endpoints", {
      url: "https://key.example/"
    })
    assert.strictEqual(byKey.status, 201)
    return { max, key }
  })

  const theirPath = async (owner: Visitor) => {
    const list = await owner.get("/settings/users")
    const ids = [...list.body.matchAll(/user_[0-9a-z]{26}/g)].map(([id]) => id)
    return `/settings/users/${ids.at(-1)}`
  }

  it.effect("removing a user revokes the keys, apps and endpoints that they created", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const { key } = yield* busyColleague(visitor, "admin")
      const path = yield* Effect.promise(() => theirPath(visitor))
      const page = yield* Effect.promise(() => visitor.get(`${path}/remove`))
      for (const name of ["Bookkeeping", "Time tracker", "hooks.example", "key.example"]) {
        assert.include(page.body, name)
      }
      assert.strictEqual(page.body.match(/type="checkbox"[^>]* checked/g)?.length, 4)
      const boxes = [...page.body.matchAll(/name="revoke" value="([^"]+)"/g)].map(
        ([, id = ""]) => id
      )
      const call = sender(key)
      assert.strictEqual((yield* call("GET", "/v1/clients")).status, 200)
      const done = yield* Effect.promise(() =>
        visitor.submit(page, `${path}/remove`, { revoke: boxes })
      )
      assert.include(done.body, "what was ticked is revoked")
      assert.strictEqual((yield* call("GET", "/v1/clients")).status, 401)
      yield* Effect.promise(async () => {
        assert.notInclude((await visitor.get("/settings/api-keys")).body, "Bookkeeping")
        assert.notInclude((await visitor.get("/settings/apps")).body, "Time tracker")
        const endpoints = await visitor.get("/settings/webhooks")
        assert.notInclude(endpoints.body, "hooks.example")
        assert.notInclude(endpoints.body, "key.example")
      })
    })
  )

  it.effect("a lower role shows the same page, and a cleared box leaves its key", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const { key } = yield* busyColleague(visitor, "admin")
      yield* Effect.promise(async () => {
        const path = await theirPath(visitor)
        const asked = await submit(visitor, path, { role: "member" })
        assert.include(asked.body, "Bookkeeping")
        const boxes = [...asked.body.matchAll(/name="revoke" value="([^"]+)"/g)].map(
          ([, id = ""]) => id
        )
        const all = boxes.filter((id) => !id.startsWith("key_"))
        const done = await visitor.submit(asked, path, { revoke: all })
        assert.include(done.body, "The role is changed")
        assert.notInclude((await visitor.get("/settings/apps")).body, "Time tracker")
      })
      assert.strictEqual((yield* sender(key)("GET", "/v1/clients")).status, 200)
    })
  )

  it.effect("nothing of one workspace is reached from another's settings", () =>
    Effect.gen(function* () {
      const { visitor, app } = yield* signedIn
      const theirs = yield* app.workspace({ ownerEmail: newAddress() })
      const call = sender(theirs.apiKey)
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const project = (yield* call("POST", "/v1/projects", { name: "S", client_id: client.id }))
        .body
      yield* call("DELETE", `/v1/projects/${project.id}`)
      yield* Effect.promise(async () => {
        const page = await visitor.get("/settings/api-keys")
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const post = async (path: string) => {
          const response = await visitor.once("POST", path, {
            body: `csrf=${csrf}&role=member`,
            headers: { "content-type": "application/x-www-form-urlencoded", origin }
          })
          return response.status
        }
        for (const path of [
          `/projects/${project.id}?do=restore`,
          `/settings/users/${theirs.userId}`,
          `/settings/users/${theirs.userId}/remove`,
          "/settings/api-keys/key_01h2xcejqtf2nbrexx3vqjhp41/revoke",
          "/settings/apps/app_01h2xcejqtf2nbrexx3vqjhp41/delete"
        ]) {
          assert.strictEqual(await post(path), 404, path)
        }
      })
      assert.strictEqual((yield* call("GET", `/v1/projects/${project.id}`)).body.status, "archived")
    })
  )
})
