/** Mails about the account: a new password, a new key, a sign-in from a new device. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, linkIn, nextMail, setUp, signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("notices", (it) => {
  it.effect("a new password sends a mail with the address of the request", () =>
    Effect.gen(function* () {
      const { anyone, email } = yield* setUp
      const inbox = yield* Inbox
      const person = anyone()
      yield* Effect.promise(() => submit(person, "/sign-in/forgot", { email }))
      const link = linkIn((yield* nextMail).text)
      yield* Effect.promise(() => submit(person, link, { password: "a new password" }))
      const notice = yield* inbox.receive
      assert.strictEqual(notice.to.address, email)
      assert.match(notice.subject, /password_changed/)
      assert.include(notice.text, "from unknown")
    })
  )

  it.effect("a new key sends a mail to every owner and admin", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* signedIn
      const inbox = yield* Inbox
      const path = "/settings/api-keys"
      yield* colleagueOf(visitor, "admin")
      yield* colleagueOf(visitor, "member")
      const before = (yield* inbox.mails).length
      yield* Effect.promise(() =>
        submit(visitor, path, { name: "Bookkeeping", scopes: ["projects:read"] })
      )
      const notices = [yield* inbox.receive, yield* inbox.receive]
      assert.strictEqual((yield* inbox.mails).length, before + 2)
      assert.include(
        notices.map(({ to }) => to.address),
        email
      )
      for (const { subject, text } of notices) {
        assert.include(subject, "api_key_created")
        assert.include(text, "Bookkeeping")
        assert.include(text, "Olga Owner")
        assert.notMatch(text, /rk_[0-9A-Za-z]{38}/)
      }
    })
  )

  it.effect(
    "a sign-in from a new device sends a mail, the first one and those of known devices do not",
    () =>
      Effect.gen(function* () {
        const { visitor, anyone, email } = yield* setUp
        const inbox = yield* Inbox
        const before = (yield* inbox.mails).length
        const signIn = (one: typeof visitor) =>
          Effect.promise(() => one.signIn(email, ownerPassword))
        yield* signIn(visitor)
        yield* Effect.promise(async () => {
          const home = await visitor.get("/settings/users")
          await visitor.submit(home, "/sign-out")
        })
        yield* signIn(visitor)
        yield* signIn(anyone())
        const notice = yield* inbox.receive
        assert.strictEqual((yield* inbox.mails).length, before + 1)
        assert.strictEqual(notice.to.address, email)
        assert.match(notice.subject, /new_device/)
      })
  )
})
