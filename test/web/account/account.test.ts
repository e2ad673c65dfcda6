/** A user's own account: name, preferences, password, sessions; for members too. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, linkIn, signedIn, submit } from "../../support/pages.ts"
import type { Visitor } from "../../support/visitor.ts"

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(6)
const other = "another long password"

const change = (visitor: Visitor, values: Readonly<Record<string, string>>) =>
  submit(visitor, "/account", values, "/account/password")

const problemOf = (body: string, field: string): string | undefined =>
  new RegExp(`id="${field}-problem">([^<]*)`).exec(body)?.[1]

layer(layerRetainerMemory)("account", (it) => {
  it.effect("name, language and keys are saved, each by one form", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        for (const one of [visitor, member]) {
          const renamed = await submit(one, "/account", { name: "<b>Nora</b>" }, "/account/name")
          assert.include(renamed.body, "Your name is saved.")
          assert.include(renamed.body, "&lt;b>Nora&lt;/b>")
          const refused = await submit(one, "/account", { name: long }, "/account/name")
          assert.strictEqual(refused.status, 422)
          assert.include(problemOf(refused.body, "name"), "at most 255")
          assert.include(refused.body, long)
          assert.include(refused.body, 'data-keys="on"')
          const german = await submit(one, "/account", { language: "de" }, "/account/preferences")
          assert.include(german.body, "<h1>Mein Konto</h1>")
          assert.include(german.body, 'data-keys="off"')
          assert.include((await one.get("/home")).body, 'lang="de')
          const english = { language: "", keys: "on" }
          const back = await submit(one, "/account", english, "/account/preferences")
          assert.include(back.body, "<h1>My account</h1>")
          assert.include(back.body, 'data-keys="on"')
        }
      })
    })
  )

  it.effect("a new password needs the present one and ends the other sessions", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const elsewhere = anyone()
      yield* Effect.promise(async () => {
        await elsewhere.signIn(email, ownerPassword)
        const present_password = ownerPassword
        for (const [values, field] of [
          [{ present_password: "a guess", new_password: other }, "present_password"],
          [{ present_password, new_password: "short" }, "new_password"],
          [{ present_password, new_password: "x".repeat(201) }, "new_password"],
          [{ present_password, new_password: "password123456" }, "new_password"],
          [{ present_password, new_password: "123456789012" }, "new_password"],
          [{ present_password, new_password: "" }, "new_password"],
          [{ present_password, new_password: other, new_password_again: "x" }, "new_password_again"]
        ] as const) {
          const refused = await change(visitor, values)
          assert.strictEqual(refused.status, 422, field)
          assert.isDefined(problemOf(refused.body, field))
          assert.notInclude(refused.body, other)
        }
        assert.strictEqual((await elsewhere.get("/home")).path, "/home")
        const changed = await change(visitor, { present_password, new_password: other })
        assert.include(changed.body, "Your password is changed.")
        assert.match((await elsewhere.get("/home")).path, /^\/sign-in/)
        assert.strictEqual((await elsewhere.signIn(email, ownerPassword)).status, 403)
        assert.strictEqual((await elsewhere.signIn(email, other)).path, "/home")
        // The device of the change may go on, without the password again.
        assert.strictEqual((await visitor.get("/home")).path, "/home")
      })
      const { receive } = yield* Inbox
      yield* Effect.repeat(receive, {
        until: ({ subject }) => subject === "Notice: password_changed"
      })
    })
  )

  it.effect("a form that is sent twice changes the password once", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get("/account")
        const values = { present_password: ownerPassword, new_password: other }
        const [one, two] = await Promise.all([
          visitor.submit(page, "/account/password", values),
          visitor.submit(page, "/account/password", values)
        ])
        for (const { body } of [one, two]) assert.include(body, "Your password is changed.")
        const again = await change(visitor, values)
        assert.include(problemOf(again.body, "present_password"), "not right")
      })
    })
  )

  it.effect("guesses of the present password are limited", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const statuses: number[] = []
        const values = { present_password: "a guess", new_password: other }
        for (let i = 0; i < 21; i++) statuses.push((await change(visitor, values)).status)
        assert.strictEqual(statuses.at(-1), 429)
      })
    })
  )

  it.effect("a new password ends a link that was mailed to choose one", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const stranger = anyone()
      yield* Effect.promise(() => submit(stranger, "/sign-in/forgot", { email }))
      const { receive } = yield* Inbox
      const mail = yield* Effect.repeat(receive, {
        until: ({ text }) => text.includes("/welcome/")
      })
      const values = { present_password: ownerPassword, new_password: other }
      yield* Effect.promise(async () => {
        await change(visitor, values)
        assert.strictEqual((await stranger.get(linkIn(mail.text))).status, 404)
      })
    })
  )

  it.effect("sessions show device and address; one is ended, then all others", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const agent =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0"
      const phone = anyone()
      const stranger = anyone()
      yield* Effect.promise(async () => {
        const page = await phone.get("/sign-in")
        const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ""
        await phone.once("POST", "/sign-in", {
          body: new URLSearchParams({ csrf, email, password: ownerPassword }).toString(),
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            origin: "http://retainer.test",
            "user-agent": agent
          }
        })
        const shown = await visitor.get("/account")
        assert.include(shown.body, "Edge on Windows")
        assert.include(shown.body, "Unknown device")
        assert.notInclude(shown.body, "AppleWebKit")
        const id = /aria-label="End: Edge on Windows"[^>]*>|value="([0-9a-f]{16})"/.exec(
          shown.body
        )?.[1]
        await stranger.signIn(email, ownerPassword)
        const ended = await submit(visitor, "/account", { session: id ?? "" }, "/account/sessions")
        assert.include(ended.body, "The session has ended.")
        assert.match((await phone.get("/home")).path, /^\/sign-in/)
        assert.strictEqual((await stranger.get("/home")).path, "/home")
        const others = await submit(visitor, "/account", { session: "others" }, "/account/sessions")
        assert.include(others.body, "You are signed in nowhere else.")
        assert.match((await stranger.get("/home")).path, /^\/sign-in/)
        assert.strictEqual((await visitor.get("/settings/sessions")).path, "/account")
      })
    })
  )

  it.effect("without a session the page and its forms lead to the sign-in", () =>
    Effect.gen(function* () {
      const { visitor, anyone } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get("/account")
        const stranger = anyone()
        for (const [name, value] of visitor.cookies) {
          if (!name.endsWith("session")) stranger.cookies.set(name, value)
        }
        assert.match((await stranger.get("/account")).path, /^\/sign-in/)
        for (const action of ["name", "password", "preferences", "email"]) {
          const refused = await stranger.submit(page, `/account/${action}`, { name: "X" })
          assert.match(refused.path, /^\/sign-in/, action)
        }
      })
    })
  )
})
