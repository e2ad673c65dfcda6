/** Duplicates of invoices: a new draft with the content, and with dates of its own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { populated } from "../../support/populated.ts"
import { send } from "../../support/requests.ts"

const content = {
  discount: 10,
  currency: "EUR",
  tax_rate: 0.19,
  notes: "Thank you",
  buyer_reference: "04011000-12345-34",
  purchase_order: "PO 7",
  contract_reference: "C 1",
  buyer_accounting_reference: "cost centre 9",
  line_items: [
    { description: "Design", quantity: 1.5, unit: "HUR", unit_price: 1000 },
    { description: "Book", quantity: 1, unit_price: 500, tax_rate: 0.07 }
  ]
}
const dates = { issue_date: "1969-12-01", due_date: "1969-12-31", delivery_date: "1969-12-02" }
/** Warnings follow from the dates too. */
const own = ["id", "number", "status", "document_warnings", "created_at", "updated_at"].concat(
  Object.keys(dates)
)
const sharedOf = (invoice: object) =>
  Object.fromEntries(Object.entries(invoice).filter(([name]) => !own.includes(name)))

layer(layerRetainerMemory)("duplicates", (it) => {
  it.effect("are drafts with the content of an invoice in any state", () =>
    Effect.gen(function* () {
      const { call, ids } = yield* populated
      const get = (id: string) => Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => body)
      const body = { client_id: ids.client, project_id: ids.project, ...content, ...dates }
      const draft = (yield* call("POST", "/v1/invoices", body)).body
      const duplicate = () => call("POST", `/v1/invoices/${draft.id}/duplicate`)
      const shown = sharedOf(draft)
      for (const action of [null, "send", "payments", "void"]) {
        if (action !== null) {
          const amount = action === "payments" ? { amount: 1 } : {}
          yield* call("POST", `/v1/invoices/${draft.id}/${action}`, amount)
        }
        const { status, body: copy, headers } = yield* duplicate()
        assert.strictEqual(status, 201)
        assert.strictEqual(headers.get("location"), `/v1/invoices/${copy.id}`)
        assert.deepStrictEqual(sharedOf(copy), shown)
        assert.deepInclude(copy, {
          status: "draft",
          issue_date: "1970-01-01",
          due_date: "1970-01-31",
          delivery_date: null
        })
        assert.notStrictEqual(copy.number, draft.number)
        assert.deepStrictEqual(yield* get(copy.id), copy)
      }
      const { data } = (yield* call("GET", "/v1/events?limit=100")).body
      assert.strictEqual(data.at(-1).type, "invoice.created")
    })
  )

  it.effect("leave an archived project out; an unknown invoice is 404", () =>
    Effect.gen(function* () {
      const { apiKey, call, ids } = yield* populated
      yield* call("DELETE", `/v1/projects/${ids.project}`)
      const copy = yield* call("POST", `/v1/invoices/${ids.paid}/duplicate`)
      assert.strictEqual(copy.status, 201)
      assert.isNull(copy.body.project)
      const missing = yield* call("POST", "/v1/invoices/inv_01h2xcejqtf2nbrexx3vqjhp41/duplicate")
      assert.strictEqual(missing.status, 404)
      const stale = yield* send("POST", `/v1/invoices/${ids.paid}/duplicate`, {
        key: apiKey,
        headers: { "if-match": '"stale"' }
      })
      assert.strictEqual(stale.status, 422)
    })
  )
})
