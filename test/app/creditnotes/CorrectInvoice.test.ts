/**
 * The correction of a sent invoice on memory Layers: the credit note for all that is left and the
 * draft come together, once, or neither does.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CreditNotes } from "../../../src/app/creditnotes/CreditNotes.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const { workspace, apiKey } = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const get = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
  const sent = Effect.gen(function* () {
    const { id } = (yield* call("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 2, unit_price: 50_000 }],
      tax_rate: 0.19,
      discount: 1000,
      notes: "Thank you",
      purchase_order: "PO 7"
    })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    return String(id)
  })
  const count = (path: string) => Effect.map(get(path), ({ meta }) => Number(meta.total))
  const notesOf = (id: string) =>
    Effect.map(get(`/v1/credit_notes?invoice_id=${id}`), ({ data }) => data)
  return { workspace, call, get, sent, count, notesOf, notes: yield* CreditNotes }
})

layer(layerRetainerMemory)("the correction of an invoice", (it) => {
  it.effect("credits all of it, and returns a draft with its content", () =>
    Effect.gen(function* () {
      const { workspace, get, sent, count, notesOf, notes } = yield* setUp
      const id = yield* sent
      const before = (yield* get("/v1/events?limit=100")).data.length
      const copy = yield* notes.correct(workspace, id, "Wrong price")
      const [invoice, draft] = [
        yield* get(`/v1/invoices/${id}`),
        yield* get(`/v1/invoices/${copy.id}`)
      ]
      assert.deepInclude(invoice, { status: "void", amount_credited: invoice.total })
      assert.deepInclude(draft, {
        status: "draft",
        number: "INV-0002",
        line_items: invoice.line_items,
        total: invoice.total,
        discount: 1000,
        notes: "Thank you",
        purchase_order: "PO 7"
      })
      assert.strictEqual(copy.number, draft.number)
      const [note, ...others] = yield* notesOf(id)
      assert.deepInclude(note, { number: "CN-0001", total: invoice.total, reason: "Wrong price" })
      assert.deepStrictEqual(others, [])
      assert.strictEqual(yield* count("/v1/invoices"), 2)
      const events = (yield* get("/v1/events?limit=100")).data.slice(before)
      assert.deepStrictEqual(
        events.map(({ type }: { type: string }) => type),
        ["invoice.created", "credit_note.created", "invoice.credited", "invoice.voided"]
      )
    })
  )

  it.effect("credits what is left of a partly paid invoice, and all of a paid one", () =>
    Effect.gen(function* () {
      const { workspace, call, get, sent, notesOf, notes } = yield* setUp
      for (const share of [0.5, 1]) {
        const id = yield* sent
        const { total } = yield* get(`/v1/invoices/${id}`)
        yield* call("POST", `/v1/invoices/${id}/payments`, { amount: total * share })
        yield* notes.correct(workspace, id, "Wrong client")
        const [note] = yield* notesOf(id)
        assert.deepInclude(note, { total, status: "issued" })
        assert.strictEqual(note.credit.amount, total * share)
        assert.strictEqual((yield* get(`/v1/invoices/${id}`)).status, "paid")
      }
    })
  )

  it.effect("is refused where nothing is left, and leaves no draft behind", () =>
    Effect.gen(function* () {
      const { workspace, call, sent, count, notesOf, notes } = yield* setUp
      const id = yield* sent
      yield* notes.correct(workspace, id, "Wrong price")
      const paid = yield* sent
      yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 117_810 })
      yield* notes.correct(workspace, paid, "Wrong price")
      const draft = (yield* call("POST", `/v1/invoices/${id}/duplicate`)).body.id
      const before = yield* count("/v1/invoices")
      const refusals = [
        [id, "InvoiceNotCreditable"],
        [paid, "Invalid"],
        [draft, "InvoiceNotCreditable"],
        ["inv_none", "InvoiceNotFound"]
      ] as const
      for (const [one, tag] of refusals) {
        const refused = yield* Effect.flip(notes.correct(workspace, one, "Again"))
        assert.strictEqual(refused._tag, tag, one)
      }
      assert.strictEqual(yield* count("/v1/invoices"), before)
      assert.lengthOf(yield* notesOf(paid), 1)
      const { body } = yield* call("POST", `/v1/invoices/${id}/duplicate`)
      assert.strictEqual(body.number, `INV-${String(before + 1).padStart(4, "0")}`)
    })
  )

  it.effect("of two at once one is refused, and one draft exists", () =>
    Effect.gen(function* () {
      const { workspace, sent, count, notesOf, notes } = yield* setUp
      const id = yield* sent
      const once = Effect.result(notes.correct(workspace, id, "Wrong price"))
      const results = yield* Effect.all([once, once], { concurrency: "unbounded" })
      assert.lengthOf(
        results.filter(({ _tag }) => _tag === "Success"),
        1
      )
      assert.lengthOf(yield* notesOf(id), 1)
      assert.strictEqual(yield* count("/v1/invoices"), 2)
    })
  )
})
