/**
 * Each text that an invoice may have is stored, shown to the payer, and checked for missing
 * characters.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { invoiceTexts } from "../../support/invoiceTexts.ts"
import { sender } from "../../support/requests.ts"

const unknown = "\ue000"
const line_items = [{ description: "Design", quantity: 1, unit_price: 100 }]

describe("texts of invoices", () => {
  it("are found in the shape", () => {
    assert.include(
      invoiceTexts.map(({ name }) => name),
      "notes"
    )
  })
})

layer(layerRetainerMemory)("each text of an invoice", (it) => {
  for (const { wireName, text } of invoiceTexts) {
    it.effect(`${wireName} is answered, and on the payment page`, () =>
      Effect.gen(function* () {
        const app = yield* RetainerMemory
        const { apiKey } = yield* app.workspace()
        const call = sender(apiKey)
        const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
        const body = { client_id: client.body.id, line_items, [wireName]: text }
        const created = yield* call("POST", "/v1/invoices", body)
        assert.strictEqual(created.body[wireName], text)
        const path = `/v1/invoices/${created.body.id}`
        yield* call("POST", `${path}/send`, {})
        const { body: sent } = yield* call("GET", path)
        assert.strictEqual(sent[wireName], text)
        const page = yield* Effect.promise(() => app.fetch(new Request(sent.processor_payment_url)))
        assert.include(yield* Effect.promise(() => page.text()), text)
      })
    )

    it.effect(`${wireName} is checked for characters that no font has`, () =>
      Effect.gen(function* () {
        const { apiKey } = yield* (yield* RetainerMemory).workspace()
        const call = sender(apiKey)
        const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
        const body = { client_id: client.body.id, line_items, [wireName]: unknown }
        const { document_warnings } = (yield* call("POST", "/v1/invoices", body)).body
        assert.strictEqual(document_warnings[0]?.characters, unknown)
      })
    )
  }
})
