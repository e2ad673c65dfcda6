/** Credit notes over the API: what they credit, what becomes of the invoice, and their events. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { MailRefused } from "../../../src/app/ports/mail/Mailer.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { readCsv } from "../../support/csv.ts"
import { newAddress } from "../../support/owners.ts"
import { send, sender } from "../../support/requests.ts"

const lines = [
  { description: "Design", quantity: 3, unit_price: 3333 },
  { description: "Agreed deduction", quantity: 1, unit_price: -99 }
]
/** 9900 less 900, with 19 %. */
const total = 10_710

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
    .id
  const draft = (line_items: ReadonlyArray<object> = lines, discount = 900) =>
    Effect.map(
      call("POST", "/v1/invoices", { client_id: client, line_items, discount, tax_rate: 0.19 }),
      ({ body }) => body.id
    )
  const sent = Effect.gen(function* () {
    const id = yield* draft()
    yield* call("POST", `/v1/invoices/${id}/send`)
    return id
  })
  const get = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
  const invoice = (id: string) => get(`/v1/invoices/${id}`)
  const pay = (id: string, body: object) => call("POST", `/v1/invoices/${id}/payments`, body)
  const credit = (id: string, body: object = {}) =>
    call("POST", `/v1/invoices/${id}/credit_notes`, { reason: "Wrong price", ...body })
  const eventsAfter = (count: number) =>
    Effect.map(get("/v1/events?limit=100"), ({ data }) =>
      data.slice(count).map(({ type }: { type: string }) => type)
    )
  const eventCount = Effect.map(get("/v1/events?limit=100"), ({ data }) => data.length)
  return { made, call, client, draft, sent, get, invoice, pay, credit, eventsAfter, eventCount }
})

/** Lets the workers deliver all queued mails. */
const delivered = Effect.repeat(TestClock.adjust("1 second"), { times: 60 })

const mailsOf = ({ id }: { readonly id: string }) =>
  Effect.flatMap(Inbox, ({ mails }) =>
    Effect.map(mails, (all) => all.filter(({ messageId }) => messageId.startsWith(`${id}.`)))
  )

layer(layerRetainerMemory)("credit notes", (it) => {
  it.effect("credit all of an unpaid invoice, which becomes void", () =>
    Effect.gen(function* () {
      const { client, sent, get, invoice, credit, eventsAfter, eventCount } = yield* setUp
      const id = yield* sent
      const before = yield* invoice(id)
      const count = yield* eventCount
      const answer = yield* credit(id)
      assert.strictEqual(answer.status, 201)
      const note = answer.body
      assert.strictEqual(answer.headers.get("location"), `/v1/credit_notes/${note.id}`)
      assert.match(note.id, /^cn_/)
      assert.deepInclude(note, {
        number: "CN-0001",
        status: "applied",
        invoice: { id, number: before.number },
        client: { id: client, name: "Ada", email: "ada@x.example" },
        issue_date: before.issue_date,
        currency: "EUR",
        subtotal: 9900,
        discount: 900,
        tax: 1710,
        total,
        reason: "Wrong price",
        credit: null
      })
      assert.deepInclude(note.taxes[0], { category: "S", rate: 0.19, base: 9000, tax: 1710 })
      assert.deepInclude(note.line_items[1], {
        line: 1,
        description: "Agreed deduction",
        quantity: 1,
        unit_price: -99,
        total: -99
      })
      assert.deepStrictEqual(yield* eventsAfter(count), [
        "credit_note.created",
        "invoice.credited",
        "invoice.voided"
      ])
      assert.deepStrictEqual(yield* get(`/v1/credit_notes/${note.id}`), note)
      const after = yield* invoice(id)
      assert.deepInclude(after, {
        status: "void",
        amount_paid: 0,
        amount_credited: total,
        paid_at: null,
        processor_payment_url: null
      })
      assert.strictEqual((yield* credit(id)).status, 422)
    })
  )

  it.effect("lower the rest of an invoice, which then can be paid and not be voided", () =>
    Effect.gen(function* () {
      const { call, sent, invoice, pay, credit } = yield* setUp
      const id = yield* sent
      const { body: note } = yield* credit(id, { lines: [{ line: 0, quantity: 1 }] })
      // 3333 less a discount of 303, with 19 %.
      assert.deepInclude(note, { subtotal: 3333, discount: 303, tax: 576, total: 3606 })
      const rest = total - 3606
      assert.deepInclude(yield* invoice(id), { status: "sent", amount_credited: 3606 })
      const voided = yield* call("POST", `/v1/invoices/${id}/void`)
      assert.strictEqual(voided.status, 422)
      assert.strictEqual((yield* pay(id, { amount: rest + 1 })).status, 422)
      assert.strictEqual((yield* pay(id, { amount: rest })).status, 201)
      assert.deepInclude(yield* invoice(id), {
        status: "paid",
        amount_paid: rest,
        amount_credited: 3606
      })
    })
  )

  it.effect("of a paid invoice keep it from a void, also when its payment is reversed", () =>
    Effect.gen(function* () {
      const { call, sent, get, invoice, pay, credit } = yield* setUp
      const id = yield* sent
      const { body: payment } = yield* pay(id, { amount: total })
      const { body: note } = yield* credit(id, { lines: [{ line: 0, quantity: 1 }] })
      assert.strictEqual(note.credit.amount, note.total)
      yield* call("POST", `/v1/invoices/${id}/payments/${payment.id}/reverse`, { reason: "Wrong" })
      assert.deepInclude(yield* invoice(id), { status: "sent", amount_paid: 0, amount_credited: 0 })
      const refused = yield* call("POST", `/v1/invoices/${id}/void`)
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "because it has credit notes; it can be paid")
      assert.strictEqual((yield* invoice(id)).status, "sent")
      const { data } = yield* get(`/v1/clients/${note.client.id}/credits`)
      assert.strictEqual(data[0].remaining, note.total)
    })
  )

  it.effect("close an invoice of which something was paid", () =>
    Effect.gen(function* () {
      const { sent, invoice, pay, credit, eventsAfter, eventCount } = yield* setUp
      const id = yield* sent
      yield* pay(id, { amount: 710 })
      const count = yield* eventCount
      const { body: note } = yield* credit(id)
      // The rest of 10,000 is lowered first; 710 are beyond.
      assert.deepInclude(note, { total, status: "issued" })
      assert.strictEqual(note.credit.amount, 710)
      const paid = yield* invoice(id)
      assert.deepInclude(paid, { status: "paid", amount_paid: 710, amount_credited: 10_000 })
      assert.strictEqual(paid.paid_at, note.created_at)
      assert.deepStrictEqual(yield* eventsAfter(count), [
        "credit_note.created",
        "invoice.credited",
        "invoice.paid",
        "credit.created"
      ])
    })
  )

  it.effect("of a paid invoice become credit, whose use is the status of the note", () =>
    Effect.gen(function* () {
      const { call, client, sent, get, pay, credit } = yield* setUp
      const id = yield* sent
      yield* pay(id, { amount: total })
      const { body: note } = yield* credit(id, { lines: [{ line: 0, amount: 1000 }] })
      const path = `/v1/credit_notes/${note.id}`
      const made = yield* get(`/v1/credits/${note.credit.id}`)
      assert.deepInclude(made, {
        source: "credit_note",
        amount: note.total,
        remaining: note.total,
        reference: null
      })
      assert.deepStrictEqual(made.client, { id: client, name: "Ada" })
      assert.strictEqual(made.invoice.id, id)
      const next = yield* sent
      yield* pay(next, { credit_id: note.credit.id, amount: 90 })
      assert.strictEqual((yield* get(path)).status, "issued")
      yield* call("POST", `/v1/credits/${note.credit.id}/refund`, {})
      assert.strictEqual((yield* get(path)).status, "refunded")
      const { body: other } = yield* credit(id, { lines: [{ line: 0, amount: 100 }] })
      yield* pay(next, { credit_id: other.credit.id })
      assert.strictEqual((yield* get(`/v1/credit_notes/${other.id}`)).status, "applied")
    })
  )

  it.effect("are refused where the path says", () =>
    Effect.gen(function* () {
      const { call, draft, sent, invoice, credit, eventsAfter, eventCount } = yield* setUp
      const id = yield* sent
      const unsent = yield* draft()
      const count = yield* eventCount
      const refused = Effect.fnUntraced(function* (body: object, message: RegExp, of = id) {
        const answer = yield* credit(of, body)
        assert.strictEqual(answer.status, 422, JSON.stringify(body))
        assert.match(answer.body.error.message, message)
      })
      yield* refused({ reason: " " }, /^reason: /)
      yield* refused({ reason: "x".repeat(501) }, /^reason: /)
      yield* refused({ reason: undefined }, /^reason/)
      yield* refused({ lines: [] }, /^lines: /)
      yield* refused({ lines: [{ line: 7 }] }, /^lines\[0\]\.line: /)
      yield* refused({ lines: [{ line: 0 }, { line: 0 }] }, /^lines\[1\]\.line: /)
      yield* refused({ lines: [{ line: 0, quantity: 3.5 }] }, /^lines\[0\]\.quantity: /)
      yield* refused({ lines: [{ line: 0, amount: 10_000 }] }, /^lines\[0\]\.amount: /)
      yield* refused({ lines: [{ line: 1, amount: 99 }] }, /^lines\[0\]\.amount: /)
      yield* refused({ lines: [{ line: 0, quantity: 1, amount: 1 }] }, /^lines\[0\]: /)
      yield* refused({ lines: [{ line: 0 }] }, /^lines: /)
      yield* refused({ lines: [{ line: 1 }] }, /^lines: /)
      yield* refused({ lines: [{ line: 0, price: 1 }] }, /lines\[0\]\.price/)
      yield* refused({ total: 1 }, /total/)
      yield* refused({}, /is draft and cannot be credited; it can be updated/, unsent)
      const unknown = yield* call("POST", "/v1/invoices/inv_x/credit_notes", { reason: "r" })
      assert.strictEqual(unknown.status, 404)
      assert.deepStrictEqual(yield* eventsAfter(count), [])
      assert.strictEqual((yield* invoice(id)).amount_credited, 0)
      assert.strictEqual((yield* credit(id)).body.number, "CN-0001")
    })
  )

  it.effect("of several rates add up to the invoice, group by group", () =>
    Effect.gen(function* () {
      const { call, client, invoice, credit } = yield* setUp
      const { body: draft } = yield* call("POST", "/v1/invoices", {
        client_id: client,
        discount: 1000,
        tax_rate: 0.19,
        line_items: [
          { description: "Design", quantity: 1, unit: "HUR", unit_price: 10_000 },
          { description: "Books", quantity: 1, unit_price: 5000, tax_rate: 0.07 },
          { description: "Postage", quantity: 1, unit_price: 2500, tax_rate: 0 }
        ]
      })
      yield* call("POST", `/v1/invoices/${draft.id}/send`)
      const { body: part } = yield* credit(draft.id, {
        lines: [
          { line: 0, amount: 3333 },
          { line: 1, quantity: 0.3 }
        ]
      })
      const { body: rest } = yield* credit(draft.id)
      assert.deepInclude(part.line_items[0], {
        quantity: 1,
        unit: null,
        unit_price: 3333,
        tax_rate: 0.19,
        tax_category: "S"
      })
      assert.deepInclude(part.line_items[1], { quantity: 0.3, unit_price: 5000, tax_rate: 0.07 })
      assert.deepInclude(rest.line_items[2], { tax_rate: 0, tax_category: "Z" })
      const shown = yield* invoice(draft.id)
      const sumOf = (category: string, rate: number, field: "base" | "tax") =>
        [...part.taxes, ...rest.taxes]
          .filter((tax) => tax.category === category && tax.rate === rate)
          .reduce((sum, tax) => sum + tax[field], 0)
      for (const { category, rate, base, tax } of shown.taxes) {
        assert.strictEqual(sumOf(category, rate, "base"), base)
        assert.strictEqual(sumOf(category, rate, "tax"), tax)
      }
      assert.strictEqual(part.total + rest.total, 18_622)
      assert.deepInclude(shown, { status: "void", total: 18_622, amount_credited: 18_622 })
    })
  )

  it.effect("are listed by invoice, client and day, as JSON and as a table", () =>
    Effect.gen(function* () {
      const { made, client, sent, get, credit } = yield* setUp
      const [one, other] = [yield* sent, yield* sent]
      const { body: first } = yield* credit(one, { lines: [{ line: 0, quantity: 1 }] })
      const { body: second } = yield* credit(other)
      const numbers = (query: string) =>
        Effect.map(get(`/v1/credit_notes?${query}`), ({ data }) =>
          data.map(({ number }: { number: string }) => number)
        )
      assert.deepStrictEqual(yield* numbers(`client_id=${client}`), ["CN-0002", "CN-0001"])
      assert.deepStrictEqual(yield* numbers(`invoice_id=${one}`), ["CN-0001"])
      const day = first.issue_date
      assert.deepStrictEqual(yield* numbers(`from=${day}&to=${day}`), ["CN-0002", "CN-0001"])
      assert.deepStrictEqual(yield* numbers("from=2999-01-01"), [])
      assert.strictEqual(
        (yield* get("/v1/credit_notes?from=2026-01-02&to=2026-01-01")).error.status,
        400
      )
      const page = yield* get("/v1/credit_notes?limit=1")
      assert.deepInclude(page.meta, { total: 2, limit: 1 })
      const { line_items, taxes, delivery, document, client: party, ...shown } = second
      assert.deepStrictEqual(page.data, [{ ...shown, client: { id: party.id, name: party.name } }])
      const table = yield* send("GET", "/v1/credit_notes", {
        key: made.apiKey,
        headers: { accept: "text/csv" }
      })
      const [header = [], , row] = readCsv(table.body)
      assert.strictEqual(row?.[header.indexOf("number")], "CN-0001")
    })
  )

  it.effect("lower what is billed, owed and spent, and stand beside what was issued", () =>
    Effect.gen(function* () {
      const { call, client, sent, get, pay, credit } = yield* setUp
      const [one, other] = [yield* sent, yield* sent]
      yield* pay(one, { amount: total })
      const { body: note } = yield* credit(one, { lines: [{ line: 0, quantity: 1 }] })
      yield* call("POST", `/v1/credits/${note.credit.id}/refund`, { amount: 1000 })
      const { body: whole } = yield* credit(other)
      const third = yield* sent
      yield* pay(third, { credit_id: note.credit.id, amount: 6 })
      const open = total - 6
      const shown = yield* get(`/v1/clients/${client}`)
      assert.deepInclude(shown, {
        total_billed: 2 * total - note.total,
        outstanding_balance: open
      })
      const { meta } = yield* get("/v1/invoices")
      assert.deepInclude(meta, { total_outstanding: open, total_collected_ytd: total })
      const { data } = yield* get("/v1/analytics/revenue?interval=year")
      assert.deepInclude(data.at(-1), {
        issued: 3 * total,
        collected: total,
        credited: note.total + whole.total,
        refunded: 1000
      })
      const [receivable] = (yield* get("/v1/analytics/receivables")).data
      assert.strictEqual(receivable.total, open)
    })
  )

  it.effect("are mailed at once with their document, which never changes", () =>
    Effect.gen(function* () {
      const { made, sent, get, credit } = yield* setUp
      const id = yield* sent
      yield* delivered
      const { body: note } = yield* credit(id)
      assert.deepStrictEqual(note.delivery, { status: "queued", attempts: 0, last_error: null })
      yield* delivered
      const [mail, ...others] = yield* mailsOf(note)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(mail?.to, { name: "Ada", address: "ada@x.example" })
      assert.include(mail?.subject, note.number)
      assert.match(mail?.follows ?? "", new RegExp(`^${id}\\.sent@`))
      const [file] = mail?.attachments ?? []
      assert.strictEqual(file?.filename, "CN-0001.pdf")
      const after = yield* get(`/v1/credit_notes/${note.id}`)
      assert.deepStrictEqual(after.delivery, { status: "sent", attempts: 1, last_error: null })
      assert.strictEqual(after.document.bytes, file?.content.length)
      const pdf = yield* send("GET", `/v1/credit_notes/${note.id}/pdf`, { key: made.apiKey })
      assert.strictEqual(pdf.status, 200)
      assert.strictEqual(
        pdf.headers.get("content-disposition"),
        `inline; filename="${note.number}.pdf"`
      )
      assert.strictEqual(pdf.body, new TextDecoder().decode(file?.content))
      const { data } = yield* get(`/v1/mails?object=${note.id}`)
      assert.strictEqual(data.length, 1)
      assert.deepInclude(data[0], { kind: "credit_note", to: "ada@x.example", status: "sent" })
      assert.deepStrictEqual(data[0].object, { type: "credit_note", id: note.id })
    })
  )

  it.effect("are mailed again, also to another address", () =>
    Effect.gen(function* () {
      const { call, sent, get, credit, eventsAfter, eventCount } = yield* setUp
      const { body: note } = yield* credit(yield* sent)
      yield* delivered
      const count = yield* eventCount
      const path = `/v1/credit_notes/${note.id}/resend`
      const again = yield* call("POST", path, { email: "books@x.example", message: "Here it is" })
      assert.strictEqual(again.status, 200)
      assert.strictEqual(again.body.delivery.status, "queued")
      yield* delivered
      const [, mail] = yield* mailsOf(note)
      assert.strictEqual(mail?.to.address, "books@x.example")
      assert.include(mail?.text, "Here it is")
      const shown = yield* get(`/v1/credit_notes/${note.id}`)
      assert.strictEqual(shown.delivery.status, "sent")
      assert.deepStrictEqual(yield* eventsAfter(count), ["credit_note.resent"])
      assert.strictEqual((yield* call("POST", path, { email: "x" })).status, 422)
      assert.strictEqual((yield* call("POST", path)).status, 200)
    })
  )

  it.effect("whose mail is refused say so, with an event", () =>
    Effect.gen(function* () {
      const { sent, get, credit, eventsAfter, eventCount } = yield* setUp
      const id = yield* sent
      yield* delivered
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      const { body: note } = yield* credit(id)
      const count = yield* eventCount
      yield* delivered
      yield* inbox.behave(() => Effect.void)
      assert.deepStrictEqual((yield* get(`/v1/credit_notes/${note.id}`)).delivery, {
        status: "failed",
        attempts: 1,
        last_error: "550 no such user"
      })
      assert.deepStrictEqual(yield* eventsAfter(count), ["credit_note.delivery_failed"])
    })
  )

  it.effect("twenty at once never credit more than the invoice", () =>
    Effect.gen(function* () {
      const { sent, invoice, credit } = yield* setUp
      const id = yield* sent
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => credit(id, { lines: [{ line: 0, amount: 1000 }] }),
        { concurrency: "unbounded" }
      )
      const made = answers.filter(({ status }) => status === 201)
      assert.strictEqual(made.length, 9)
      const sum = made.reduce((all, { body }) => all + body.total, 0)
      assert.strictEqual((yield* invoice(id)).amount_credited, sum)
      assert.strictEqual((yield* credit(id)).body.total, total - sum)
    })
  )

  it.effect("need the If-Match of the invoice, where there is one", () =>
    Effect.gen(function* () {
      const { made, sent } = yield* setUp
      const id = yield* sent
      const answer = yield* send("POST", `/v1/invoices/${id}/credit_notes`, {
        key: made.apiKey,
        body: { reason: "r" },
        headers: { "if-match": '"other"' }
      })
      assert.strictEqual(answer.status, 422)
    })
  )
})
