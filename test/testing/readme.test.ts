/** The first example of docs/tester.md, as it stands there. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"

it.effect("mails the invoice", () =>
  Effect.gen(function* () {
    const app = yield* RetainerMemory
    const api = yield* app.client((yield* app.workspace()).apiKey)
    const client = yield* api.clients.create({ payload: { name: "Ada", email: "ada@x.example" } })
    const line_items = [{ description: "Design", quantity: 2, unit_price: 5000 }]
    const { id } = yield* api.invoices.create({ payload: { client_id: client.id, line_items } })
    yield* api.invoices.send({ params: { id }, payload: {} })
    const mail = yield* (yield* Inbox).receive
    assert.strictEqual(mail.to.address, "ada@x.example")
  }).pipe(Effect.provide(layerRetainerMemory))
)
