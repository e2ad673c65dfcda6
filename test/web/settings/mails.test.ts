/** The page of mails: their results, and the button that sends one again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MailRefused } from "../../../src/app/ports/mail/Mailer.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, type RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress, origin } from "../../support/owners.ts"
import { colleagueOf, linkIn, signedIn, submit } from "../../support/pages.ts"
import type { Visitor } from "../../support/visitor.ts"

const path = "/settings/mails"

/** An owner with a client and an invoice, and a mail server that refuses everything. */
const setUp = Effect.gen(function* () {
  const owner = yield* signedIn
  const { call, visitor } = owner
  const inbox = yield* Inbox
  const client = (yield* call("POST", "/v1/clients", {
    name: "<i>Ada</i>",
    email: newAddress()
  })).body
  const invoice = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
  })).body
  yield* inbox.behave(() => Effect.fail(new MailRefused({ reason: "550 <b>no such user</b>" })))
  const mails = (query = "") =>
    Effect.map(call("GET", `/v1/mails?limit=100${query}`), ({ body }) => body.data)
  const settled: Effect.Effect<void, never, RetainerMemory> = Effect.flatMap(
    mails("&status=queued"),
    ({ length }) =>
      length === 0
        ? Effect.void
        : Effect.andThen(
            Effect.yieldNow,
            Effect.suspend(() => settled)
          )
  )
  const look = (query = "") => Effect.promise(() => visitor.get(`${path}${query}`))
  const again = (id: string) =>
    Effect.promise(() => submit(visitor, path, {}, `${path}/${id}/again`))
  /** The mail that was sent last, once all are done. */
  const lastMail = Effect.flatMap(Effect.andThen(settled, inbox.mails), (all) => {
    const mail = all.at(-1)
    return mail === undefined ? Effect.die(new Error("no mail went out")) : Effect.succeed(mail)
  })
  return { ...owner, inbox, client, invoice, mails, settled, look, again, lastMail }
})

/** Posts with the token of a page that lacks this form. */
const post = (visitor: Visitor, page: { readonly body: string }, path: string) =>
  Effect.promise(() =>
    visitor.once("POST", path, {
      body: `once=${"0".repeat(32)}&csrf=${/name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""}`,
      headers: { "content-type": "application/x-www-form-urlencoded", origin }
    })
  )

const newestOf = (mails: ReadonlyArray<{ id: string }>): string => mails[0]?.id ?? ""

layer(layerRetainerMemory)("the page of mails", (it) => {
  it.effect("shows each with the server's words, by object and by result", () =>
    Effect.gen(function* () {
      const { call, client, invoice, inbox, settled, look } = yield* setUp
      assert.include((yield* look()).body, "There is no mail of the last 90 days.")
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* settled
      yield* inbox.behave(() => Effect.void)
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* settled
      const all = (yield* look()).body
      assert.include(all, "550 &lt;b>no such user&lt;/b> (after 1 try)")
      assert.notInclude(all, "<i>")
      assert.include(all, "INV-0001")
      const failed = (yield* look("?status=failed")).body
      assert.include(failed, ">Portal invitation<div")
      assert.notInclude(failed, "INV-0001")
      const about = (yield* look(`?object=${invoice.id}`)).body
      assert.include(about, "Mails about INV-0001")
      assert.notInclude(about, ">Portal invitation<div")
      const kind = (yield* look("?kind=invitation&status=failed")).body
      assert.include(kind, '<option value="invitation" selected>Portal invitation</option>')
      assert.include(kind, ">Portal invitation<div")
      assert.notInclude(kind, "INV-0001")
      assert.include((yield* look("?kind=receipt")).body, "There is no such mail of the last 90")
      // What is no filter of ours is left out.
      const odd = (yield* look("?kind=%00&status=lost&object=inv_x")).body
      assert.include(odd, "INV-0001")
    })
  )

  it.effect("a form that is sent twice sends one mail; another key sends another", () =>
    Effect.gen(function* () {
      const { call, invoice, inbox, mails, settled, visitor } = yield* setUp
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* settled
      yield* inbox.behave(() => Effect.void)
      const action = `${path}/${newestOf(yield* mails())}/again`
      const page = yield* Effect.promise(() => visitor.get(path))
      for (let press = 0; press < 2; press++) {
        const answer = yield* Effect.promise(() => visitor.submit(page, action))
        assert.include(answer.body, "It is queued and will be sent shortly.")
        yield* settled
      }
      assert.lengthOf(yield* mails(), 2)
      yield* Effect.promise(() => submit(visitor, path, {}, action))
      yield* settled
      assert.lengthOf(yield* mails(), 3)
    })
  )

  it.effect("is in German, with the fate of each mail in words", () =>
    Effect.gen(function* () {
      const { call, invoice, settled, visitor } = yield* setUp
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* settled
      const body = yield* Effect.promise(async () => {
        const headers = { "accept-language": "de" }
        return await (await visitor.once("GET", path, { headers })).text()
      })
      for (const text of ["Nicht zugestellt", "nach 1 Versuch", "Erneut senden", "Alle Arten"]) {
        assert.include(body, text)
      }
    })
  )

  it.effect("an invoice's mail is sent again as another mail, and its delivery follows", () =>
    Effect.gen(function* () {
      const { call, invoice, inbox, mails, settled, again, lastMail } = yield* setUp
      yield* call("POST", `/v1/invoices/${invoice.id}/send`, { message: "Thank you" })
      yield* settled
      yield* inbox.behave(() => Effect.void)
      const done = yield* again(newestOf(yield* mails()))
      assert.include(done.body, "It is queued and will be sent shortly.")
      const mail = yield* lastMail
      assert.include(mail.text, "Thank you")
      assert.match(mail.messageId, new RegExp(`^${invoice.id}\\.sent\\.mail_\\w+@`))
      yield* settled
      const [newest, older] = yield* mails()
      assert.deepStrictEqual([newest.status, older.status], ["sent", "failed"])
      const { delivery } = (yield* call("GET", `/v1/invoices/${invoice.id}`)).body
      assert.deepStrictEqual(delivery, { status: "sent", attempts: 1, last_error: null })
      // A sent mail can be sent again too.
      yield* again(newest.id)
      assert.notStrictEqual((yield* lastMail).messageId, mail.messageId)
      const { data } = (yield* call("GET", "/v1/audit?limit=100")).body
      const noted = data.filter(({ action }: { action: string }) => action === "mail.sent_again")
      assert.lengthOf(noted, 2)
      assert.deepInclude(noted[0].object, { type: "mail", id: older.id })
      assert.notInclude(JSON.stringify(noted), "Thank you")
    })
  )

  it.effect("a receipt says the same again; an invitation has a new link", () =>
    Effect.gen(function* () {
      const { call, client, invoice, inbox, mails, settled, again, lastMail } = yield* setUp
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* call("POST", `/v1/invoices/${invoice.id}/payments`, { amount: 40 })
      yield* call("POST", `/v1/clients/${client.id}/invite`, { message: "Welcome" })
      yield* settled
      yield* inbox.behave(() => Effect.void)
      yield* again(newestOf(yield* mails("&kind=receipt")))
      assert.include((yield* lastMail).text, "paid 40, left 60")
      yield* again(newestOf(yield* mails("&kind=invitation")))
      const first = yield* lastMail
      assert.include(first.text, "Welcome")
      yield* settled
      yield* again(newestOf(yield* mails("&kind=invitation")))
      assert.notStrictEqual(linkIn((yield* lastMail).text), linkIn(first.text))
    })
  )

  it.effect("a colleague's link is sent again, from the user's page too", () =>
    Effect.gen(function* () {
      const { visitor, inbox, mails, settled, again, lastMail } = yield* setUp
      const email = newAddress()
      yield* Effect.promise(() =>
        submit(visitor, "/settings/users", { name: "Max", email, role: "member" })
      )
      yield* settled
      const [{ id, object }] = yield* mails("&kind=user_link")
      const page = yield* Effect.promise(() => visitor.get(`/settings/users/${object.id}`))
      assert.include(page.body, `action="${path}/${id}/again"`)
      yield* inbox.behave(() => Effect.void)
      yield* again(id)
      const mail = yield* lastMail
      assert.strictEqual(mail.to.address, email)
      assert.include(mail.subject, "invite")
    })
  )

  it.effect("what cannot be sent again says why, and members send none", () =>
    Effect.gen(function* () {
      const { call, client, invoice, inbox, mails, settled, again, visitor } = yield* setUp
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* settled
      yield* call("POST", `/v1/invoices/${invoice.id}/void`)
      const id = newestOf(yield* mails("&kind=invoice"))
      const refused = yield* again(id)
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body, "The invoice is void.")
      const unknown = `${path}/mail_01h2xcejqtf2nbrexx3vqjhp41/again`
      const owners = yield* Effect.promise(() => visitor.get(path))
      assert.strictEqual((yield* post(visitor, owners, unknown)).status, 404)
      yield* inbox.behave(() => Effect.void)
      for (let n = 0; n < 20; n++) yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* settled
      const bounded = yield* again(newestOf(yield* mails("&kind=invitation")))
      assert.strictEqual(bounded.status, 422)
      assert.include(bounded.body, "Too many mails went out today.")
      // Skips earlier mails, which contain no link of the colleague.
      for (const _ of yield* inbox.mails) yield* inbox.receive
      const member = yield* colleagueOf(visitor, "member")
      const page = yield* Effect.promise(() => member.get(path))
      assert.include(page.body, "Portal invitation")
      assert.notInclude(page.body, "Password link")
      assert.notInclude(page.body, "Send again")
      assert.strictEqual((yield* post(member, page, `${path}/${id}/again`)).status, 403)
    })
  )
})
