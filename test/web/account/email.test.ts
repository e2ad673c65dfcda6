/** A new e-mail address: by a link to it, once, within an hour, with notices to the old one. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { enterPassword, linkIn, signedIn, submit } from "../../support/pages.ts"
import type { Visitor } from "../../support/visitor.ts"

/** The newest mail to the address of this kind; waits for one. */
const mailTo = Effect.fnUntraced(function* (address: string, isWanted: (text: string) => boolean) {
  const { mails, receive } = yield* Inbox
  for (;;) {
    const found = (yield* mails).findLast(
      ({ to, subject, text }) => to.address === address && isWanted(`${subject} ${text}`)
    )
    if (found !== undefined) return found
    yield* receive
  }
})

const isLink = (text: string) => text.includes("/account/email/")

const request = (visitor: Visitor, email: string) =>
  Effect.promise(() => submit(visitor, "/account", { email }, "/account/email"))

const confirm = (visitor: Visitor, path: string) => Effect.promise(() => submit(visitor, path, {}))

layer(layerRetainerMemory)("a new e-mail address", (it) => {
  it.effect("counts once its link is followed, and the old one is informed twice", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const address = newAddress()
      const asked = yield* request(visitor, address)
      assert.include(asked.body, "a link was mailed to it")
      yield* mailTo(email, (text) => text.includes("email_requested"))
      const path = linkIn((yield* mailTo(address, isLink)).text)
      const reader = anyone()
      const opened = yield* Effect.promise(() => reader.get(path))
      assert.include(opened.body, address)
      // Opening it changed nothing.
      assert.strictEqual(
        (yield* Effect.promise(() => anyone().signIn(email, ownerPassword))).path,
        "/home"
      )
      yield* confirm(reader, path)
      yield* mailTo(email, (text) => text.includes("email_changed"))
      yield* Effect.promise(async () => {
        assert.include((await visitor.get("/account")).body, address)
        assert.strictEqual((await anyone().signIn(email, ownerPassword)).status, 403)
        assert.strictEqual((await anyone().signIn(address, ownerPassword)).path, "/home")
        assert.strictEqual((await reader.get(path)).status, 404)
      })
    })
  )

  it.effect("an address of a colleague gets the same answer and no mail", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* signedIn
      const taken = newAddress()
      yield* Effect.promise(() =>
        submit(visitor, "/settings/users", { name: "T", email: taken, role: "member" })
      )
      const free = yield* request(visitor, newAddress())
      const strip = (body: string) => body.replace(/value="[^"]*"/g, "")
      const answer = yield* request(visitor, taken.toUpperCase())
      assert.strictEqual(strip(answer.body), strip(free.body))
      // The mails are queued in one transaction, so the link would be there.
      const { mails } = yield* Inbox
      yield* mailTo(email, (text) => text.includes("email_requested"))
      const links = (yield* mails).filter(({ to, text }) => {
        return to.address.toLowerCase() === taken && isLink(text)
      })
      assert.isEmpty(links)
    })
  )

  it.effect("a link ends after an hour, with a newer one, and with a new password", () =>
    Effect.gen(function* () {
      const { visitor, anyone } = yield* signedIn
      const reader = anyone()
      const gone = Effect.fnUntraced(function* (path: string) {
        const { status } = yield* Effect.promise(() => reader.get(path))
        assert.strictEqual(status, 404)
      })
      const asked = Effect.fnUntraced(function* () {
        const address = newAddress()
        yield* request(visitor, address)
        return linkIn((yield* mailTo(address, isLink)).text)
      })
      const first = yield* asked()
      const second = yield* asked()
      yield* gone(first)
      yield* TestClock.adjust("1 hour")
      yield* gone(second)
      yield* enterPassword(visitor)
      const third = yield* asked()
      const values = { present_password: ownerPassword, new_password: "another long password" }
      yield* Effect.promise(() => submit(visitor, "/account", values, "/account/password"))
      yield* gone(third)
      yield* gone(`${third}x`)
      yield* gone("/account/email/x")
    })
  )

  it.effect("is not asked for by a session whose password is old, nor in a wrong form", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* signedIn
      for (const [given, message] of [
        ["nobody", "Enter an e-mail address"],
        [email, "This is your address already"]
      ] as const) {
        const refused = yield* request(visitor, given)
        assert.strictEqual(refused.status, 422)
        assert.include(refused.body, message)
      }
      yield* TestClock.adjust("16 minutes")
      const proof = yield* request(visitor, newAddress())
      assert.match(proof.path, /^\/sign-in\/confirm/)
    })
  )
})
