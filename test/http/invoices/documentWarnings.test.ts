/** A draft names the characters that its document cannot show. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

// The memory renderer has no private characters.
const unknown = "\ue000"

interface Answer {
  readonly body: { readonly document_warnings: ReadonlyArray<{ readonly path: string | null }> }
}
const charactersOf = ({ body }: Answer) =>
  body.document_warnings.filter(({ path }) => path === null)
const pathsOf = ({ body }: Answer) => body.document_warnings.map(({ path }) => path)

layer(layerRetainerMemory)("document_warnings", (it) => {
  it.effect("are on the invoice while it has characters that no font has", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* (yield* RetainerMemory).workspace()
      const call = sender(apiKey)
      const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
      const line_items = [{ description: "Design", quantity: 1, unit_price: 100 }]
      const created = yield* call("POST", "/v1/invoices", {
        client_id: client.body.id,
        line_items,
        notes: `Thank you ${unknown}`
      })
      const path = `/v1/invoices/${created.body.id}`
      const told = [
        {
          path: null,
          script: "other characters",
          characters: unknown,
          package: null,
          message: `No font has ${unknown}`
        }
      ]
      assert.deepStrictEqual(charactersOf(created), told)
      assert.deepStrictEqual(charactersOf(yield* call("GET", path)), told)
      const mended = yield* call("PATCH", path, { notes: "Thank you" })
      assert.deepStrictEqual(charactersOf(mended), [])
      yield* call("PATCH", path, { notes: unknown })
      yield* call("POST", `${path}/send`, {})
      assert.lengthOf((yield* call("GET", path)).body.document_warnings, 1)
    })
  )

  it.effect("name the particulars that a draft lacks, until it is sent", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* (yield* RetainerMemory).workspace()
      const call = sender(apiKey)
      const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
      const line_items = [{ description: "Design", quantity: 1, unit_price: 100 }]
      const buyer_reference = "04011000-1234512345-07"
      const created = yield* call("POST", "/v1/invoices", {
        client_id: client.body.id,
        line_items,
        buyer_reference
      })
      const seller = ["workspace.legal_name", "workspace.address"]
      const all = [...seller, "client.address", "delivery_date", "buyer_reference"]
      assert.deepStrictEqual(pathsOf(created), all)
      const path = `/v1/invoices/${created.body.id}`
      const address = {
        line1: "1 Way",
        city: "London",
        state: "",
        postal_code: "N1",
        country: "GB"
      }
      yield* call("PATCH", `/v1/clients/${client.body.id}`, { address })
      const dated = { delivery_date: "2026-03-01", buyer_reference: "04011000-1234512345-06" }
      assert.deepStrictEqual(pathsOf(yield* call("PATCH", path, dated)), seller)
      yield* call("POST", `${path}/send`, {})
      assert.deepStrictEqual(pathsOf(yield* call("GET", path)), [])
    })
  )
})
