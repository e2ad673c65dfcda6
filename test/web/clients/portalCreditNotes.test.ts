/** Credit notes in the portal: the client's own, with their documents. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CreditNoteRepository } from "../../../src/app/ports/creditnotes/CreditNoteRepository.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { layerRetainerMemoryWith } from "../../../src/testing/RetainerMemory.ts"
import { submit } from "../../support/pages.ts"
import { invite, withClient } from "../../support/portal.ts"

const line_items = [{ description: "Design", quantity: 2, unit_price: 5000 }]

/** The ids of the notes that were read one by one. */
const reads: Array<string> = []

const layerCounted = Layer.effect(
  CreditNoteRepository,
  Effect.map(CreditNoteRepository, (real) => ({
    ...real,
    view: (workspaceId, id) => {
      reads.push(id)
      return real.view(workspaceId, id)
    }
  }))
).pipe(Layer.provide(layerMemoryPorts))

layer(layerRetainerMemoryWith(layerCounted))("credit notes in the portal", (it) => {
  it.effect("a client has its own, and no others", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const { body: other } = yield* call("POST", "/v1/clients", {
        name: "B",
        email: "b@x.example"
      })
      const creditFor = Effect.fnUntraced(function* (client_id: string) {
        const { body: invoice } = yield* call("POST", "/v1/invoices", { client_id, line_items })
        yield* call("POST", `/v1/invoices/${invoice.id}/send`)
        const part = { lines: [{ line: 0, quantity: 1 }], reason: "Too much" }
        return (yield* call("POST", `/v1/invoices/${invoice.id}/credit_notes`, part)).body
      })
      const link = yield* invite(call, client.id, {})
      const ada = anyone()
      const before = yield* Effect.promise(() => submit(ada, link, {}))
      assert.notInclude(before.body, "Credit notes")
      const own = yield* creditFor(client.id)
      const foreign = yield* creditFor(other.id)
      yield* Effect.promise(async () => {
        const home = await ada.get("/portal")
        assert.include(home.body, "Credit notes")
        assert.include(home.body, own.number)
        assert.include(home.body, own.invoice.number)
        assert.notInclude(home.body, foreign.number)
        const path = `/portal/credit-notes/${own.id}/pdf`
        assert.include(home.body, `href="${path}"`)
        reads.length = 0
        const file = await ada.get(path)
        assert.deepStrictEqual(reads, [own.id], "a download reads the note once")
        assert.strictEqual(file.status, 200)
        assert.strictEqual(file.headers.get("content-type"), "application/pdf")
        for (const id of [foreign.id, "nonsense"]) {
          assert.strictEqual((await ada.get(`/portal/credit-notes/${id}/pdf`)).status, 404)
        }
        const stranger = await anyone().get(path)
        assert.notStrictEqual(stranger.headers.get("content-type"), "application/pdf")
      })
    })
  )
})
