/** A forgotten password: the link by mail, what it opens and how long. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { linkIn, setUp, signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("a forgotten password: a link by mail, once; every session ends", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const inbox = yield* Inbox
      const person = anyone()
      const before = (yield* inbox.mails).length
      yield* Effect.promise(async () => {
        const unknown = await submit(person, "/sign-in/forgot", { email: "nobody@x.example" })
        const known = await submit(person, "/sign-in/forgot", { email })
        assert.strictEqual(unknown.body, known.body)
      })
      const mail = yield* inbox.receive
      assert.strictEqual((yield* inbox.mails).length, before + 1)
      const link = linkIn(mail.text)
      yield* Effect.promise(async () => {
        await submit(person, link, { password: "another password" })
        assert.match((await visitor.get("/settings/users")).path, /^\/sign-in/)
        assert.strictEqual((await anyone().signIn(email, ownerPassword)).status, 403)
        assert.strictEqual((await anyone().signIn(email, "another password")).status, 200)
      })
    })
  )

  it.effect("the link to choose a password expires", () =>
    Effect.gen(function* () {
      const { anyone, email } = yield* setUp
      const inbox = yield* Inbox
      yield* Effect.promise(() => submit(anyone(), "/sign-in/forgot", { email }))
      const link = linkIn((yield* inbox.receive).text)
      yield* TestClock.adjust("61 minutes")
      assert.strictEqual((yield* Effect.promise(() => anyone().get(link))).status, 404)
    })
  )
})
