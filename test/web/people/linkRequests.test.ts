/**
 * Links that a stranger asks for in someone's name: they change nothing for that person, and their
 * mails are counted by recipient. A corrected address ends what was sent to the one before.
 */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { nextMail } from "../../support/pages.ts"
import { sender } from "../../support/requests.ts"
import { makeVisitor, type Visitor } from "../../support/visitor.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  // The limits per address have come back since the last test.
  yield* TestClock.adjust("1 hour")
  const email = newAddress()
  const made = yield* app.workspace({ ownerEmail: email })
  const call = sender(made.apiKey)
  const inbox = yield* Inbox
  const anyone = () => makeVisitor(app.fetch, "http://retainer.test")
  const ask = (page: "/portal" | "/sign-in/forgot", address = email) =>
    Effect.promise(async () => {
      const visitor = anyone()
      const action = page === "/portal" ? "/portal/links" : page
      return await visitor.submit(await visitor.get(page), action, { email: address })
    })
  const link = Effect.map(
    nextMail,
    ({ text }) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").pathname
  )
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email })).body
  const invite = (body: object = {}) =>
    Effect.andThen(call("POST", `/v1/clients/${client.id}/invite`, body), link)
  const kinds = Effect.map(call("GET", "/v1/events"), ({ body }) =>
    body.data.map((event: { type: string }) => event.type)
  )
  return { app, call, email, inbox, anyone, ask, link, client, invite, kinds }
})

const open = (visitor: Visitor, path: string, values: Record<string, string> = {}) =>
  Effect.promise(async () => visitor.submit(await visitor.get(path), path, values))

layer(layerRetainerMemory)("links asked for", (it) => {
  it.effect("a portal link leaves those before it good, and the client as it was", () =>
    Effect.gen(function* () {
      const { call, anyone, ask, link, client, invite, kinds } = yield* setUp
      yield* call("POST", "/v1/projects", { name: "Relaunch", client_id: client.id })
      const invited = yield* invite()
      const before = (yield* call("GET", `/v1/clients/${client.id}`)).body
      yield* TestClock.adjust("1 minute")
      yield* ask("/portal")
      const first = yield* link
      yield* ask("/portal")
      const second = yield* link
      assert.deepStrictEqual((yield* call("GET", `/v1/clients/${client.id}`)).body, before)
      assert.deepStrictEqual((yield* kinds).slice(2), [
        "client.invited",
        "client.link_requested",
        "client.link_requested"
      ])
      for (const one of [invited, second, first]) {
        const home = yield* open(anyone(), one)
        assert.include(home.body, "Hello Ada")
        assert.include(home.body, "Relaunch")
      }
      // The agency's own invitation is the last word.
      yield* ask("/portal")
      const third = yield* link
      yield* TestClock.adjust("1 hour")
      yield* invite()
      const replaced = yield* Effect.promise(() => anyone().get(third))
      assert.strictEqual(replaced.status, 410)
    })
  )

  it.effect("the event of a request shows the client and no change", () =>
    Effect.gen(function* () {
      const { call, ask, link, client, invite } = yield* setUp
      yield* invite()
      yield* ask("/portal")
      yield* link
      const event = (yield* call("GET", "/v1/events")).body.data.at(-1)
      assert.strictEqual(event.type, "client.link_requested")
      assert.strictEqual(event.data.object.id, client.id)
      assert.isNull(event.data.previous)
    })
  )

  it.effect("a password link leaves those before it good until one was used", () =>
    Effect.gen(function* () {
      const { anyone, ask, link } = yield* setUp
      yield* ask("/sign-in/forgot")
      const first = yield* link
      yield* ask("/sign-in/forgot")
      const second = yield* link
      assert.strictEqual((yield* Effect.promise(() => anyone().get(first))).status, 200)
      const done = yield* open(anyone(), first, { password: "a new password" })
      assert.strictEqual(done.status, 200)
      for (const one of [first, second]) {
        assert.strictEqual((yield* Effect.promise(() => anyone().get(one))).status, 404)
      }
    })
  )

  it.effect("three mails an hour to one recipient, whoever asks and for whatever", () =>
    Effect.gen(function* () {
      const { app, inbox, email, ask, invite, anyone } = yield* setUp
      // The address is known in two workspaces: one request may be two mails.
      yield* app.workspace({ ownerEmail: email.toUpperCase() })
      const old = yield* invite()
      yield* open(anyone(), old)
      /** Mails to the person, after the queue has processed all earlier requests. */
      const settled = Effect.gen(function* () {
        const address = newAddress()
        yield* app.workspace({ ownerEmail: address })
        yield* ask("/sign-in/forgot", address)
        let mail = yield* inbox.receive
        while (mail.to.address !== address) mail = yield* inbox.receive
        const theirs = (yield* inbox.mails).filter(
          ({ to }) => to.address.toLowerCase() === email.toLowerCase()
        )
        return theirs.length - 1
      })
      yield* ask("/sign-in/forgot")
      yield* ask("/portal")
      assert.strictEqual(yield* settled, 3)
      const used = yield* Effect.promise(() => anyone().get(old))
      const refused = yield* Effect.promise(() => anyone().get("/portal"))
      assert.deepStrictEqual([used.status, refused.status], [410, 200])
      for (const page of ["/portal", "/sign-in/forgot"] as const) {
        for (const address of [email, email.toUpperCase()]) {
          assert.include((yield* ask(page, address)).body, "Check your e-mail")
        }
      }
      yield* Effect.promise(async () => {
        const visitor = anyone()
        await visitor.submit(await visitor.get(old), `${old}/renew`)
      })
      yield* TestClock.adjust("59 minutes")
      yield* ask("/portal")
      assert.strictEqual(yield* settled, 3)
      yield* TestClock.adjust("1 minute")
      yield* ask("/portal")
      assert.strictEqual(yield* settled, 4)
    })
  )

  it.effect("the agency's own invitations are not counted", () =>
    Effect.gen(function* () {
      const { invite, ask, link } = yield* setUp
      for (let i = 0; i < 5; i++) yield* invite()
      yield* ask("/portal")
      assert.match(yield* link, /^\/portal\/invitations\//)
    })
  )

  it.effect("a corrected address ends the links and sessions of the one before", () =>
    Effect.gen(function* () {
      const { call, anyone, ask, link, client, invite, email } = yield* setUp
      yield* call("POST", "/v1/projects", { name: "Relaunch", client_id: client.id })
      const used = yield* invite()
      const ada = anyone()
      assert.include((yield* open(ada, used)).body, "Hello Ada")
      yield* ask("/portal")
      const unused = yield* link
      const home = Effect.map(
        Effect.promise(() => ada.get("/portal")),
        ({ body }) => body.includes("Hello Ada")
      )
      // Another spelling of the same address is no correction.
      yield* call("PATCH", `/v1/clients/${client.id}`, { email: email.toUpperCase(), name: "Ada" })
      assert.isTrue(yield* home)
      yield* call("PATCH", `/v1/clients/${client.id}`, { email: `right.${email}` })
      assert.isFalse(yield* home)
      const dead = yield* Effect.promise(() => anyone().get(unused))
      assert.strictEqual(dead.status, 410)
      // A holder of the old link can request a mail, to the invited address only.
      const stranger = anyone()
      const again = yield* Effect.promise(() => stranger.get(unused))
      yield* Effect.promise(() => stranger.submit(again, `${unused}/renew`))
      const mail = yield* nextMail
      assert.strictEqual(mail.to.address, `right.${email}`)
      const fresh = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "").pathname
      assert.include((yield* open(anyone(), fresh)).body, "Relaunch")
    })
  )
})
