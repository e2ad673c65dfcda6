/** The person's other workspaces in the frame: named only where the address is proved. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("other workspaces", (it) => {
  it.effect("a switch leads to the sign-in there, with the address filled in", () =>
    Effect.gen(function* () {
      const { visitor, email, made } = yield* signedIn
      const app = yield* RetainerMemory
      yield* Effect.promise(async () => {
        assert.notInclude((await visitor.get("/home")).body, "Your other workspaces")
      })
      // The same password: both accounts are of one person.
      const other = yield* app.workspace({ ownerEmail: email, name: "Second agency" })
      yield* Effect.promise(async () => {
        const home = await visitor.get("/home")
        assert.include(home.body, "Your other workspaces")
        const address = `/sign-in?other=1&workspace=${other.workspace.id}`
        assert.include(home.body, address.replace("&", "&amp;"))
        const page = await visitor.get(address)
        assert.include(page.body, "Sign in to Second agency")
        assert.include(page.body, `value="${email}"`)
        const wrong = await visitor.submit(page, "/sign-in", { email, password: "a guess" })
        assert.strictEqual(wrong.status, 403)
        const there = await visitor.submit(wrong, "/sign-in", { email, password: ownerPassword })
        assert.strictEqual(there.path, "/home")
        assert.include(there.body, "Second agency")
        const back = `/sign-in?other=1&workspace=${made.workspace.id}`
        assert.include(there.body, back.replace("&", "&amp;"))
        // A workspace that is not the person's is not named.
        const foreign = await visitor.get("/sign-in?other=1&workspace=ws_x")
        assert.notInclude(foreign.body, `value="${email}"`)
      })
    })
  )

  it.effect("another password and an address that no link proved: nothing is named", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* signedIn
      const app = yield* RetainerMemory
      yield* app.workspace({ ownerEmail: email, name: "Secret agency" })
      const values = { present_password: ownerPassword, new_password: "another long password" }
      yield* Effect.promise(async () => {
        assert.include((await visitor.get("/home")).body, "Secret agency")
        await submit(visitor, "/account", values, "/account/password")
        assert.notInclude((await visitor.get("/home")).body, "Secret agency")
      })
    })
  )
})
