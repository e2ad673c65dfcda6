/**
 * Credits over the API: seen, set off, paid back; nothing is taken twice, and every change has its
 * event.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { Payments } from "../../../src/app/payments/Payments.ts"
import type { ClientId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newCredit, receiptOf } from "../../support/credits.ts"
import { readCsv } from "../../support/csv.ts"
import { newAddress } from "../../support/owners.ts"
import { send, sender } from "../../support/requests.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const newClient = Effect.map(
    call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" }),
    ({ body }): ClientId => body.id
  )
  const client = yield* newClient
  const sent = Effect.fnUntraced(function* (
    unit_price = 1000,
    currency = "EUR",
    client_id = client
  ) {
    const line_items = [{ description: "W", quantity: 1, unit_price }]
    const { id } = (yield* call("POST", "/v1/invoices", { client_id, currency, line_items })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    return (yield* call("GET", `/v1/invoices/${id}`)).body
  })
  const get = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
  const pay = (invoice: { readonly id: string }, body: object) =>
    call("POST", `/v1/invoices/${invoice.id}/payments`, body)
  const refund = (credit: string, body: object) =>
    call("POST", `/v1/credits/${credit}/refund`, body)
  /** The invoice is void, so that all of the money is credit. */
  const credit = Effect.fnUntraced(function* (amountMinor: number, currency = "EUR") {
    const invoice = yield* sent(1)
    yield* call("POST", `/v1/invoices/${invoice.id}/void`)
    return yield* newCredit(made.workspace.id, invoice.id, amountMinor, currency)
  })
  const events = Effect.map(get("/v1/events?limit=100"), ({ data }) => data)
  return { app, made, call, newClient, client, sent, get, pay, refund, credit, events }
})

const amountsOf = (credit: Record<string, unknown>) =>
  ["amount", "applied", "refunded", "remaining"].map((name) => credit[name])

layer(layerRetainerMemory)("credits", (it) => {
  it.effect("are listed with their balance, as JSON and as a table", () =>
    Effect.gen(function* () {
      const { made, client, credit, get } = yield* setUp
      const ids = [yield* credit(500), yield* credit(70, "USD")]
      const list = yield* get(`/v1/clients/${client}/credits`)
      assert.deepStrictEqual(
        list.data.map(({ id }: { id: string }) => id),
        ids.toReversed()
      )
      assert.deepStrictEqual(list.meta, {
        total: 2,
        limit: 20,
        next_cursor: null,
        balance: { EUR: 500, USD: 70 }
      })
      const [, one] = list.data
      assert.deepStrictEqual(yield* get(`/v1/credits/${one.id}`), one)
      assert.deepInclude(one, { source: "payment", currency: "EUR" })
      assert.deepStrictEqual(one.client, { id: client, name: "Ada" })
      const table = yield* send("GET", `/v1/clients/${client}/credits`, {
        key: made.apiKey,
        headers: { accept: "text/csv" }
      })
      const [header = [], , row] = readCsv(table.body)
      assert.include(header, "invoice_number")
      assert.strictEqual(row?.[header.indexOf("remaining")], "500")
    })
  )

  it.effect("are set off against an open invoice: a payment by credit, with its events", () =>
    Effect.gen(function* () {
      const { sent, credit, pay, get, events } = yield* setUp
      const invoice = yield* sent(800)
      const id = yield* credit(500)
      const before = (yield* events).length
      const part = yield* pay(invoice, { credit_id: id, amount: 200, reference: "agreed" })
      assert.strictEqual(part.status, 201)
      assert.deepInclude(part.body, {
        invoice_id: invoice.id,
        amount: 200,
        method: "credit",
        reference: "agreed",
        credit_id: id
      })
      assert.deepStrictEqual(amountsOf(yield* get(`/v1/credits/${id}`)), [500, 200, 0, 300])
      // Alone it pays as much as it can: the rest of the credit, and less than is owed.
      assert.strictEqual((yield* pay(invoice, { credit_id: id })).body.amount, 300)
      assert.deepInclude(yield* get(`/v1/invoices/${invoice.id}`), {
        status: "sent",
        amount_paid: 500
      })
      const told = (yield* events).slice(before)
      assert.deepStrictEqual(
        told.map(({ type }: { type: string }) => type),
        ["invoice.payment_recorded", "credit.applied", "invoice.payment_recorded", "credit.applied"]
      )
      const { object, previous } = told.at(-1).data
      assert.deepStrictEqual(object, yield* get(`/v1/credits/${id}`))
      assert.deepStrictEqual(amountsOf(previous), [500, 200, 0, 300])
      // And of a credit above what is owed, it pays just that.
      const other = yield* credit(900)
      assert.strictEqual((yield* pay(invoice, { credit_id: other })).body.amount, 300)
      assert.strictEqual((yield* get(`/v1/invoices/${invoice.id}`)).status, "paid")
      assert.deepStrictEqual(amountsOf(yield* get(`/v1/credits/${other}`)), [900, 300, 0, 600])
      const types = (yield* events).map(({ type }: { type: string }) => type)
      assert.deepStrictEqual(types.slice(-3), [
        "invoice.payment_recorded",
        "invoice.paid",
        "credit.applied"
      ])
    })
  )

  it.effect("are paid back, in parts or as a whole", () =>
    Effect.gen(function* () {
      const { credit, refund, events } = yield* setUp
      const id = yield* credit(500)
      const part = yield* refund(id, { amount: 120, reference: "re_1" })
      assert.strictEqual(part.status, 200)
      assert.deepStrictEqual(amountsOf(part.body), [500, 0, 120, 380])
      assert.deepStrictEqual(amountsOf((yield* refund(id, {})).body), [500, 0, 500, 0])
      const { type, data } = (yield* events).at(-1)
      assert.strictEqual(type, "credit.refunded")
      assert.deepStrictEqual(amountsOf(data.previous), [500, 0, 120, 380])
      const again = yield* refund(id, {})
      assert.strictEqual(again.status, 422)
      assert.include(again.body.error.message, "is used up")
    })
  )

  it.effect("begin with an event of their own", () =>
    Effect.gen(function* () {
      const { credit, events, get } = yield* setUp
      const id = yield* credit(500)
      const told = (yield* events).slice(-2)
      assert.deepStrictEqual(
        told.map(({ type }: { type: string }) => type),
        ["invoice.credit_recorded", "credit.created"]
      )
      assert.deepStrictEqual(told[1].data, {
        object: yield* get(`/v1/credits/${id}`),
        previous: null
      })
    })
  )

  it.effect("what cannot be is refused in words, and nothing is written", () =>
    Effect.gen(function* () {
      const { newClient, sent, credit, pay, refund, get, call, events } = yield* setUp
      const [invoice, foreign] = [yield* sent(100), yield* sent(100, "USD")]
      const others = yield* sent(100, "EUR", yield* newClient)
      const draft = (yield* call("POST", "/v1/invoices", {
        client_id: invoice.client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 1 }]
      })).body
      const id = yield* credit(500)
      const small = yield* credit(10)
      const before = (yield* events).length
      const unknown = "credit_01h2xcejqtf2nbrexx3vqjhp41"
      const tries: ReadonlyArray<readonly [object, object, string]> = [
        [others, { credit_id: id }, "credit_id: credit"],
        [foreign, { credit_id: id }, `is in EUR, invoice ${foreign.number} in USD`],
        [invoice, { credit_id: id, amount: 101 }, "has 1.00 EUR left to be paid"],
        [invoice, { credit_id: small, amount: 11 }, `amount: credit ${small} has 0.10 EUR left`],
        [invoice, { credit_id: unknown }, `credit_id: no credit has the id ${unknown}`],
        [invoice, { credit_id: "pay_1" }, "credit_id: must be an id like credit_"],
        [invoice, { credit_id: id, method: "cash" }, "method: must not be given with credit_id"],
        [invoice, { credit_id: id, paid_at: "9999-01-01T00:00:00Z" }, "paid_at: must not be in"],
        [invoice, { credit_id: null }, "amount: is required"],
        [invoice, {}, "amount: is required"],
        [draft, { credit_id: id }, "is draft and cannot be paid"]
      ]
      for (const [of, body, message] of tries) {
        const { status, body: refused } = yield* pay(of as { id: string }, body)
        assert.strictEqual(status, 422, JSON.stringify(body))
        assert.include(refused.error.message, message)
      }
      const tooMuch = yield* refund(small, { amount: 11 })
      assert.include(tooMuch.body.error.message, "has 0.10 EUR left")
      const future = yield* refund(small, { refunded_at: "9999-01-01T00:00:00Z" })
      assert.include(future.body.error.message, "refunded_at: must not be in the future")
      assert.strictEqual((yield* refund(unknown, {})).status, 404)
      assert.lengthOf(yield* events, before)
      assert.deepStrictEqual(amountsOf(yield* get(`/v1/credits/${id}`)), [500, 0, 0, 500])
    })
  )

  it.effect("the receipt says that no money came in, and the agency gets no notice", () =>
    Effect.gen(function* () {
      const { sent, credit, pay } = yield* setUp
      const inbox = yield* Inbox
      const invoice = yield* sent(100)
      const id = yield* credit(40)
      // The mails so far: the invoices.
      yield* Effect.repeat(
        Effect.tap(inbox.mails, () => Effect.yieldNow),
        { until: (mails) => mails.some(({ subject }) => subject.endsWith(invoice.number)) }
      )
      const { body } = yield* pay(invoice, { credit_id: id })
      const receipts = Effect.map(inbox.mails, (mails) =>
        mails.filter(({ messageId }) => messageId.startsWith(body.id))
      )
      const mails = yield* Effect.repeat(
        Effect.tap(receipts, () => Effect.yieldNow),
        { until: ({ length }) => length > 0 }
      )
      assert.lengthOf(mails, 1)
      assert.include(mails[0]?.text, "by credit: paid 40, left 60")
    })
  )

  it.effect("the typed client lists, sets off and pays back", () =>
    Effect.gen(function* () {
      const { app, made, client, sent, credit } = yield* setUp
      const invoice = yield* sent(100)
      const id = yield* credit(150)
      const api = yield* app.client(made.apiKey)
      const payment = yield* api.payments.record({
        params: { id: invoice.id },
        payload: { credit_id: id }
      })
      assert.strictEqual(payment.amount, 100)
      const after = yield* api.credits.refund({ params: { id }, payload: { amount: 20 } })
      assert.strictEqual(after.remaining, 30)
      const { meta } = yield* api.credits.list({ params: { id: client }, query: {} })
      assert.deepStrictEqual(meta.balance, { EUR: 30 })
    })
  )
})

layer(layerRetainerMemory)("under any interleaving", (it) => {
  const amount = fc.integer({ min: 1, max: 400 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant("set off" as const), amount, on: fc.nat(1) }),
    fc.record({ kind: fc.constant("refund" as const), amount, on: fc.constant(0) }),
    fc.record({ kind: fc.constant("pay" as const), amount, on: fc.nat(1) }),
    fc.record({ kind: fc.constant("receive" as const), amount, on: fc.nat(1) })
  )

  it.effect("what was paid, paid back and is left is what came in", () =>
    Effect.gen(function* () {
      const { made, client, sent, credit, pay, refund, get } = yield* setUp
      const workspaceId: WorkspaceId = made.workspace.id
      const payments = yield* Payments
      const outcomes = new Set<string>()
      for (const history of fc.sample(fc.array(step, { maxLength: 14 }), {
        numRuns: 25,
        seed: 3
      })) {
        const invoices = [yield* sent(600), yield* sent(500)]
        const id = yield* credit(700)
        const before = (yield* get(`/v1/clients/${client}/credits`)).meta.balance["EUR"]
        const run = Effect.fnUntraced(function* ({ kind, amount, on }: (typeof history)[number]) {
          const invoice = invoices[on]
          if (kind === "receive") {
            yield* payments.receive(receiptOf(workspaceId, invoice.id, amount, "EUR"))
            return amount
          }
          const { status } =
            kind === "refund"
              ? yield* refund(id, { amount })
              : yield* pay(invoice, kind === "pay" ? { amount } : { amount, credit_id: id })
          outcomes.add(`${kind} ${status}`)
          if (status >= 300) return 0
          return kind === "pay" ? amount : kind === "refund" ? -amount : 0
        })
        const came = yield* Effect.forEach(history, run, { concurrency: "unbounded" })
        const paid = yield* Effect.forEach(invoices, ({ id: one }) => get(`/v1/invoices/${one}`))
        const after = (yield* get(`/v1/clients/${client}/credits`)).meta.balance["EUR"]
        const left = yield* get(`/v1/credits/${id}`)
        const collected = paid.reduce((all, { amount_paid }) => all + amount_paid, 0)
        assert.strictEqual(
          collected + after - before,
          came.reduce((all, one) => all + one, 0)
        )
        assert.isAtLeast(left.remaining, 0)
        assert.strictEqual(left.applied + left.refunded + left.remaining, 700)
      }
      for (const kind of ["set off 201", "set off 422", "refund 200", "refund 422", "pay 201"]) {
        assert.isTrue(outcomes.has(kind), kind)
      }
    })
  )
})
