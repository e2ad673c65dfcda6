/**
 * Beginning, resuming and returning from checkouts, with a processor that says what the test wants.
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Checkouts } from "../../../src/app/payments/Checkouts.ts"
import { Payments } from "../../../src/app/payments/Payments.ts"
import { InvoiceId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import {
  PaymentProcessorControl,
  PaymentProcessorMemory
} from "../../../src/testing/payments/PaymentProcessorMemory.ts"
import { layerRetainerMemoryOn, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const { workspace, apiKey } = yield* app.workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })).body
  const { id } = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "W", quantity: 1, unit_price: 1000 }]
  })).body
  yield* call("POST", `/v1/invoices/${id}/send`)
  const url = (yield* call("GET", `/v1/invoices/${id}`)).body.processor_payment_url
  const token = String(new URL(url).pathname.split("/").at(-1))
  const checkouts = yield* Checkouts
  const invoiceId = InvoiceId.schema.make(id)
  const isUnderWay = Effect.map(checkouts.underWay(workspace.id, [invoiceId]), (found) =>
    found.has(invoiceId)
  )
  const cashier = yield* PaymentProcessorControl
  return { cashier, call, id, invoiceId, token, checkouts, isUnderWay, workspace }
})

layer(layerRetainerMemoryOn(PaymentProcessorMemory))("checkouts", (it) => {
  it.effect("begun twice, and at once, is one checkout", () =>
    Effect.gen(function* () {
      const { cashier, id, token, checkouts, isUnderWay } = yield* setUp
      const urls = yield* Effect.all(
        [checkouts.begin(token), checkouts.begin(token), checkouts.begin(token)],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(urls)], [cashier.urlOf(`${id}-0`)])
      assert.strictEqual(yield* checkouts.begin(token), cashier.urlOf(`${id}-0`))
      assert.isFalse(yield* isUnderWay)
    })
  )

  it.effect("once it was paid no other is begun, though nobody came back", () =>
    Effect.gen(function* () {
      const { cashier, id, token, checkouts, isUnderWay } = yield* setUp
      yield* checkouts.begin(token)
      yield* cashier.answer(`${id}-0`, "taken")
      const before = yield* cashier.begun
      assert.strictEqual((yield* Effect.flip(checkouts.begin(token)))._tag, "NothingToPay")
      assert.isTrue(yield* isUnderWay)
      // Nor while the processor is unreachable, for any length of time.
      yield* cashier.answer(`${id}-0`, "away")
      yield* TestClock.adjust("3 days")
      assert.strictEqual((yield* Effect.flip(checkouts.begin(token)))._tag, "NothingToPay")
      assert.deepStrictEqual(yield* cashier.begun, before)
    })
  )

  it.effect("a return counts where the processor says that it was paid", () =>
    Effect.gen(function* () {
      const { cashier, id, token, checkouts, isUnderWay } = yield* setUp
      yield* checkouts.begin(token)
      const reference = `${id}-0`
      yield* checkouts.returned(token, "another")
      yield* checkouts.returned(token, reference)
      assert.isFalse(yield* isUnderWay)
      yield* cashier.answer(reference, "away")
      const unclear = yield* Effect.flip(checkouts.returned(token, reference))
      assert.strictEqual(unclear._tag, "ReturnUnclear")
      assert.isFalse(yield* isUnderWay)
      yield* cashier.answer(reference, "taken")
      yield* checkouts.returned(token, reference)
      assert.isTrue(yield* isUnderWay)
    })
  )

  it.effect("one that failed or expired gives way to another, an outdated one is closed", () =>
    Effect.gen(function* () {
      const { cashier, id, token, checkouts, isUnderWay, workspace } = yield* setUp
      yield* checkouts.begin(token)
      yield* cashier.answer(`${id}-0`, "over")
      assert.strictEqual(yield* checkouts.begin(token), cashier.urlOf(`${id}-1`))
      yield* cashier.answer(`${id}-1`, "outdated")
      assert.strictEqual(yield* checkouts.begin(token), cashier.urlOf(`${id}-2`))
      assert.deepStrictEqual(yield* cashier.closed, [`${id}-1`])
      yield* cashier.answer(`${id}-2`, "taken")
      yield* checkouts.returned(token, `${id}-2`)
      assert.isTrue(yield* isUnderWay)
      // The transfer came to nothing.
      const payments = yield* Payments
      yield* payments.fail({ workspaceId: workspace.id, failedCheckout: `${id}-2` })
      assert.isFalse(yield* isUnderWay)
      assert.strictEqual(yield* checkouts.begin(token), cashier.urlOf(`${id}-3`))
    })
  )

  it.effect("a part that was paid ends its checkout, and the rest can be paid", () =>
    Effect.gen(function* () {
      const { cashier, id, invoiceId, token, checkouts, isUnderWay, workspace } = yield* setUp
      yield* checkouts.begin(token)
      yield* cashier.answer(`${id}-0`, "taken")
      yield* checkouts.returned(token, `${id}-0`)
      const payments = yield* Payments
      yield* payments.receive({
        processor: "stripe",
        messageId: `msg_${id}`,
        paymentReference: `pi_${id}`,
        checkout: `${id}-0`,
        workspaceId: workspace.id,
        invoiceId,
        amountMinor: 400,
        currency: CurrencyCode.make("USD"),
        receivedAt: yield* DateTime.now
      })
      assert.isFalse(yield* isUnderWay)
      assert.strictEqual(yield* checkouts.begin(token), cashier.urlOf(`${id}-1`))
    })
  )
})
