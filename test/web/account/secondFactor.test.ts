/** The second factor: enrolment, sign-in by code and by recovery code, and its end. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { codeAt } from "../../../src/testing/people/OneTimePasswordsMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, enterPassword, linkIn, signedIn, submit } from "../../support/pages.ts"
import type { Page, Visitor } from "../../support/visitor.ts"

const path = "/account/second-factor"
const code = Effect.map(DateTime.now, codeAt)
const step = TestClock.adjust("30 seconds")

/** Sets it up, and returns the recovery codes. */
const enrol = Effect.fnUntraced(function* (visitor: Visitor) {
  const now = yield* code
  const page = yield* Effect.promise(() => submit(visitor, path, { code: now }))
  assert.strictEqual(page.path, `${path}/recovery-codes`)
  return [...page.body.matchAll(/<code>([2-9a-z-]{19})<\/code>/g)].map(([, one = ""]) => one)
})

const signIn = (visitor: Visitor, email: string, password = ownerPassword) =>
  Effect.promise(() => visitor.signIn(email, password))

const enter = (visitor: Visitor, page: Page, given: string) =>
  Effect.promise(() => visitor.submit(page, "/sign-in/code", { code: given }))

layer(layerRetainerMemory)("second factor", (it) => {
  it.effect("is set up by a code; then each sign-in needs one, and each code counts once", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const shown = yield* Effect.promise(() => visitor.get(path))
      assert.include(shown.body, 'role="img"')
      const wrong = yield* Effect.promise(() => submit(visitor, path, { code: "000000" }))
      assert.strictEqual(wrong.status, 422)
      const codes = yield* enrol(visitor)
      assert.lengthOf(new Set(codes), 10)
      const again = yield* Effect.promise(() => visitor.get(`${path}/recovery-codes`))
      for (const one of codes) assert.notInclude(again.body, one)

      const other = anyone()
      const asked = yield* signIn(other, email)
      assert.include(asked.body, "Enter your code")
      assert.isFalse(other.cookies.has("retainer_session"))
      // The code of the enrolment was used.
      assert.strictEqual((yield* enter(other, asked, yield* code)).status, 403)
      yield* step
      const fresh = yield* code
      assert.strictEqual((yield* enter(other, asked, fresh)).path, "/home")
      const third = anyone()
      const replayed = yield* enter(third, yield* signIn(third, email), fresh)
      assert.strictEqual(replayed.status, 403)
      assert.isFalse(third.cookies.has("retainer_session"))
      const bad = yield* signIn(anyone(), email, "not the password")
      assert.notInclude(bad.body, "Enter your code")
      const { receive } = yield* Inbox
      yield* Effect.repeat(receive, {
        until: ({ subject }) => subject.includes("second_factor_on")
      })
    })
  )

  it.effect("two forms with one code at once: one signs in", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      yield* enrol(visitor)
      yield* step
      const now = yield* code
      const [one, two] = [anyone(), anyone()]
      const pages = [yield* signIn(one, email), yield* signIn(two, email)] as const
      const after = yield* Effect.promise(() =>
        Promise.all([
          one.submit(pages[0], "/sign-in/code", { code: now }),
          two.submit(pages[1], "/sign-in/code", { code: now })
        ])
      )
      assert.sameMembers(
        after.map(({ status }) => status),
        [200, 403]
      )
    })
  )

  it.effect("a recovery code works once, however it is typed", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const [first = "", second = ""] = yield* enrol(visitor)
      const one = anyone()
      const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `
      assert.strictEqual((yield* enter(one, yield* signIn(one, email), typed)).path, "/home")
      const two = anyone()
      const asked = yield* signIn(two, email)
      assert.strictEqual((yield* enter(two, asked, first)).status, 403)
      assert.strictEqual((yield* enter(two, asked, second)).path, "/home")
    })
  )

  it.effect("a pending sign-in ends after ten minutes, and a forged one is none", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      yield* enrol(visitor)
      const late = anyone()
      const asked = yield* signIn(late, email)
      yield* TestClock.adjust("10 minutes")
      const expired = yield* enter(late, asked, yield* code)
      assert.include(expired.body, "too long ago")
      const forged = asked.body.replace(/name="pending" value="[^"]*"/, 'name="pending" value="x"')
      const refused = yield* enter(late, { ...asked, body: forged }, yield* code)
      assert.include(refused.body, "too long ago")
      assert.isFalse(late.cookies.has("retainer_session"))
    })
  )

  it.effect("a new password by a link needs the code too", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      yield* enrol(visitor)
      const thief = anyone()
      yield* Effect.promise(() => submit(thief, "/sign-in/forgot", { email }))
      const { receive } = yield* Inbox
      const mail = yield* Effect.repeat(receive, {
        until: ({ text }) => text.includes("/welcome/")
      })
      const values = { password: "another long password" }
      const chosen = yield* Effect.promise(() => submit(thief, linkIn(mail.text), values))
      assert.include(chosen.body, "Enter your code")
      assert.isFalse(thief.cookies.has("retainer_session"))
      yield* step
      const inside = yield* enter(thief, chosen, yield* code)
      assert.match(inside.path, /^\/settings\/access/)
    })
  )

  it.effect("tries of codes are limited as those of passwords are", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      yield* enrol(visitor)
      const thief = anyone()
      const asked = yield* signIn(thief, email)
      const statuses: number[] = []
      for (let i = 0; i < 21; i++) statuses.push((yield* enter(thief, asked, "123456")).status)
      assert.strictEqual(statuses.at(-1), 429)
    })
  )

  it.effect("is turned off by password and code together", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      yield* enrol(visitor)
      yield* step
      const off = `${path}/off`
      const turnOff = (password: string, given: string) =>
        Effect.promise(() => submit(visitor, path, { password, code: given }, off))
      assert.strictEqual((yield* turnOff("a guess", yield* code)).status, 422)
      assert.strictEqual((yield* turnOff(ownerPassword, "000000")).status, 422)
      const done = yield* turnOff(ownerPassword, yield* code)
      assert.include(done.body, "The second factor is turned off.")
      assert.strictEqual((yield* signIn(anyone(), email)).path, "/home")
    })
  )

  it.effect("owners and admins are led to set it up where it is required, members are not", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* enterPassword(visitor)
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() =>
        submit(visitor, "/settings/users", { required: "on" }, "/settings/second-factor")
      )
      // Sessions of before go on.
      assert.strictEqual((yield* Effect.promise(() => visitor.get("/home"))).path, "/home")
      assert.strictEqual((yield* Effect.promise(() => member.get("/home"))).path, "/home")
      yield* TestClock.adjust("1 second")
      const owner = anyone()
      const led = yield* signIn(owner, email)
      assert.strictEqual(led.path, path)
      assert.include(led.body, "Your workspace requires a second factor")
      for (const place of ["/settings/users", "/account", "/invoices"]) {
        assert.strictEqual((yield* Effect.promise(() => owner.get(place))).path, path)
      }
      yield* enrol(owner)
      assert.strictEqual((yield* Effect.promise(() => owner.get("/home"))).path, "/home")
    })
  )
})
