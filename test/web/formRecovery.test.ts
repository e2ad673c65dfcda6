/** Form recovery after a session or cookie ended: no change, no lost text, no stored secret. */

import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Signer } from "../../src/app/ports/Signer.ts"
import { layerRetainerMemory, ownerPassword } from "../../src/testing/RetainerMemory.ts"
import { openDraft } from "../../src/web/forms/FormDraftCookie.ts"
import { limitsComeBack, origin, signedInOwner } from "../support/owners.ts"
import { makeVisitor, type Page, unescapeHtml, type Visitor } from "../support/visitor.ts"

const signedIn = Effect.gen(function* () {
  yield* limitsComeBack
  const { app, visitor, email } = yield* signedInOwner()
  const inside = Effect.runPromiseWith(yield* Effect.context<Signer>())
  return { app, visitor, email, inside }
})

const endSession = ({ cookies }: Visitor) => cookies.delete("retainer_session")
const loseCookie = ({ cookies }: Visitor) => cookies.delete("retainer_visit")

/** The draft in the cookie. */
const keptIn = ({ cookies }: Visitor) =>
  Effect.map(Signer, (signer) =>
    JSON.stringify(openDraft(signer, Redacted.make(cookies.get("retainer_kept") ?? "")))
  )

const valueOf = ({ body }: Page, name: string): string | undefined => {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(body)?.[0]
  const value = /\svalue="([^"]*)"/.exec(input ?? "")?.[1]
  const area = new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(body)?.[1]
  return value === undefined && area === undefined ? undefined : unescapeHtml(value ?? area ?? "")
}

const ticked = ({ body }: Page): ReadonlyArray<string> =>
  [...body.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].flatMap(([input]) =>
    /\schecked/.test(input) ? [/value="([^"]*)"/.exec(input)?.[1] ?? ""] : []
  )

const signInOn = (visitor: Visitor, page: Page, email: string) =>
  visitor.submit(page, "/sign-in", { email, password: ownerPassword })

const typed = { name: `Zoë & "Sons" <b`, email: "new@agency.example", role: "admin" }
const filled = "What you typed is filled in again"

layer(layerRetainerMemory)("lost forms", (it) => {
  it.effect("a form whose session ended comes back filled in after the sign-in, and is sent", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get("/settings/users")
        endSession(visitor)
        const asked = await visitor.submit(page, "/settings/users", typed)
        assert.match(asked.path, /^\/sign-in\?/)
        assert.include(asked.body, "Your session ended. Sign in to continue.")
        assert.include(asked.body, "What you typed will be filled in again")
        const elsewhere = await visitor.get("/sign-in?return_to=/settings/apps")
        assert.notInclude(elsewhere.body, "What you typed")
        // A wrong password on the way loses nothing.
        const wrong = await visitor.submit(asked, "/sign-in", { email, password: "wrong" })
        const again = await signInOn(visitor, wrong, email)
        assert.strictEqual(again.path, "/settings/users")
        assert.include(again.body, filled)
        assert.strictEqual(valueOf(again, "name"), typed.name)
        assert.strictEqual(valueOf(again, "email"), typed.email)
        assert.match(
          again.body,
          /<option[^>]*value="admin"[^>]*selected|<option[^>]*selected[^>]*value="admin"/
        )
        assert.notInclude(again.body, "<strong>Zoë", "nothing was saved by itself")
        const sent = await visitor.submit(again, "/settings/users", typed)
        assert.include(sent.body, "The invitation will be sent shortly.")
        assert.include(sent.body, "new@agency.example")
        assert.notInclude(sent.body, filled)
        assert.isFalse(visitor.cookies.has("retainer_kept"), "once")
      })
    })
  )

  it.effect("ticks come back as they were, those that a page sets by itself too", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get("/settings/api-keys")
        endSession(visitor)
        const scopes = ["projects:read", "invoices:write"]
        const asked = await visitor.submit(page, "/settings/api-keys", { name: "K", scopes })
        const again = await signInOn(visitor, asked, email)
        assert.sameMembers([...ticked(again)], scopes)
      })
    })
  )

  it.effect(
    "a form whose cookie was lost is told so and comes back too, with a token that fits",
    () =>
      Effect.gen(function* () {
        const { visitor } = yield* signedIn
        yield* Effect.promise(async () => {
          const page = await visitor.get("/settings/users")
          loseCookie(visitor)
          const told = await visitor.submit(page, "/settings/users", typed)
          assert.strictEqual(told.status, 403)
          assert.include(told.body, "<h1>Your session ended</h1>")
          assert.include(told.body, 'href="/settings/users"')
          const again = await visitor.get("/settings/users")
          assert.strictEqual(valueOf(again, "name"), typed.name)
          const sent = await visitor.submit(again, "/settings/users", typed)
          assert.include(sent.body, "The invitation will be sent shortly.")
        })
      })
  )

  it.effect(
    "files are not kept, which is said; a form without own page leads to the one above",
    () =>
      Effect.gen(function* () {
        const { visitor, email, inside } = yield* signedIn
        yield* Effect.promise(async () => {
          const csrf = valueOf(await visitor.get("/settings/workspace"), "csrf") ?? ""
          endSession(visitor)
          const data = new FormData()
          data.set("csrf", csrf)
          data.set("legal_name", "Typed GmbH")
          data.set("logo", new Blob(["secret picture"]), "logo.png")
          const request = new Request(origin, { method: "POST", body: data })
          await visitor.once("POST", "/settings/workspace", {
            body: await request.arrayBuffer(),
            headers: { origin, "content-type": request.headers.get("content-type") ?? "" }
          })
          assert.notInclude(await inside(keptIn(visitor)), "secret picture")
          const asked = await visitor.get("/sign-in?return_to=/settings/workspace")
          const again = await signInOn(visitor, asked, email)
          assert.strictEqual(valueOf(again, "legal_name"), "Typed GmbH")
          assert.include(again.body, "Choose the file again: files are not kept.")
          endSession(visitor)
          const deep = await visitor.once(
            "POST",
            "/settings/webhooks/we_x/deliveries/wd_x/replay",
            {
              body: `csrf=${valueOf(again, "csrf")}`,
              headers: { origin, "content-type": "application/x-www-form-urlencoded" }
            }
          )
          assert.strictEqual(
            deep.headers.get("location"),
            "/sign-in?ended=1&return_to=%2Fsettings%2Fwebhooks%2Fwe_x%2Fdeliveries%2Fwd_x"
          )
        })
      })
  )

  it.effect("passwords and tokens are not kept, and where one wanted to go is", () =>
    Effect.gen(function* () {
      const { app, email, inside } = yield* signedIn
      yield* Effect.promise(async () => {
        const visitor = makeVisitor(app.fetch, origin)
        const page = await visitor.get("/sign-in?return_to=/settings/users")
        loseCookie(visitor)
        const given = { email, password: ownerPassword }
        const told = await visitor.submit(page, "/sign-in", given)
        assert.notInclude(told.body, ownerPassword)
        const kept = await inside(keptIn(visitor))
        assert.include(kept, email)
        assert.notInclude(kept, ownerPassword)
        assert.notInclude(kept, valueOf(page, "csrf") ?? "")
        const again = await visitor.get("/sign-in?return_to=%2Fsettings%2Fusers")
        assert.strictEqual(valueOf(again, "email"), email)
        assert.isUndefined(valueOf(again, "password"))
        assert.strictEqual((await signInOn(visitor, again, email)).path, "/settings/users")
      })
    })
  )

  it.effect("nothing is kept of what another site sends, and nothing leads to one", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        loseCookie(visitor)
        const send = (path: string, headers: Record<string, string>, body = "name=Evil") =>
          visitor.once("POST", path, {
            body,
            headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
          })
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { origin, "sec-fetch-site": "cross-site" },
          {}
        ]) {
          const response = await send("/settings/users", headers)
          assert.strictEqual(response.status, 403)
          assert.isFalse(visitor.cookies.has("retainer_kept"), JSON.stringify(headers))
          loseCookie(visitor)
        }
        const own = await send("/sign-in", { origin }, "email=a&return_to=//evil.example")
        assert.notInclude(await own.text(), "evil")
      })
    })
  )

  it.effect(
    "what is too long for a cookie is shown to be copied; a sign-out forgets the rest",
    () =>
      Effect.gen(function* () {
        const { visitor, email } = yield* signedIn
        yield* Effect.promise(async () => {
          const page = await visitor.get("/settings/users")
          endSession(visitor)
          // Random digits, which no packing makes short.
          const long = [...crypto.getRandomValues(new Uint8Array(8000))].join("")
          const told = await visitor.submit(page, "/settings/users", { ...typed, name: long })
          assert.isFalse(visitor.cookies.has("retainer_kept"))
          assert.include(told.body, "too long to be kept")
          assert.include(told.body, long)
          assert.include(told.body, "/sign-in?ended=1&amp;return_to=%2Fsettings%2Fusers")
          await visitor.submit(page, "/settings/users", typed)
          assert.isTrue(visitor.cookies.has("retainer_kept"))
          assert.isBelow((visitor.cookies.get("retainer_kept") ?? "").length, 4000)
          const home = await visitor.signIn(email, ownerPassword)
          await visitor.submit(home, "/sign-out")
          assert.isFalse(visitor.cookies.has("retainer_kept"))
        })
      })
  )
})
