/** A forgotten password: the link by mail, what it opens and how long. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Passwords } from "../../../src/app/people/Passwords.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { linkIn, nextMail, setUp, signedIn, submit } from "../../support/pages.ts"

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
      const mail = yield* nextMail
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
      yield* Effect.promise(() => submit(anyone(), "/sign-in/forgot", { email }))
      const link = linkIn((yield* nextMail).text)
      yield* TestClock.adjust("61 minutes")
      assert.strictEqual((yield* Effect.promise(() => anyone().get(link))).status, 404)
    })
  )

  it.effect(
    "a common password is refused, and the strength of one is shown by the site's script",
    () =>
      Effect.gen(function* () {
        const { anyone, email } = yield* setUp
        const person = anyone()
        yield* Effect.promise(() => submit(person, "/sign-in/forgot", { email }))
        const link = linkIn((yield* nextMail).text)
        yield* Effect.promise(async () => {
          for (const [password, problem] of [
            ["elevenchars", "at least 12 characters"],
            ["Password123!", "10,000 most common passwords"],
            ["qwertyuiop12", "10,000 most common passwords"],
            ["2024-12-31-59", "more than digits and signs"]
          ] as const) {
            const refused = await submit(person, link, { password })
            assert.strictEqual(refused.path, link)
            assert.include(refused.body, problem)
            assert.notInclude(refused.body, password)
          }
          const { body } = await person.get(link)
          assert.match(body, /data-strength="password"/)
          assert.notMatch(body, /<script>|onclick|oninput/)
          const chosen = await submit(person, link, { password: "eleven chars and more" })
          assert.match(chosen.path, /^\/settings/)
        })
      })
  )

  it.effect("a password from before the rules works until it is changed", () =>
    Effect.gen(function* () {
      const { anyone, email, made } = yield* setUp
      const users = yield* UserRepository
      const { transact } = yield* UnitOfWork
      const old = "password12"
      const hash = yield* (yield* Passwords).renew(email, Redacted.make(old), "$none$")
      yield* transact(users.savePassword(made.workspace.id, made.userId, hash, yield* DateTime.now))
      const page = yield* Effect.promise(() => anyone().signIn(email, old))
      assert.match(page.path, /^\/home/)
    })
  )
})
