/** Delivery of mails on the test's clock: sent once, retried with the same Message-ID, given up. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { EventLog } from "../../../src/app/ports/events/EventLog.ts"
import { MailNotDelivered, MailRefused } from "../../../src/app/ports/mail/Mailer.ts"
import { eventTypes } from "../../../src/domain/events/Event.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

const start = Effect.gen(function* () {
  const { apiKey, workspace } = yield* (yield* RetainerMemory).workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const draft = Effect.map(
    call("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "x", quantity: 1, unit_price: 13_200 }]
    }),
    ({ body }) => body.id
  )
  const delivery = (id: string) =>
    Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => body.delivery)
  return { call, client, draft, delivery, workspace }
})

/** Lets the workers go on until the condition holds; time does not move. */
const until = <R>(condition: Effect.Effect<boolean, never, R>): Effect.Effect<void, never, R> =>
  Effect.flatMap(condition, (holds) =>
    holds
      ? Effect.void
      : Effect.andThen(
          Effect.yieldNow,
          Effect.suspend(() => until(condition))
        )
  )

const attempts = Effect.flatMap(Inbox, (inbox) => inbox.attempts)

layer(layerRetainerMemory)("mail", (it) => {
  it.effect("an invoice's mail has its link, its PDF and one recipient", () =>
    Effect.gen(function* () {
      const { call, draft, delivery } = yield* start
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`, { message: "Hello\nthere" })
      const mail = yield* (yield* Inbox).receive
      assert.deepStrictEqual(mail.to, { name: "Ada", address: "ada@x.example" })
      assert.strictEqual(mail.messageId, `${id}.sent@retainer.test`)
      assert.include(mail.text, "Hello\nthere")
      const url = (yield* call("GET", `/v1/invoices/${id}`)).body.processor_payment_url
      assert.include(mail.text, url)
      assert.deepStrictEqual(
        mail.attachments.map(({ filename, contentType }) => [filename, contentType]),
        [["INV-0001.pdf", "application/pdf"]]
      )
      yield* until(Effect.map(delivery(id), ({ status }) => status === "sent"))
      assert.deepStrictEqual(yield* delivery(id), { status: "sent", attempts: 1, last_error: null })
    })
  )

  it.effect("what comes later of an invoice follows the mail that brought it", () =>
    Effect.gen(function* () {
      const { call, draft, delivery } = yield* start
      const { receive } = yield* Inbox
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`)
      const sent = yield* receive
      yield* until(Effect.map(delivery(id), ({ status }) => status === "sent"))
      yield* call("POST", `/v1/invoices/${id}/remind`)
      const reminder = yield* receive
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 1 })
      const receipt = yield* receive
      assert.match(reminder.messageId, /\.reminder\./)
      assert.match(receipt.messageId, /\.receipt@/)
      assert.deepStrictEqual(
        [sent.follows, reminder.follows, receipt.follows],
        [null, sent.messageId, sent.messageId]
      )
    })
  )

  it.effect("but follows nothing where that mail did not go out", () =>
    Effect.gen(function* () {
      const { call, draft, delivery } = yield* start
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* until(Effect.map(delivery(id), ({ status }) => status === "failed"))
      yield* inbox.behave(() => Effect.void)
      yield* call("POST", `/v1/invoices/${id}/remind`)
      assert.strictEqual((yield* inbox.receive).follows, null)
    })
  )

  it.effect("is tried at 0, 5, 15, 45, 120 s, 10 min, 1, 6 and 24 h, then failed", () =>
    Effect.gen(function* () {
      const { call, draft, delivery, workspace } = yield* start
      const inbox = yield* Inbox
      const ids: string[] = []
      yield* inbox.behave((mail) => {
        ids.push(mail.messageId)
        return Effect.fail(new MailNotDelivered({ reason: "451 come again" }))
      })
      const before = yield* attempts
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* until(Effect.map(delivery(id), (d) => d.attempts === 1))
      const at = [0, 5, 15, 45, 120, 600, 3600, 21_600, 86_400]
      for (let index = 1; index < at.length; index++) {
        assert.deepStrictEqual(yield* delivery(id), {
          status: "queued",
          attempts: index,
          last_error: "451 come again"
        })
        const wait = (at[index] ?? 0) - (at[index - 1] ?? 0)
        yield* TestClock.adjust(`${wait - 1} seconds`)
        assert.strictEqual((yield* attempts) - before, index)
        yield* TestClock.adjust("1 second")
        yield* until(Effect.map(delivery(id), (d) => d.attempts === index + 1))
      }
      assert.deepStrictEqual(yield* delivery(id), {
        status: "failed",
        attempts: 9,
        last_error: "451 come again"
      })
      yield* TestClock.adjust("10 days")
      assert.strictEqual((yield* attempts) - before, 9)
      assert.deepStrictEqual([...new Set(ids)], [`${id}.sent@retainer.test`])
      const events = yield* (yield* EventLog).read(workspace.id, 0, 100, eventTypes)
      assert.deepStrictEqual(
        events.filter(({ type }) => type.startsWith("invoice.")).map(({ type }) => type),
        ["invoice.created", "invoice.sent", "invoice.delivery_failed"]
      )
      assert.deepStrictEqual(
        events.map(({ sequence }) => sequence),
        events.map((_, index) => index + 1)
      )
      yield* inbox.behave(() => Effect.void)
    })
  )

  it.effect("a permanent refusal is failed at once", () =>
    Effect.gen(function* () {
      const { call, draft, delivery } = yield* start
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      const before = yield* attempts
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* until(Effect.map(delivery(id), (d) => d.status === "failed"))
      yield* TestClock.adjust("2 days")
      assert.strictEqual((yield* attempts) - before, 1)
      assert.deepStrictEqual(yield* delivery(id), {
        status: "failed",
        attempts: 1,
        last_error: "550 no such user"
      })
      assert.strictEqual((yield* call("GET", `/v1/invoices/${id}`)).body.status, "sent")
      yield* inbox.behave(() => Effect.void)
    })
  )

  it.effect("a void gives up the mail that is still queued", () =>
    Effect.gen(function* () {
      const { call, draft, delivery } = yield* start
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.fail(new MailNotDelivered({ reason: "421 busy" })))
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* until(Effect.map(delivery(id), (d) => d.attempts === 1))
      yield* call("POST", `/v1/invoices/${id}/void`)
      yield* inbox.behave(() => Effect.void)
      const before = yield* attempts
      yield* TestClock.adjust("2 days")
      assert.strictEqual(yield* attempts, before)
      const { status, last_error } = yield* delivery(id)
      assert.deepStrictEqual(
        [status, last_error],
        ["failed", "The invoice was voided before the mail went out"]
      )
    })
  )

  it.effect("a mail that was taken although a void came meanwhile has been sent", () =>
    Effect.gen(function* () {
      const { call, draft, delivery } = yield* start
      const inbox = yield* Inbox
      const [begun, taken] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* inbox.behave(() =>
        Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(taken))
      )
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* Deferred.await(begun)
      const { body } = yield* call("POST", `/v1/invoices/${id}/void`)
      assert.strictEqual(body.delivery.status, "failed")
      yield* Deferred.succeed(taken, undefined)
      yield* inbox.receive
      yield* until(Effect.map(delivery(id), ({ status }) => status === "sent"))
      assert.deepStrictEqual(yield* delivery(id), { status: "sent", attempts: 1, last_error: null })
      const then = yield* call("GET", `/v1/invoices/${id}?at=${body.updated_at}`)
      assert.deepStrictEqual([then.body.status, then.body.delivery.status], ["void", "sent"])
      yield* inbox.behave(() => Effect.void)
    })
  )

  it.effect("a newer invitation's mail replaces the older one's", () =>
    Effect.gen(function* () {
      const { call, client } = yield* start
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.fail(new MailNotDelivered({ reason: "421 busy" })))
      const before = yield* attempts
      yield* call("POST", `/v1/clients/${client.id}/invite`, { message: "first" })
      yield* until(Effect.map(attempts, (count) => count === before + 1))
      yield* inbox.behave(() => Effect.void)
      yield* call("POST", `/v1/clients/${client.id}/invite`, { message: "second" })
      const mail = yield* inbox.receive
      assert.include(mail.text, "second")
      assert.match(mail.text, /http:\/\/retainer\.test\/portal\/invitations\/[\w-]+/)
      yield* TestClock.adjust("2 days")
      const all = yield* inbox.mails
      assert.lengthOf(
        all.filter(({ text }) => text.includes("first")),
        0
      )
    })
  )
})
