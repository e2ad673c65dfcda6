/** The former addresses of credits: they lead to the clients, on whose pages credits are now. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { setUpClients, textOf } from "../../support/clientPages.ts"

layer(layerRetainerMemory)("the former pages of credits", (it) => {
  it.effect("lead to the list of clients, and to the refund of one credit", () =>
    Effect.gen(function* () {
      const { client, sent, call, open } = yield* setUpClients
      const id = yield* client("Ada")
      const invoice = yield* sent(id, 100_00)
      yield* call("POST", `/v1/invoices/${invoice}/payments`, { amount: 120_00, excess: "credit" })
      const { data } = (yield* call("GET", `/v1/clients/${id}/credits`)).body
      assert.strictEqual((yield* open("/settings/credits")).path, "/clients")
      const refund = yield* open(`/settings/credits/${data[0].id}/refund`)
      assert.strictEqual(refund.path, `/clients/${id}?show=credit&do=refund&credit=${data[0].id}`)
      assert.include(textOf(refund), "20.00 EUR left")
      assert.strictEqual((yield* open("/settings/credits/cre_none/refund")).status, 404)
    })
  )
})
