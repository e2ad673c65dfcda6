/** A draft names the characters that its document cannot show. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

// The memory renderer has no private characters.
const unknown = "\ue000"

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
          script: "other characters",
          characters: unknown,
          package: null,
          message: `No font has ${unknown}`
        }
      ]
      assert.deepStrictEqual(created.body.document_warnings, told)
      assert.deepStrictEqual((yield* call("GET", path)).body.document_warnings, told)
      const mended = yield* call("PATCH", path, { notes: "Thank you" })
      assert.deepStrictEqual(mended.body.document_warnings, [])
      yield* call("PATCH", path, { notes: unknown })
      yield* call("POST", `${path}/send`, {})
      assert.lengthOf((yield* call("GET", path)).body.document_warnings, 1)
    })
  )
})
