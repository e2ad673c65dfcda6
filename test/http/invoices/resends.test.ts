/** Resends of an invoice: the stored document again, by a mail of its own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { MailNotDelivered, MailRefused } from "../../../src/app/ports/mail/Mailer.ts"
import { mailsToOneAddress } from "../../../src/domain/mail/MailBounds.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { mailedInvoices } from "../../support/mailedInvoices.ts"
import { send } from "../../support/requests.ts"

const accounting = "accounting@client.example"

layer(layerRetainerMemory)("resends", (it) => {
  it.effect("mail the stored document to another address, and change only the delivery", () =>
    Effect.gen(function* () {
      const { delivered, settled, get, call, post, inbox, eventsOf, mails } =
        yield* mailedInvoices()
      const id = yield* delivered
      const before = yield* get(`/v1/invoices/${id}`)
      const pdf = yield* call("GET", `/v1/invoices/${id}/pdf?as=sent`)
      const again = yield* post(id, "resend", { email: accounting, message: "As you\nwished" })
      assert.strictEqual(again.status, 200)
      const queued = { status: "queued", attempts: 0, last_error: null }
      assert.deepStrictEqual(again.body, { ...before, delivery: queued })
      yield* settled(id)
      assert.deepStrictEqual(yield* get(`/v1/invoices/${id}`), before)
      const later = yield* call("GET", `/v1/invoices/${id}/pdf?as=sent`)
      assert.deepStrictEqual(
        [later.body, later.headers.get("etag")],
        [pdf.body, pdf.headers.get("etag")]
      )
      const [first] = yield* inbox()
      const [second] = yield* inbox(accounting)
      assert.deepStrictEqual(second?.attachments, first?.attachments)
      assert.include(second?.text, "As you\nwished")
      assert.notInclude(first?.text, "wished")
      assert.notStrictEqual(second?.messageId, first?.messageId)
      assert.deepStrictEqual((yield* eventsOf(id)).slice(1), ["invoice.sent", "invoice.resent"])
      assert.deepStrictEqual(
        (yield* mails(`object=${id}`)).map(({ kind, to }: { kind: string; to: string }) => [
          kind,
          to
        ]),
        [
          ["invoice", accounting],
          ["invoice", before.client.email]
        ]
      )
    })
  )

  it.effect("go to the recipient of the send, overdue and paid too, without a body", () =>
    Effect.gen(function* () {
      const { ada, call, delivered, settled, post, inbox } = yield* mailedInvoices()
      const id = yield* delivered
      yield* call("PATCH", `/v1/clients/${ada.id}`, { email: "new@client.example" })
      yield* TestClock.adjust("40 days")
      assert.strictEqual((yield* call("POST", `/v1/invoices/${id}/resend`)).body.status, "overdue")
      yield* settled(id)
      yield* post(id, "payments", { amount: 10_000 })
      const paid = yield* post(id, "resend", { email: null, message: null })
      assert.deepStrictEqual([paid.status, paid.body.status], [200, "paid"])
      yield* settled(id)
      const invoices = (yield* inbox()).filter(({ messageId }) => messageId.includes(".sent"))
      assert.strictEqual(invoices.length, 3)
      assert.strictEqual(new Set(invoices.map(({ messageId }) => messageId)).size, 3)
      const files = invoices.map(({ attachments: [file] }) => file?.content)
      assert.deepStrictEqual(files[1], files[0])
      assert.deepStrictEqual(files[2], files[0])
    })
  )

  it.effect("are refused for a draft, a void invoice, another workspace's and bad input", () =>
    Effect.gen(function* () {
      const { call, draft, delivered, post, inbox, eventsOf } = yield* mailedInvoices()
      const refused = Effect.fnUntraced(function* (id: string, message: RegExp, body = {}) {
        const { status, body: answer } = yield* post(id, "resend", body)
        assert.strictEqual(status, 422)
        assert.match(answer.error.message, message)
      })
      yield* refused(yield* draft, /is draft; only a sent, overdue or paid invoice/)
      const id = yield* delivered
      yield* refused(id, /^email: /, { email: "accounting" })
      yield* refused(id, /^email: /, { email: `${"a".repeat(300)}@x.example` })
      yield* refused(id, /^message: /, { message: "x".repeat(5001) })
      yield* refused(id, /^message: /, { message: "a\u0000b" })
      yield* refused(id, /subject/, { subject: "Again" })
      const large = yield* post(id, "resend", { message: "x".repeat(2_000_000) })
      assert.strictEqual(large.status, 400)
      const other = yield* mailedInvoices()
      assert.strictEqual((yield* other.post(id, "resend")).status, 404)
      assert.strictEqual((yield* call("POST", "/v1/invoices/inv_1/resend")).status, 404)
      yield* post(id, "void")
      yield* refused(id, /is void; only a sent, overdue or paid invoice/)
      assert.notInclude(yield* eventsOf(id), "invoice.resent")
      const invoices = (yield* inbox()).filter(({ messageId }) => messageId.includes(".sent"))
      assert.strictEqual(invoices.length, 1)
    })
  )

  it.effect("happen once for a repeated key, and each time without", () =>
    Effect.gen(function* () {
      const { apiKey, delivered, settled, post, inbox } = yield* mailedInvoices()
      const id = yield* delivered
      const repeat = send("POST", `/v1/invoices/${id}/resend`, {
        key: apiKey,
        body: { email: accounting },
        headers: { "idempotency-key": "again" }
      })
      const before = (yield* inbox(accounting)).length
      const answers = yield* Effect.all([repeat, repeat, repeat], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200]
      )
      yield* settled(id)
      assert.strictEqual((yield* inbox(accounting)).length, before + 1)
      const both = yield* Effect.all([post(id, "resend"), post(id, "resend")], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        both.map(({ status }) => status),
        [200, 200]
      )
      yield* settled(id)
      assert.strictEqual((yield* inbox()).length, 3)
    })
  )

  it.effect("count towards the bound of an address, and beyond it nothing is written", () =>
    Effect.gen(function* () {
      const { delivered, settled, get, post, eventsOf, mails } = yield* mailedInvoices()
      const id = yield* delivered
      const email = "bounded@client.example"
      for (let count = 0; count < mailsToOneAddress; count++) {
        assert.strictEqual((yield* post(id, "resend", { email })).status, 200)
      }
      yield* settled(id)
      const before = [yield* get(`/v1/invoices/${id}`), yield* eventsOf(id)]
      const refused = yield* post(id, "resend", { email })
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), String(24 * 3600))
      assert.deepStrictEqual([yield* get(`/v1/invoices/${id}`), yield* eventsOf(id)], before)
      assert.deepStrictEqual(yield* mails(`object=${id}&status=queued`), [])
      assert.strictEqual((yield* post(id, "resend", { email: accounting })).status, 200)
    })
  )

  it.effect("show the result of the newest mail, and the first mail goes on by itself", () =>
    Effect.gen(function* () {
      const { sent, settled, get, post, inbox, eventsOf } = yield* mailedInvoices()
      const box = yield* Inbox
      const delivery = (id: string) =>
        Effect.map(get(`/v1/invoices/${id}`), ({ delivery: { status } }) => status)
      const attempts = yield* box.attempts
      const tried: Effect.Effect<void> = Effect.flatMap(box.attempts, (now) =>
        now > attempts
          ? Effect.void
          : Effect.andThen(
              Effect.yieldNow,
              Effect.suspend(() => tried)
            )
      )
      yield* box.behave(({ to }) =>
        to.address === accounting
          ? Effect.void
          : Effect.fail(new MailNotDelivered({ reason: "451 come again" }))
      )
      const id = yield* sent
      yield* tried
      yield* post(id, "resend", { email: accounting })
      while ((yield* delivery(id)) !== "sent") yield* Effect.yieldNow
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* delivery(id), "sent")
      yield* box.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      yield* TestClock.adjust("10 seconds")
      yield* settled(id)
      assert.strictEqual(yield* delivery(id), "sent")
      assert.notInclude(yield* eventsOf(id), "invoice.delivery_failed")
      yield* box.behave(() => Effect.void)
      assert.deepStrictEqual(yield* inbox(), [])
      yield* post(id, "resend")
      yield* settled(id)
      assert.strictEqual((yield* inbox()).length, 1)
    })
  )

  it.effect("of an invoice that is voided before the mail are not sent", () =>
    Effect.gen(function* () {
      const { delivered, settled, post, inbox, mails } = yield* mailedInvoices()
      const id = yield* delivered
      const box = yield* Inbox
      yield* box.behave(() => Effect.fail(new MailNotDelivered({ reason: "451 come again" })))
      yield* post(id, "resend")
      yield* post(id, "void")
      yield* box.behave(() => Effect.void)
      yield* TestClock.adjust("5 seconds")
      yield* settled(id)
      const invoices = (yield* inbox()).filter(({ messageId }) => messageId.includes(".sent"))
      assert.strictEqual(invoices.length, 1)
      assert.strictEqual((yield* mails(`object=${id}&kind=invoice`))[0].status, "failed")
    })
  )

  it.effect("are an endpoint of the client on Effect", () =>
    Effect.gen(function* () {
      const { apiKey, delivered } = yield* mailedInvoices()
      const client = yield* (yield* RetainerMemory).client(apiKey)
      const params = { id: yield* delivered }
      const { delivery } = yield* client.invoices.resend({ params, payload: {} })
      assert.strictEqual(delivery?.status, "queued")
    })
  )
})
