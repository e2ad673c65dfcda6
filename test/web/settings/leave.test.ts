/**
 * Export and deletion: owners alone, with the typed name and the password; afterwards every
 * credential of the workspace is refused, and of no other.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { textOf } from "../../support/mainText.ts"
import { limitsComeBack, signedInOwner } from "../../support/owners.ts"
import { colleagueOf, submit } from "../../support/pages.ts"

const path = "/settings/leave"

const setUp = Effect.andThen(limitsComeBack, signedInOwner())

layer(layerRetainerMemory)("export and deletion", (it) => {
  it.effect("a wrong name or password deletes nothing, and the name stays typed", () =>
    Effect.gen(function* () {
      const { visitor, made, call } = yield* setUp
      const { name } = made.workspace
      const page = yield* Effect.promise(() => visitor.get(path))
      assert.strictEqual(page.status, 200)
      assert.include(textOf(page.body), "Invoices must be kept by law")
      assert.include(page.body, `retainer workspace export --workspace ${made.workspace.id}`)
      for (const [values, message] of [
        [{ name: `${name}x`, password: ownerPassword }, "This is not the name"],
        [{ name, password: "not the password" }, "The password is not right"],
        [{ name: "", password: "" }, "This is not the name"]
      ] as const) {
        const refused = yield* Effect.promise(() => submit(visitor, path, values))
        assert.strictEqual(refused.status, 422)
        assert.include(textOf(refused.body), message)
        if (values.name !== "") assert.include(refused.body, `value="${values.name}"`)
        assert.notInclude(refused.body, "not the password")
      }
      assert.strictEqual((yield* call("GET", "/v1/clients")).status, 200)
    })
  )

  it.effect("the name and the password delete it at once, and the page says until when", () =>
    Effect.gen(function* () {
      const { visitor, made, call } = yield* setUp
      const other = yield* setUp
      const { id, name } = made.workspace
      const values = { name, password: ownerPassword }
      const done = yield* Effect.promise(() => submit(visitor, path, values))
      assert.match(done.path, /^\/workspace-deleted\?/)
      assert.strictEqual(done.status, 200)
      assert.include(textOf(done.body), "erased on January 15, 1970")
      assert.include(done.body, `retainer workspace delete --workspace ${id} --undo`)
      assert.strictEqual((yield* call("GET", "/v1/clients")).status, 401)
      const gone = yield* Effect.promise(() => visitor.get("/home"))
      assert.match(gone.path, /^\/sign-in/)
      assert.strictEqual((yield* other.call("GET", "/v1/clients")).status, 200)
      yield* (yield* Workspaces).restore(id)
      assert.strictEqual((yield* call("GET", "/v1/clients")).status, 200)
      const bare = yield* Effect.promise(() => visitor.get("/workspace-deleted?workspace=x"))
      assert.strictEqual(bare.status, 404)
    })
  )

  it.effect("members and admins are refused, whatever they send", () =>
    Effect.gen(function* () {
      const { visitor, made } = yield* setUp
      for (const role of ["admin", "member"] as const) {
        const colleague = yield* colleagueOf(visitor, role)
        const page = yield* Effect.promise(() => colleague.get(path))
        assert.strictEqual(page.status, 403, role)
        assert.include(page.body, 'href="/home"')
        const home = yield* Effect.promise(() => colleague.get("/settings/users"))
        assert.notInclude(home.body, `href="${path}"`, role)
        const forged = yield* Effect.promise(() =>
          colleague.once("POST", path, {
            body: new URLSearchParams({
              csrf: /name="csrf" value="([^"]+)"/.exec(home.body)?.[1] ?? "",
              name: made.workspace.name,
              password: ""
            }),
            headers: { origin: "http://retainer.test" }
          })
        )
        assert.strictEqual(forged.status, 403, role)
      }
    })
  )

  it.effect("speaks the owner's language", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      for (const [language, found] of [
        ["de", "Rechnungen müssen von Gesetzes wegen aufbewahrt werden"],
        ["fr", "La loi impose de conserver les factures"],
        ["es", "La ley obliga a conservar las facturas"]
      ] as const) {
        const headers = { "accept-language": language }
        const answer = yield* Effect.promise(() => visitor.once("GET", path, { headers }))
        const body = yield* Effect.promise(() => answer.text())
        assert.include(body, found)
        assert.match(body, new RegExp(`<main id="content" lang="${language}"`))
      }
    })
  )
})
