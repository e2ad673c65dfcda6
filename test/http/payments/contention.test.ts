/**
 * Twenty requests on one invoice at once, on a PostgreSQL server: credit notes, payments with and
 * without excess, set-offs and reversals. Whatever order they take, the notes never exceed the
 * invoice in any tax group, the rest is never negative, and the totals are those of the rows.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ProcessorTest } from "../../../src/infra/payments/ProcessorTest.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { checkTotals } from "../../../src/infra/sql/lists/Totals.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { layerRetainerMemoryOn, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { type Answer, sender } from "../../support/requests.ts"
import { layerPostgres, onDatabase } from "../../support/storages.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

const lines = [
  { description: "Design", quantity: 10, unit_price: 999, tax_rate: 0.19 },
  { description: "Book", quantity: 3, unit_price: 1501, tax_rate: 0.07 },
  { description: "Agreed deduction", quantity: 1, unit_price: -333, tax_rate: 0.19 }
]

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const get = (path: string) => Effect.map(call("GET", path), ({ body }): Json => body)
  const person = { name: "Ada", email: "ada@x.example" }
  const client_id = (yield* call("POST", "/v1/clients", person)).body.id
  const draft = { client_id, line_items: lines, discount: 1000 }
  const { id } = (yield* call("POST", "/v1/invoices", draft)).body
  yield* call("POST", `/v1/invoices/${id}/send`)
  const pay = (body: object) => call("POST", `/v1/invoices/${id}/payments`, body)
  const reverse = (payment: string) =>
    call("POST", `/v1/invoices/${id}/payments/${payment}/reverse`, { reason: "Wrong account" })
  const credit = (body: object) =>
    call("POST", `/v1/invoices/${id}/credit_notes`, { reason: "Wrong price", ...body })
  return { call, get, pay, reverse, credit, client: client_id, invoice: id }
})

const sum = (rows: ReadonlyArray<Json>, of: (row: Json) => number): number =>
  rows.reduce((all: number, row) => all + of(row), 0)

/** The amounts of the notes by tax rate, and those of the invoice. */
const requireWithin = (notes: ReadonlyArray<Json>, invoice: Json): void => {
  for (const { rate, base, tax } of invoice.taxes) {
    const own = notes.flatMap(({ taxes }) => taxes.filter((group: Json) => group.rate === rate))
    assert.isAtMost(
      sum(own, (group) => group.base),
      base
    )
    assert.isAtMost(
      sum(own, (group) => group.tax),
      tax
    )
  }
  assert.isAtMost(
    sum(notes, ({ total }) => total),
    invoice.total
  )
}

const requireSound = Effect.fnUntraced(function* (
  { get, client, invoice: id }: Effect.Success<typeof setUp>,
  answers: ReadonlyArray<Answer>
) {
  for (const { status, body } of answers) {
    assert.include([201, 422], status, JSON.stringify(body))
  }
  const invoice = yield* get(`/v1/invoices/${id}`)
  const listed = (yield* get(`/v1/credit_notes?invoice_id=${id}&limit=100`)).data
  const notes = yield* Effect.forEach(listed, ({ id: note }: Json) =>
    get(`/v1/credit_notes/${note}`)
  )
  requireWithin(notes, invoice)
  const payments = (yield* get(`/v1/invoices/${id}/payments?limit=100`)).data
  assert.strictEqual(
    sum(payments, ({ amount }) => amount),
    invoice.status === "void" ? 0 : invoice.amount_paid
  )
  const rest = invoice.total - invoice.amount_paid - invoice.amount_credited
  assert.isAtLeast(rest, 0)
  assert.strictEqual(["paid", "void"].includes(invoice.status), rest === 0)
  const credits = (yield* get(`/v1/clients/${client}/credits?limit=100`)).data
  for (const { amount, applied, refunded, withdrawn, remaining } of credits) {
    assert.isAtLeast(remaining, 0)
    assert.strictEqual(applied + refunded + withdrawn + remaining, amount)
  }
  const made = credits.filter(({ source }: Json) => source === "credit_note")
  assert.strictEqual(
    invoice.amount_credited + sum(made, ({ amount }) => amount),
    sum(notes, ({ total }) => total)
  )
  assert.deepStrictEqual(
    notes.map(({ number }) => number).toSorted(),
    notes.map((_, at) => `CN-${String(at + 1).padStart(4, "0")}`)
  )
  assert.deepStrictEqual(yield* checkTotals(yield* MaintenanceClient), [])
  return { invoice, notes, payments }
})

const ports = Layer.merge(layerMemoryPorts, onDatabase(layerPostgres).pipe(Layer.orDie))
const app = layerRetainerMemoryOn(ProcessorTest, ports).pipe(
  Layer.provideMerge(layerPostgres.pipe(Layer.orDie))
)

layer(app, { excludeTestServices: true, timeout: "60 seconds" })(
  "twenty requests at once",
  (it) => {
    const atOnce = <R>(all: ReadonlyArray<Effect.Effect<Answer, never, R>>) =>
      Effect.all(all, { concurrency: "unbounded" })
    const times = <A>(count: number, of: (at: number) => A) =>
      Array.from({ length: count }, (_, at) => of(at))

    it.effect("credit no more than the invoice, by line, quantity, amount or as a whole", () =>
      Effect.gen(function* () {
        const agency = yield* setUp
        const requests = [
          (at: number) => ({ lines: [{ line: 0, amount: 400 + at }] }),
          () => ({ lines: [{ line: 1, quantity: 1 }] }),
          () => ({ lines: [{ line: 0, quantity: 2 }, { line: 2 }] }),
          (at: number) => (at < 16 ? { lines: [{ line: 1, amount: 700 }] } : {})
        ]
        const answers = yield* atOnce(
          times(20, (at) => agency.credit(requests[at % requests.length]?.(at) ?? {}))
        )
        yield* requireSound(agency, answers)
        assert.isTrue(answers.some(({ status }) => status === 422))
        // What is left is credited to the cent.
        const rest = yield* agency.credit({})
        const { invoice, notes } = yield* requireSound(agency, [rest])
        assert.strictEqual(
          sum(notes, ({ total }) => total),
          invoice.total
        )
        assert.strictEqual(invoice.status, "void")
      })
    )

    it.effect("reverse a payment once", () =>
      Effect.gen(function* () {
        const agency = yield* setUp
        const { body: payment } = yield* agency.pay({ amount: 5000 })
        const answers = yield* atOnce(times(20, () => agency.reverse(payment.id)))
        assert.lengthOf(
          answers.filter(({ status }) => status === 201),
          1
        )
        const { invoice } = yield* requireSound(agency, answers)
        assert.deepInclude(invoice, { status: "sent", amount_paid: 0 })
      })
    )

    it.effect("pay, pay too much, credit, set off and reverse, in any order", () =>
      Effect.gen(function* () {
        const agency = yield* setUp
        const total = (yield* agency.get(`/v1/invoices/${agency.invoice}`)).total
        const { body: first } = yield* agency.pay({ amount: 2000 })
        const { body: note } = yield* agency.credit({ lines: [{ line: 1, quantity: 1 }] })
        const { body: second } = yield* agency.pay({ amount: total, excess: "credit" })
        yield* agency.reverse(first.id)
        const credit_id = second.credit.id
        const answers = yield* atOnce(
          times(20, (at) => {
            if (at % 5 === 0) return agency.reverse(at === 0 ? second.id : first.id)
            if (at % 5 === 1) return agency.credit({ lines: [{ line: 0, amount: 900 }] })
            if (at % 5 === 2) return agency.pay({ amount: 3000, excess: "credit" })
            return at % 5 === 3 ? agency.pay({ credit_id }) : agency.pay({ amount: 1200 })
          })
        )
        const { notes, payments } = yield* requireSound(agency, answers)
        assert.include(
          notes.map(({ id }) => id),
          note.id
        )
        assert.isAbove(payments.length, 3)
      })
    )
  }
)
