/** One press in the list of users: signing a colleague out, and inviting again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { colleagueOf, signedIn, submit } from "../../support/pages.ts"

const path = "/settings/users"

/** The action of the first form of this kind on the page. */
const actionIn = (body: string, kind: "sessions" | "invite"): string =>
  new RegExp(`action="(${path}/user_\\w+/${kind})"`).exec(body)?.[1] ?? ""

const mailsTo = (address: string) =>
  Effect.map(
    Effect.flatMap(Inbox, ({ mails }) => mails),
    (all) => all.filter(({ to }) => to.address === address)
  )

layer(layerRetainerMemory)("users", (it) => {
  it.effect("the list and a user's page are in German", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const inGerman = async (one: typeof visitor, to: string) =>
          (await one.once("GET", to, { headers: { "accept-language": "de" } })).text()
        const list = await inGerman(visitor, path)
        for (const text of ["Zuletzt gesehen", "Alle Sitzungen beenden", "Jemanden einladen"]) {
          assert.include(list, text)
        }
        assert.include(list, ">Mitglied</td>")
        const theirs = await inGerman(member, path)
        assert.include(theirs, "Inhaber und Administratoren können das ändern; Sie können es")
        assert.notInclude(theirs, '<button type="submit">')
        const ids = [...list.matchAll(/user_[0-9a-z]{26}/g)].map(([id]) => id)
        const asked = await inGerman(visitor, `${path}/${ids.at(-1)}/remove`)
        assert.include(asked, "Max entfernen?")
      })
    })
  )

  it.effect("a colleague is signed out everywhere; the own row and an owner's have no button", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const admin = yield* colleagueOf(visitor, "admin")
      yield* Effect.promise(async () => {
        const list = await visitor.get(path)
        assert.strictEqual((list.body.match(/End all sessions:/g) ?? []).length, 1)
        const action = actionIn(list.body, "sessions")
        // The admin sees no button at the owner, and a forged form is refused.
        assert.strictEqual(actionIn((await admin.get(path)).body, "sessions"), "")
        const ended = await visitor.submit(list, action)
        assert.include(ended.body, "The user is signed out everywhere.")
        assert.match((await admin.get("/home")).path, /^\/sign-in/)
        assert.strictEqual(actionIn(ended.body, "sessions"), "")
        const audit = (await visitor.get("/settings/audit")).body
        assert.match(audit, /signed <a [^>]+>[^<]+<\/a> out everywhere/)
      })
    })
  )

  it.effect("members have no buttons, and their forged forms are refused", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const list = await visitor.get(path)
        const action = actionIn(list.body, "sessions")
        assert.notInclude((await member.get(path)).body, "End all sessions")
        const page = await member.get("/account")
        const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ""
        for (const forged of [action, action.replace("sessions", "invite")]) {
          const { status } = await member.once("POST", forged, {
            body: new URLSearchParams({ csrf, once: "0".repeat(32) }).toString(),
            headers: {
              "content-type": "application/x-www-form-urlencoded",
              origin: "http://retainer.test"
            }
          })
          assert.strictEqual(status, 403)
        }
        assert.strictEqual((await member.get("/home")).path, "/home")
      })
    })
  )

  it.effect("an unknown user is not found, and one who has joined is not invited again", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const list = await visitor.get(path)
        const action = actionIn(list.body, "sessions")
        const csrf = /name="csrf" value="([^"]*)"/.exec(list.body)?.[1] ?? ""
        const post = (to: string) =>
          visitor.once("POST", to, {
            body: new URLSearchParams({ csrf, once: "1".repeat(32) }).toString(),
            headers: {
              "content-type": "application/x-www-form-urlencoded",
              origin: "http://retainer.test"
            }
          })
        assert.strictEqual((await post(`${path}/user_x/sessions`)).status, 404)
        const joined = await post(action.replace("sessions", "invite"))
        assert.strictEqual(joined.status, 403)
      })
    })
  )

  it.effect("an invitation is sent again once, however often its form comes", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const email = newAddress()
      yield* Effect.promise(async () => {
        await submit(visitor, path, { name: "Iris", email, role: "member" })
        const list = await visitor.get(path)
        assert.include(list.body, "never")
        const action = actionIn(list.body, "invite")
        const both = [visitor.submit(list, action), visitor.submit(list, action)]
        for (const { body } of await Promise.all(both)) {
          assert.include(body, "The invitation will be sent shortly.")
        }
      })
      const { receive } = yield* Inbox
      while ((yield* mailsTo(email)).length < 2) yield* receive
      assert.lengthOf(yield* mailsTo(email), 2)
    })
  )
})
