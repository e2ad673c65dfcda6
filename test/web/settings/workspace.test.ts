/** The page of the workspace's settings. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ProcessorCaution } from "../../../src/app/payments/Checkouts.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("the workspace's settings reach its invoices; unfit ones change nothing", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const values = {
        name: "Studio",
        legal_name: "Studio GmbH",
        address: "Weg 1\r\nBerlin",
        vat_id: "DE1",
        email: "hi@studio.example",
        colour: "#0A7F3F",
        invoice_prefix: "STU",
        payment_terms: "14",
        time_zone: "Europe/Berlin",
        locale: "de"
      }
      const path = "/settings/workspace"
      yield* Effect.promise(async () => {
        for (const [name, value] of [
          ["name", ""],
          ["email", "no"],
          ["colour", "red"],
          ["invoice_prefix", "a b"],
          ["payment_terms", "366"],
          ["payment_terms", "x"],
          ["time_zone", "Mars/Base"],
          ["locale", "??"]
        ] as const) {
          const refused = await submit(visitor, path, { ...values, [name]: value })
          assert.strictEqual(refused.status, 422, name)
        }
        const saved = await submit(visitor, path, values)
        assert.include(saved.body, "Saved.")
        assert.match(saved.body, /<code>ws_\w{26}<\/code>/)
        assert.include(saved.body, "/assets/brand/0a7f3f.css")
        const css = await visitor.get("/assets/brand/0a7f3f.css")
        assert.include(css.body, "--brand:#0a7f3f;--on-brand:#ffffff;")
      })
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        issue_date: "2026-01-01",
        line_items: [{ description: "Work", quantity: 1, unit_price: 1 }]
      })).body
      assert.strictEqual(invoice.number, "STU-0001")
      assert.strictEqual(invoice.due_date, "2026-01-15")
    })
  )
})

const caution = "whoever holds a payment link can mark its invoice as paid"

const warned = layerRetainerMemory.pipe(Layer.provide(Layer.succeed(ProcessorCaution, caution)))

layer(warned)("with a processor that money is not safe with", (it) => {
  it.effect("the page warns of it", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const page = yield* Effect.promise(() => visitor.get("/settings/workspace"))
      assert.include(page.body, caution)
    })
  )
})
