/** Money that comes in, on memory Layers: the ledger's invariants, by cases and by properties. */
import { randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { Payments } from "../../../src/app/payments/Payments.ts"
import type { Receipt } from "../../../src/app/ports/payments/PaymentProcessor.ts"
import { PaymentRepository } from "../../../src/app/ports/payments/PaymentRepository.ts"
import { InvoiceId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { allocate } from "../../../src/domain/payments/Payment.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"

const total = 1000

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
  const draft = (amount = total) =>
    Effect.map(
      call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: amount }]
      }),
      ({ body }) => body
    )
  const sent = (amount = total) =>
    Effect.gen(function* () {
      const invoice = yield* draft(amount)
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      return invoice
    })
  const get = (id: string) => Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => body)
  const pay = (id: string, body: object) => call("POST", `/v1/invoices/${id}/payments`, body)
  const types = Effect.map(call("GET", "/v1/events?limit=100"), ({ body }) =>
    body.data.map(({ type }: { type: string }) => type)
  )
  return { app, made, call, client, draft, sent, get, pay, types }
})

const receiptFor = (
  workspaceId: Receipt["workspaceId"],
  id: string,
  fields: Partial<Receipt>
): Receipt => ({
  processor: "stripe",
  messageId: `msg_${randomUUID()}`,
  paymentReference: `pi_${randomUUID()}`,
  workspaceId,
  invoiceId: InvoiceId.schema.make(id),
  amountMinor: total,
  currency: CurrencyCode.make("EUR"),
  receivedAt: DateTime.makeUnsafe("2026-03-10T12:00:00Z"),
  ...fields
})

layer(layerRetainerMemory)("payments", (it) => {
  it.effect("partial, closing, and nothing after; each with its event", () =>
    Effect.gen(function* () {
      const { sent, get, pay, types, call } = yield* setUp
      const { id } = yield* sent()
      const first = yield* pay(id, { amount: 400, method: "cash", reference: "R1" })
      assert.strictEqual(first.status, 201)
      assert.deepInclude(first.body, {
        invoice_id: id,
        amount: 400,
        currency: "EUR",
        method: "cash",
        reference: "R1"
      })
      assert.deepInclude(yield* get(id), { status: "sent", amount_paid: 400, paid_at: null })
      const above = yield* pay(id, { amount: 601 })
      assert.strictEqual(above.status, 422)
      assert.include(above.body.error.message, "amount: invoice INV-0001 has 6.00 EUR left")
      const paidAt = "1970-01-01T00:00:00.000Z"
      assert.strictEqual((yield* pay(id, { amount: 600, paid_at: paidAt })).status, 201)
      assert.deepInclude(yield* get(id), { status: "paid", amount_paid: total, paid_at: paidAt })
      assert.strictEqual((yield* pay(id, { amount: 1 })).status, 422)
      const list = (yield* call("GET", `/v1/invoices/${id}/payments`)).body
      assert.deepStrictEqual(
        list.data.map(({ amount }: { amount: number }) => amount),
        [600, 400]
      )
      assert.strictEqual(list.meta.total, 2)
      assert.deepStrictEqual((yield* types).slice(-3), [
        "invoice.payment_recorded",
        "invoice.payment_recorded",
        "invoice.paid"
      ])
      const voided = yield* call("POST", `/v1/invoices/${id}/void`)
      assert.strictEqual(voided.status, 422)
    })
  )

  it.effect("refuses what the table refuses, with nothing written", () =>
    Effect.gen(function* () {
      const { draft, sent, pay, call, types } = yield* setUp
      const drafted = yield* draft()
      const voided = yield* sent()
      yield* call("POST", `/v1/invoices/${voided.id}/void`)
      const open = yield* sent()
      const before = yield* types
      for (const [id, body, message] of [
        [drafted.id, { amount: 1 }, "is draft and cannot be paid"],
        [voided.id, { amount: 1 }, "is void and cannot be paid"],
        [open.id, { amount: 0 }, "amount: must be an integer of minor units greater than 0"],
        [open.id, { amount: -5 }, "amount: "],
        [open.id, { amount: 1.5 }, "amount: "],
        [open.id, {}, "amount: is required"],
        [
          open.id,
          { amount: 1, paid_at: "2999-01-01T00:00:00Z" },
          "paid_at: must not be in the future"
        ],
        [open.id, { amount: 1, total: 5 }, "total: is not known here"],
        [open.id, { amount: null }, "amount: "]
      ] as const) {
        const refused = yield* pay(id, body)
        assert.strictEqual(refused.status, 422, JSON.stringify(body))
        assert.include(refused.body.error.message, message)
      }
      assert.deepStrictEqual(yield* types, before)
      assert.strictEqual((yield* pay("inv_nonsense", { amount: 1 })).status, 404)
    })
  )

  it.effect("a partly paid invoice is not voided; one that asks for nothing is paid at send", () =>
    Effect.gen(function* () {
      const { sent, pay, call, get, types } = yield* setUp
      const partly = yield* sent()
      yield* pay(partly.id, { amount: 1 })
      const refused = yield* call("POST", `/v1/invoices/${partly.id}/void`)
      assert.include(refused.body.error.message, "because 0.01 EUR was paid; it can be paid")
      const free = yield* sent(0)
      const shown = yield* get(free.id)
      assert.deepInclude(shown, { status: "paid", amount_paid: 0 })
      assert.isNotNull(shown.paid_at)
      assert.deepStrictEqual((yield* types).slice(-2), ["invoice.sent", "invoice.paid"])
    })
  )

  it.effect(
    "a processor's payment counts once; above the rest, in another currency or void it is credit",
    () =>
      Effect.gen(function* () {
        const { made, sent, get, call, types } = yield* setUp
        const payments = yield* Payments
        const ledger = yield* PaymentRepository
        const workspaceId = made.workspace.id
        const credits = (id: string) =>
          Effect.map(ledger.credits(workspaceId, InvoiceId.schema.make(id)), (all) =>
            all.map(({ amountMinor, currency }) => [amountMinor, currency])
          )
        const { id } = yield* sent()
        const partly = receiptFor(workspaceId, id, { amountMinor: 300 })
        for (let i = 0; i < 3; i++) yield* payments.receive(partly)
        yield* payments.receive({ ...partly, messageId: "another message" })
        assert.deepInclude(yield* get(id), { status: "sent", amount_paid: 300 })
        yield* payments.receive(receiptFor(workspaceId, id, { amountMinor: 900 }))
        assert.deepInclude(yield* get(id), { status: "paid", amount_paid: total })
        assert.deepStrictEqual(yield* credits(id), [[200, "EUR"]])
        yield* payments.receive(receiptFor(workspaceId, id, { amountMinor: 50 }))
        assert.deepStrictEqual(yield* credits(id), [
          [200, "EUR"],
          [50, "EUR"]
        ])
        const voided = yield* sent()
        yield* call("POST", `/v1/invoices/${voided.id}/void`)
        yield* payments.receive(receiptFor(workspaceId, voided.id, {}))
        assert.deepInclude(yield* get(voided.id), { status: "void", amount_paid: 0 })
        assert.deepStrictEqual(yield* credits(voided.id), [[total, "EUR"]])
        const foreign = yield* sent()
        const currency = CurrencyCode.make("USD")
        yield* payments.receive(receiptFor(workspaceId, foreign.id, { currency }))
        assert.deepInclude(yield* get(foreign.id), { status: "sent", amount_paid: 0 })
        assert.deepStrictEqual(yield* credits(foreign.id), [[total, "USD"]])
        assert.strictEqual(
          (yield* types).filter((type: string) => type === "invoice.credit_recorded").length,
          4
        )
        const other = yield* (yield* RetainerMemory).workspace({
          ownerEmail: newAddress()
        })
        const stranger = yield* Effect.flip(
          payments.receive(receiptFor(other.workspace.id, foreign.id, {}))
        )
        assert.strictEqual(stranger._tag, "InvoiceNotFound")
      })
  )

  it.effect("payments at once: never above the total, whatever the order", () =>
    Effect.gen(function* () {
      const { sent, pay, get, call } = yield* setUp
      const { id } = yield* sent()
      const answers = yield* Effect.forEach(
        Array.from({ length: 30 }, () => 70),
        (amount) => pay(id, { amount }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 14)
      assert.deepInclude(yield* get(id), { status: "sent", amount_paid: 980 })
      assert.strictEqual((yield* call("GET", `/v1/invoices/${id}/payments`)).body.meta.total, 14)
    })
  )

  it.effect("what is collected and outstanding follows the ledger", () =>
    Effect.gen(function* () {
      const { sent, pay, call, client } = yield* setUp
      const { id } = yield* sent()
      yield* sent(500)
      yield* pay(id, { amount: 250 })
      const { meta } = (yield* call("GET", "/v1/invoices")).body
      assert.deepInclude(meta, { total_outstanding: 1250, total_collected_ytd: 250 })
      assert.deepInclude((yield* call("GET", `/v1/clients/${client.id}`)).body, {
        total_billed: 1500,
        outstanding_balance: 1250
      })
    })
  )
})

layer(layerRetainerMemory)("the ledger's invariants", (it) => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("pay" as const), amount: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ kind: fc.constant("receive" as const), amount: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ kind: fc.constant("repeat" as const), amount: fc.constant(0) }),
    fc.record({ kind: fc.constant("void" as const), amount: fc.constant(0) })
  )

  it.effect(
    "Σ payments = amount_paid ≤ total, paid exactly at the total, and no receipt is lost",
    () =>
      Effect.gen(function* () {
        const { made, sent, pay, get, call } = yield* setUp
        const payments = yield* Payments
        const store = yield* MemoryStore
        const workspaceId = made.workspace.id
        const histories = fc.sample(fc.array(step, { maxLength: 12 }), { numRuns: 60, seed: 7 })
        for (const history of histories) {
          const { id } = yield* sent()
          const invoiceId = InvoiceId.schema.make(id)
          let last: Receipt | undefined
          let received = 0
          let byHand = 0
          for (const { kind, amount } of history) {
            if (kind === "pay") {
              byHand += (yield* pay(id, { amount })).status === 201 ? amount : 0
            } else if (kind === "receive") {
              last = receiptFor(workspaceId, id, { amountMinor: amount })
              received += amount
              yield* payments.receive(last)
            } else if (kind === "repeat" && last !== undefined) {
              yield* payments.receive(last)
            } else if (kind === "void") {
              yield* call("POST", `/v1/invoices/${id}/void`)
            }
            const invoice = yield* get(id)
            const state = yield* store.state
            const sum = (entries: ReadonlyArray<{ invoiceId: InvoiceId; amountMinor: number }>) =>
              entries
                .filter((entry) => entry.invoiceId === invoiceId)
                .reduce((all, entry) => all + entry.amountMinor, 0)
            const paid = sum(state.payments)
            assert.strictEqual(invoice.amount_paid, paid)
            assert.isAtMost(paid, total)
            assert.strictEqual(invoice.status === "paid", paid === total)
            assert.strictEqual(invoice.status === "paid", invoice.paid_at !== null)
            if (invoice.status === "void") assert.strictEqual(paid, 0)
            assert.strictEqual(paid + sum(state.credits), byHand + received)
          }
        }
      })
  )

  it.effect("an allocation loses nothing and never exceeds the rest", () =>
    Effect.sync(() => {
      fc.assert(
        fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (amount, rest) => {
          const { appliedMinor, creditMinor } = allocate(amount, rest)
          return appliedMinor + creditMinor === amount && appliedMinor <= rest && creditMinor >= 0
        })
      )
    })
  )
})
