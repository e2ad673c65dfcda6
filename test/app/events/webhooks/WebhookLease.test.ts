/**
 * Leases of webhook endpoints on the test's clock: one worker at a time, and a short wait for a
 * killed one.
 */

import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { WebhookDispatch } from "../../../../src/app/events/webhooks/WebhookDispatch.ts"
import { Receivers } from "../../../../src/testing/events/WebhookSenderMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../../support/owners.ts"
import { sender } from "../../../support/requests.ts"

/** An endpoint of its own with one delivery that is due. */
const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const receivers = yield* Receivers
  yield* receivers.behave(() => Effect.succeed(200))
  const { apiKey, workspace } = yield* app.workspace({ ownerEmail: newAddress() })
  const call = sender(apiKey)
  const url = `https://receiver.example/${workspace.id}`
  const { id } = (yield* call("POST", "/v1/webhook_endpoints", { url })).body
  const newClient = call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
  yield* newClient
  const { claim, work } = yield* WebhookDispatch
  const received = Effect.map(
    receivers.messages,
    (all) => all.filter((message) => message.url === url).length
  )
  const own = Effect.map(claim(100), (all) => all.filter((one) => one.id === id))
  return { receivers, claim: own, work, received, newClient }
})

layer(layerRetainerMemory)("a webhook endpoint", (it) => {
  it.effect("whose worker was killed is free again within 15 seconds", () =>
    Effect.gen(function* () {
      const { claim, received, work } = yield* setUp
      assert.lengthOf(yield* claim, 1)
      assert.lengthOf(yield* claim, 0)
      // Half a second is left for the worker's look.
      yield* TestClock.adjust("14500 millis")
      const again = yield* claim
      assert.lengthOf(again, 1)
      yield* Effect.forEach(again, work)
      assert.strictEqual(yield* received, 1)
    })
  )

  it.effect("is its worker's alone for as long as a try takes, and then free at once", () =>
    Effect.gen(function* () {
      const { receivers, claim, work, received, newClient } = yield* setUp
      yield* receivers.behave(() => Effect.as(Effect.sleep("1 minute"), 200))
      const working = yield* Effect.forkChild(Effect.forEach(yield* claim, work))
      // The receiver's minute begins when the message is there: time must not move before.
      yield* Effect.repeat(Effect.andThen(Effect.yieldNow, received), { until: (n) => n === 1 })
      for (let second = 0; second < 59; second++) {
        yield* TestClock.adjust("1 second")
        assert.lengthOf(yield* claim, 0)
      }
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(working)
      assert.strictEqual(yield* received, 1)
      yield* newClient
      assert.lengthOf(yield* claim, 1)
    })
  )

  it.effect("is left alone by a worker that lost it, which tells nothing more", () =>
    Effect.gen(function* () {
      const { claim, work, received } = yield* setUp
      const lost = yield* claim
      assert.lengthOf(lost, 1)
      yield* TestClock.adjust("15 seconds")
      assert.lengthOf(yield* claim, 1)
      yield* Effect.forEach(lost, work)
      assert.strictEqual(yield* received, 0)
      // Still the second one's: the late worker gave back nothing that is not its own.
      assert.lengthOf(yield* claim, 0)
    })
  )
})
