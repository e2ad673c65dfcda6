/** Any failure to compose a mail is a failed try, shown on the invoice. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { PdfNotDrawn } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { PdfRendererControl } from "../../../src/testing/invoices/PdfRendererMemory.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

/** An invoice that was sent, and what its `delivery` says once the condition holds. */
const sent = Effect.gen(function* () {
  const { apiKey } = yield* (yield* RetainerMemory).workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const draft = yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "x", quantity: 1, unit_price: 13_200 }]
  })
  const { id } = draft.body
  assert.strictEqual((yield* call("POST", `/v1/invoices/${id}/send`)).status, 200)
  const delivery = (
    holds: (found: { status: string; attempts: number }) => boolean
  ): Effect.Effect<object, never, RetainerMemory> =>
    Effect.flatMap(call("GET", `/v1/invoices/${id}`), ({ body }) =>
      holds(body.delivery)
        ? Effect.succeed(body.delivery)
        : Effect.andThen(
            Effect.yieldNow,
            Effect.suspend(() => delivery(holds))
          )
    )
  return { call, id, delivery }
})

layer(layerRetainerMemory)("mails that cannot be written", (it) => {
  it.effect("a PDF that cannot be drawn is tried again, with its reason on the invoice", () =>
    Effect.gen(function* () {
      const printer = yield* PdfRendererControl
      yield* printer.behave(new PdfNotDrawn({ because: "fault", reason: "its thread ended" }))
      const { call, id, delivery } = yield* sent
      assert.deepStrictEqual(yield* delivery(({ attempts }) => attempts === 1), {
        status: "queued",
        attempts: 1,
        last_error: "The PDF could not be drawn: its thread ended"
      })
      const refused = yield* call("GET", `/v1/invoices/${id}/pdf`)
      assert.strictEqual(refused.status, 500)
      assert.deepStrictEqual(Object.keys(refused.body), ["error"])
      assert.strictEqual(refused.body.error.code, "INTERNAL_ERROR")
      yield* printer.behave(Effect.void)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* delivery(({ status }) => status === "sent"), {
        status: "sent",
        attempts: 2,
        last_error: null
      })
      assert.lengthOf(yield* (yield* Inbox).mails, 1)
    })
  )

  it.effect("a defect on the way counts too, says nothing of its cause, and ends after nine", () =>
    Effect.gen(function* () {
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.die(new Error("password=hunter2")))
      const { delivery } = yield* sent
      for (const [index, wait] of [5, 10, 30, 75, 480, 3000, 18_000, 64_800].entries()) {
        yield* delivery(({ attempts }) => attempts === index + 1)
        yield* TestClock.adjust(`${wait} seconds`)
      }
      assert.deepStrictEqual(yield* delivery(({ status }) => status === "failed"), {
        status: "failed",
        attempts: 9,
        last_error: "The mail could not be written"
      })
      yield* inbox.behave(() => Effect.void)
    })
  )
})
