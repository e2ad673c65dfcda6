/**
 * Reversals and excess over the API: what a payment did is undone, once, with events in their
 * order; what is beyond an invoice becomes credit, and ends with its payment.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Payments } from "../../../src/app/payments/Payments.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newCredit, receiptOf } from "../../support/credits.ts"
import { newAddress } from "../../support/owners.ts"
import { send, sender } from "../../support/requests.ts"

const past = { issue_date: "1969-01-01", due_date: "1969-01-31" }
const unknown = "01h2xcejqtf2nbrexx3vqjhp41"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const sent = Effect.fnUntraced(function* (unit_price = 1000, more: object = {}) {
    const line_items = [{ description: "W", quantity: 1, unit_price }]
    const body = { client_id: client.id, line_items, ...more }
    const { id } = (yield* call("POST", "/v1/invoices", body)).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    return (yield* call("GET", `/v1/invoices/${id}`)).body
  })
  const get = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
  const pay = (invoice: string, body: object) =>
    call("POST", `/v1/invoices/${invoice}/payments`, body)
  const reverse = (invoice: string, payment: string, body: object = { reason: "a mistake" }) =>
    call("POST", `/v1/invoices/${invoice}/payments/${payment}/reverse`, body)
  const refused = Effect.fnUntraced(function* (invoice: string, payment: string) {
    const { status, body } = yield* reverse(invoice, payment)
    assert.strictEqual(status, 422)
    return body.error.message as string
  })
  const events = Effect.map(get("/v1/events?limit=100"), ({ data }) => data)
  const typesAfter = Effect.fnUntraced(function* (count: number) {
    return (yield* events).slice(count).map(({ type }: { type: string }) => type)
  })
  return { made, call, client, sent, get, pay, reverse, refused, events, typesAfter }
})

const amountsOf = (credit: Record<string, unknown>) =>
  ["amount", "applied", "refunded", "withdrawn", "remaining"].map((name) => credit[name])

layer(layerRetainerMemory)("reversals", (it) => {
  it.effect("a reversal is a further payment, and the invoice is open again by the same link", () =>
    Effect.gen(function* () {
      const { call, sent, pay, reverse, get, events, typesAfter } = yield* setUp
      const invoice = yield* sent()
      const { body: payment } = yield* pay(invoice.id, {
        amount: 1000,
        method: "bank_transfer",
        reference: "42",
        paid_at: "1970-01-01T00:00:00Z"
      })
      assert.deepInclude(payment, { reverses: null, reversed: false, reason: null, credit: null })
      const before = (yield* events).length
      const paid = yield* get(`/v1/invoices/${invoice.id}`)
      const { status, body: reversal, headers } = yield* reverse(invoice.id, payment.id)
      assert.strictEqual(status, 201)
      assert.strictEqual(headers.get("location"), `/v1/payments/${reversal.id}`)
      assert.deepStrictEqual(reversal, {
        ...payment,
        id: reversal.id,
        amount: -1000,
        reverses: payment.id,
        reason: "a mistake",
        created_at: reversal.created_at
      })
      assert.deepStrictEqual(yield* get(`/v1/payments/${reversal.id}`), reversal)
      const reversed = { ...payment, reversed: true }
      assert.deepStrictEqual(yield* get(`/v1/payments/${payment.id}`), reversed)
      const list = yield* get(`/v1/invoices/${invoice.id}/payments`)
      assert.deepStrictEqual(list.data, [reversal, reversed])
      assert.strictEqual(list.meta.total, 2)

      const open = yield* get(`/v1/invoices/${invoice.id}`)
      assert.deepInclude(open, { status: "sent", amount_paid: 0, paid_at: null })
      assert.strictEqual(open.processor_payment_url, invoice.processor_payment_url)
      assert.deepStrictEqual(yield* typesAfter(before), ["invoice.payment_reversed"])
      const { data } = (yield* events).at(-1)
      assert.deepInclude(data.previous, { status: "paid", paid_at: paid.paid_at })
      assert.deepInclude(data.object, { status: "sent", amount_paid: 0 })
      // It is paid once more, or voided while nothing is paid.
      const again = yield* pay(invoice.id, { amount: 400 })
      assert.strictEqual(again.status, 201)
      assert.strictEqual((yield* call("POST", `/v1/invoices/${invoice.id}/void`)).status, 422)
      assert.strictEqual((yield* reverse(invoice.id, again.body.id)).status, 201)
      const voided = yield* call("POST", `/v1/invoices/${invoice.id}/void`)
      assert.deepInclude(voided.body, { status: "void", amount_paid: 0 })
    })
  )

  it.effect("after its due day the invoice is overdue, by an event after the reversal's", () =>
    Effect.gen(function* () {
      const { sent, pay, reverse, get, events, typesAfter } = yield* setUp
      const invoice = yield* sent(1000, past)
      const part = (yield* pay(invoice.id, { amount: 300 })).body
      const rest = (yield* pay(invoice.id, { amount: 700 })).body
      const before = (yield* events).length
      yield* reverse(invoice.id, part.id)
      assert.deepInclude(yield* get(`/v1/invoices/${invoice.id}`), {
        status: "overdue",
        amount_paid: 700,
        paid_at: null
      })
      assert.deepStrictEqual(yield* typesAfter(before), [
        "invoice.payment_reversed",
        "invoice.overdue"
      ])
      const [reversed, overdue] = (yield* events).slice(before)
      assert.strictEqual(reversed.data.previous.status, "paid")
      assert.deepInclude(overdue.data.previous, { status: "sent", amount_paid: 700 })
      assert.deepInclude(overdue.data.object, { status: "overdue", amount_paid: 700 })
      // It was overdue already: one event.
      yield* reverse(invoice.id, rest.id)
      assert.deepStrictEqual((yield* typesAfter(before)).slice(2), ["invoice.payment_reversed"])
    })
  )

  it.effect("what cannot be reversed is refused in words, and nothing is written", () =>
    Effect.gen(function* () {
      const { made, sent, pay, reverse, refused, get, events } = yield* setUp
      const [invoice, other] = [yield* sent(), yield* sent()]
      const payment = (yield* pay(invoice.id, { amount: 100 })).body
      const reversal = (yield* reverse(invoice.id, payment.id)).body
      const receipt = receiptOf(made.workspace.id, invoice.id, 50, "EUR")
      yield* (yield* Payments).receive(receipt)
      const card = (yield* get(`/v1/invoices/${invoice.id}/payments`)).data.find(
        ({ reference }: { reference: string }) => reference === receipt.paymentReference
      )
      const before = (yield* events).length
      assert.include(yield* refused(invoice.id, payment.id), "it was reversed before")
      assert.include(yield* refused(invoice.id, reversal.id), `it reverses payment ${payment.id}`)
      const byProcessor = yield* refused(invoice.id, card.id)
      assert.include(byProcessor, "Refund it at the processor")
      assert.include(byProcessor, "credit note")
      for (const [id, paymentId] of [
        [other.id, card.id],
        [invoice.id, `pay_${unknown}`],
        [invoice.id, "nonsense"],
        [`inv_${unknown}`, card.id]
      ]) {
        const { status, body } = yield* reverse(id, paymentId)
        assert.strictEqual(status, 404, `${id} ${paymentId}`)
        assert.strictEqual(body.error.code, "RESOURCE_NOT_FOUND")
      }
      for (const [body, message] of [
        [{}, "reason: is required"],
        [{ reason: " " }, "reason: must not be blank"],
        [{ reason: null }, "reason: "],
        [{ reason: "x".repeat(501) }, "reason: must be at most 500"],
        [{ reason: "r", amount: 1 }, "amount: "]
      ] as const) {
        const wrong = yield* reverse(invoice.id, card.id, body)
        assert.strictEqual(wrong.status, 422)
        assert.include(wrong.body.error.message, message)
      }
      const stale = yield* send("POST", `/v1/invoices/${invoice.id}/payments/${card.id}/reverse`, {
        key: made.apiKey,
        headers: { "if-match": '"stale"' },
        body: { reason: "r" }
      })
      assert.strictEqual(stale.status, 422)
      assert.lengthOf(yield* events, before)
    })
  )

  it.effect("a credit that paid gets its amount back", () =>
    Effect.gen(function* () {
      const { made, call, sent, pay, reverse, get, events, typesAfter } = yield* setUp
      const [invoice, source] = [yield* sent(400), yield* sent(1)]
      yield* call("POST", `/v1/invoices/${source.id}/void`)
      const id = yield* newCredit(made.workspace.id, source.id, 500)
      const payment = (yield* pay(invoice.id, { credit_id: id })).body
      assert.strictEqual(payment.amount, 400)
      const before = (yield* events).length
      const reversal = (yield* reverse(invoice.id, payment.id)).body
      assert.deepInclude(reversal, { credit_id: id, method: "credit", amount: -400 })
      assert.deepStrictEqual(amountsOf(yield* get(`/v1/credits/${id}`)), [500, 0, 0, 0, 500])
      assert.deepStrictEqual(yield* typesAfter(before), [
        "invoice.payment_reversed",
        "credit.restored"
      ])
      const { data } = (yield* events).at(-1)
      assert.deepStrictEqual(amountsOf(data.previous), [500, 400, 0, 0, 100])
      assert.deepStrictEqual(data.object, yield* get(`/v1/credits/${id}`))
      assert.strictEqual((yield* pay(invoice.id, { credit_id: id })).body.amount, 400)
    })
  )
})

layer(layerRetainerMemory)("money that the processor paid back", (it) => {
  it.effect("is an event, once, and changes nothing else", () =>
    Effect.gen(function* () {
      const { made, sent, get, events, typesAfter } = yield* setUp
      const payments = yield* Payments
      const invoice = yield* sent(100)
      const receipt = receiptOf(made.workspace.id, invoice.id, 100, "EUR")
      yield* payments.receive(receipt)
      const before = (yield* events).length
      const paid = yield* get(`/v1/invoices/${invoice.id}`)
      const { processor, workspaceId, invoiceId, receivedAt: returnedAt } = receipt
      const returned = { processor, messageId: "evt_9", workspaceId, invoiceId, returnedAt }
      yield* payments.noteReturned(returned)
      yield* payments.noteReturned(returned)
      assert.deepStrictEqual(yield* typesAfter(before), ["invoice.processor_refunded"])
      const { data } = (yield* events).at(-1)
      assert.deepStrictEqual(data.object, data.previous)
      assert.deepStrictEqual(yield* get(`/v1/invoices/${invoice.id}`), paid)
      const { data: audit } = yield* get(`/v1/audit?limit=100`)
      assert.deepInclude(audit.at(-1), { action: "invoice.processor_refunded" })
    })
  )
})

layer(layerRetainerMemory)("excess", (it) => {
  it.effect("becomes credit of the client, and ends with the reversal of its payment", () =>
    Effect.gen(function* () {
      const { client, sent, pay, reverse, get, events, typesAfter } = yield* setUp
      const invoice = yield* sent(400)
      const before = (yield* events).length
      const { status, body: payment } = yield* pay(invoice.id, {
        amount: 1000,
        excess: "credit",
        reference: "bank 7"
      })
      assert.strictEqual(status, 201)
      assert.deepInclude(payment, { amount: 400, reference: "bank 7", reversed: false })
      assert.strictEqual(payment.credit.amount, 600)
      const credit = yield* get(`/v1/credits/${payment.credit.id}`)
      assert.deepStrictEqual(amountsOf(credit), [600, 0, 0, 0, 600])
      assert.deepInclude(credit, { source: "payment", reference: "bank 7", currency: "EUR" })
      assert.deepStrictEqual(credit.client, { id: client.id, name: "Ada" })
      assert.strictEqual(credit.invoice.id, invoice.id)
      assert.deepStrictEqual(yield* typesAfter(before), [
        "invoice.payment_recorded",
        "invoice.paid",
        "credit.created"
      ])
      assert.deepStrictEqual(yield* get(`/v1/payments/${payment.id}`), payment)

      const reversal = (yield* reverse(invoice.id, payment.id)).body
      assert.deepInclude(reversal, { amount: -400, credit: null })
      assert.deepStrictEqual(amountsOf(yield* get(`/v1/credits/${credit.id}`)), [600, 0, 0, 600, 0])
      assert.deepStrictEqual((yield* typesAfter(before)).slice(3), [
        "invoice.payment_reversed",
        "credit.withdrawn"
      ])
      assert.deepStrictEqual(amountsOf((yield* events).at(-1).data.previous), [600, 0, 0, 0, 600])
      const { meta } = yield* get(`/v1/clients/${client.id}/credits`)
      assert.deepStrictEqual(meta.balance, { EUR: 0 })
      const used = yield* pay(invoice.id, { credit_id: credit.id })
      assert.strictEqual(used.status, 422)
    })
  )

  it.effect("keeps its payment while a part of it is used, and names the credit", () =>
    Effect.gen(function* () {
      const { sent, pay, reverse, refused, get } = yield* setUp
      const [invoice, next] = [yield* sent(400), yield* sent(100)]
      const payment = (yield* pay(invoice.id, { amount: 1000, excess: "credit" })).body
      const set = (yield* pay(next.id, { credit_id: payment.credit.id })).body
      const message = yield* refused(invoice.id, payment.id)
      assert.include(message, `Credit ${payment.credit.id}`)
      assert.include(message, "1.00 EUR of 6.00 EUR were set off or paid back")
      assert.strictEqual((yield* get(`/v1/invoices/${invoice.id}`)).status, "paid")
      assert.strictEqual((yield* reverse(next.id, set.id)).status, 201)
      assert.strictEqual((yield* reverse(invoice.id, payment.id)).status, 201)
    })
  )

  it.effect("without excess nothing changes, and what was refused before still is", () =>
    Effect.gen(function* () {
      const { call, client, sent, pay, events, get } = yield* setUp
      const invoice = yield* sent(400)
      const part = yield* pay(invoice.id, { amount: 300, excess: "credit" })
      assert.deepInclude(part.body, { amount: 300, credit: null })
      const before = (yield* events).length
      const line_items = [{ description: "W", quantity: 1, unit_price: 1 }]
      const draft = (yield* call("POST", "/v1/invoices", { client_id: client.id, line_items })).body
      const paid = yield* sent(1)
      yield* pay(paid.id, { amount: 1 })
      const written = (yield* events).length
      for (const [id, body, message] of [
        [invoice.id, { amount: 101 }, "has 1.00 EUR left to be paid"],
        [invoice.id, { amount: 101, excess: null }, "has 1.00 EUR left to be paid"],
        [invoice.id, { amount: 101, excess: "refund" }, "excess: "],
        [invoice.id, { excess: "credit" }, "amount: is required"],
        [draft.id, { amount: 5, excess: "credit" }, "is draft and cannot be paid"],
        [paid.id, { amount: 5, excess: "credit" }, "is paid and cannot be paid"]
      ] as const) {
        const { status, body: answer } = yield* pay(id, body)
        assert.strictEqual(status, 422, message)
        assert.include(answer.error.message, message)
      }
      const { body: more } = yield* pay(invoice.id, { amount: 150, excess: "credit" })
      assert.strictEqual(more.credit.amount, 50)
      const open = yield* sent(10)
      const both = { credit_id: more.credit.id, excess: "credit" }
      const refused = yield* pay(open.id, both)
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "excess: must not be given with credit_id")
      assert.isAbove(written, before)
      assert.strictEqual((yield* get(`/v1/invoices/${open.id}`)).amount_paid, 0)
    })
  )
})
