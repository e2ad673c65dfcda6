/**
 * Changes that a stolen session must not make require the password again, at most once in 15
 * minutes.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { trialLimits } from "../../../src/domain/access/RateLimit.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { linkIn, nextMail, signedIn, submit } from "../../support/pages.ts"

const confirm = "/sign-in/confirm"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("a key is not created by a session alone; the form comes back after the password", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const path = "/settings/api-keys"
      const create = (name: string) =>
        Effect.promise(() => submit(visitor, path, { name, scopes: ["projects:read"] }))
      assert.include((yield* create("At once")).body, "At once")
      yield* TestClock.adjust("15 minutes")
      const asked = yield* create("Later")
      assert.strictEqual(asked.path.split("?")[0], confirm)
      yield* Effect.promise(async () => {
        assert.notInclude((await visitor.get(path)).body, "<strong>Later")
        const wrong = await visitor.submit(asked, confirm, { password: "a wrong password" })
        assert.strictEqual(wrong.status, 403)
        assert.include(wrong.body, "The password is not right")
      })
      const again = yield* create("Later")
      const back = yield* Effect.promise(() =>
        visitor.submit(again, confirm, { password: ownerPassword })
      )
      assert.strictEqual(back.path, path)
      assert.include(back.body, 'value="Later"')
      assert.include(back.body, "filled in again")
      assert.include((yield* create("Later")).body, "rk_")
      yield* TestClock.adjust("14 minutes")
      assert.include((yield* create("Third")).body, "rk_")
    })
  )

  it.effect("the same before roles, users and secrets; not before ending a session", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const member = newAddress()
      yield* Effect.promise(() =>
        submit(visitor, "/settings/users", { name: "Max", email: member, role: "member" })
      )
      linkIn((yield* nextMail).text)
      yield* Effect.promise(() =>
        submit(visitor, "/settings/apps", { name: "A", redirect_uris: "https://app.example/x" })
      )
      yield* TestClock.adjust("15 minutes")
      yield* Effect.promise(async () => {
        const list = await visitor.get("/settings/users")
        const their = [...list.body.matchAll(/user_[0-9a-z]{26}/g)].map(([id]) => id).at(-1)
        const apps = await visitor.get("/settings/apps")
        const app = /app_[0-9a-z]{26}/.exec(apps.body)?.[0]
        for (const [path, values] of [
          ["/settings/users", { name: "M", email: newAddress(), role: "member" }],
          [`/settings/users/${their}`, { role: "admin" }],
          [`/settings/users/${their}/remove`, {}],
          [`/settings/apps/${app}/rotate`, {}],
          [`/settings/apps/${app}/delete`, {}]
        ] as const) {
          const asked = await submit(visitor, path, values)
          assert.strictEqual(asked.path.split("?")[0], confirm, path)
        }
        const elsewhere = anyone()
        await elsewhere.signIn(email, ownerPassword)
        assert.include((await visitor.get("/account")).body, "this one")
        const ended = await submit(visitor, "/account", { session: "others" }, "/account/sessions")
        assert.include(ended.body, "All your other sessions have ended.")
        assert.match((await elsewhere.get("/settings/users")).path, /^\/sign-in/)
        const home = await visitor.get("/settings/users")
        await visitor.submit(home, "/sign-out")
        assert.match((await visitor.get("/settings/users")).path, /^\/sign-in/)
        assert.strictEqual((await visitor.signIn(email, ownerPassword)).status, 200)
      })
    })
  )

  it.effect("guesses there are limited as those at the sign-in are", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get(`${confirm}?return_to=/settings/users`)
        let tried = 0
        for (;;) {
          const { status } = await visitor.submit(page, confirm, { password: "a guess" })
          if (status === 429) break
          assert.strictEqual(status, 403)
          tried += 1
        }
        // The sign-in was the first attempt from this address.
        assert.strictEqual(tried, trialLimits.account.burst - 1)
      })
    })
  )
})
