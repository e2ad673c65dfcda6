/**
 * A document that cannot be rendered: 422 for its size, 429 for a full queue, 500 for a fault of
 * ours.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PdfNotDrawn } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { PdfRendererControl } from "../../../src/testing/invoices/PdfRendererMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"

const reason = "it took longer than 20 seconds"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const { apiKey } = yield* app.workspace({ ownerEmail: newAddress() })
  const call = sender(apiKey)
  const client = yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
  const draft = yield* call("POST", "/v1/invoices", {
    client_id: client.body.id,
    notes: "😀b",
    line_items: Array.from({ length: 3 }, () => ({
      description: "ab",
      quantity: 1,
      unit_price: 100
    }))
  })
  const path = `/v1/invoices/${draft.body.id}`
  const printer = yield* PdfRendererControl
  const failing = (because: PdfNotDrawn["because"]) =>
    printer.behave(new PdfNotDrawn({ because, reason }))
  return { app, call, path, failing, works: printer.behave(Effect.void) }
})

layer(layerRetainerMemory)("a document that cannot be drawn", (it) => {
  it.effect("is 422 with the invoice's size, and drawn once it is smaller", () =>
    Effect.gen(function* () {
      const { call, path, failing, works } = yield* setUp
      yield* failing("size")
      const refused = yield* call("GET", `${path}/pdf`)
      assert.deepStrictEqual(refused.body.error, {
        code: "UNPROCESSABLE",
        status: 422,
        message:
          "Invoice INV-0001 is too large to be drawn: its 3 lines and notes have 8 characters, " +
          `and ${reason}`
      })
      yield* works
      assert.strictEqual((yield* call("GET", `${path}/pdf`)).status, 200)
    })
  )

  it.effect("is 429 while too many wait, and 500 where the fault is ours", () =>
    Effect.gen(function* () {
      const { call, path, failing } = yield* setUp
      yield* failing("busy")
      const busy = yield* call("GET", `${path}/pdf`)
      assert.strictEqual(busy.status, 429)
      assert.isNotNull(busy.headers.get("retry-after"))
      yield* failing("fault")
      assert.strictEqual((yield* call("GET", `${path}/pdf`)).status, 500)
    })
  )

  it.effect("is 422 behind a payment link and as the file that was sent, too", () =>
    Effect.gen(function* () {
      const { app, call, path, failing } = yield* setUp
      yield* failing("size")
      yield* call("POST", `${path}/send`, {})
      const { body } = yield* call("GET", path)
      assert.strictEqual((yield* call("GET", `${path}/pdf?as=sent`)).status, 422)
      const page = yield* Effect.promise(() =>
        app.fetch(new Request(`${body.processor_payment_url}/invoice.pdf`))
      )
      assert.strictEqual(page.status, 422)
      assert.include(yield* Effect.promise(() => page.text()), "The document is too large")
    })
  )
})
