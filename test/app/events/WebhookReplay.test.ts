/** A manual replay during the worker's try: one try, counted once, none lost. */

import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { WebhookDispatch } from "../../../src/app/events/webhooks/WebhookDispatch.ts"
import { Receivers } from "../../../src/testing/events/WebhookSenderMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"

/** An endpoint with one delivery that failed three times. */
const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const receivers = yield* Receivers
  yield* receivers.behave(() => Effect.succeed(500))
  const { apiKey, workspace } = yield* app.workspace({ ownerEmail: newAddress() })
  const call = sender(apiKey)
  const url = `https://receiver.example/${workspace.id}`
  const { id } = (yield* call("POST", "/v1/webhook_endpoints", { url })).body
  yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
  const path = `/v1/webhook_endpoints/${id}/deliveries`
  const delivery = Effect.map(call("GET", path), ({ body }) => body.data[0])
  const { claim, work } = yield* WebhookDispatch
  const own = Effect.map(claim(100), (all) => all.filter((one) => one.id === id))
  const deliver = Effect.flatMap(own, (all) => Effect.forEach(all, work))
  for (const minutes of [0, 1, 6]) {
    yield* TestClock.adjust(`${minutes} minutes`)
    yield* deliver
  }
  assert.lengthOf((yield* delivery).attempts, 3)
  const replay = Effect.flatMap(delivery, (one) => call("POST", `${path}/${one.id}/replay`))
  const received = Effect.map(
    receivers.messages,
    (all) => all.filter((message) => message.url === url).length
  )
  /** Holds the receiver's next answer back until it is given. */
  const holdAnswer = Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const answer = yield* Deferred.make<number>()
    yield* receivers.behave(() =>
      Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answer))
    )
    return {
      asked: Deferred.await(asked),
      give: (status: number) => Deferred.succeed(answer, status)
    }
  })
  const secondsUntil = Effect.gen(function* () {
    const { next_try_at } = yield* delivery
    return (Date.parse(next_try_at) - (yield* Clock.currentTimeMillis)) / 1000
  })
  const store = yield* MemoryStore
  const endLeases = store.update((state) => ({ ...state, webhookLeases: new Map() }))
  return {
    deliver,
    receivers,
    delivery,
    replay,
    received,
    holdAnswer,
    secondsUntil,
    endLeases
  }
})

layer(layerRetainerMemory)("a delivery that is sent now", (it) => {
  it.effect("is tried at once while it waits for its next try", () =>
    Effect.gen(function* () {
      const { deliver, delivery, replay, received, secondsUntil } = yield* setUp
      yield* deliver
      assert.strictEqual(yield* received, 3)
      assert.strictEqual((yield* replay).body.status, "pending")
      yield* deliver
      assert.strictEqual(yield* received, 4)
      assert.lengthOf((yield* delivery).attempts, 4)
      assert.closeTo(yield* secondsUntil, 5, 0.6)
    })
  )

  it.effect("while a try is under way: that one is not doubled, and begins the tries anew", () =>
    Effect.gen(function* () {
      const { deliver, delivery, replay, received, holdAnswer, secondsUntil } = yield* setUp
      yield* TestClock.adjust("40 minutes")
      const held = yield* holdAnswer
      const working = yield* Effect.forkChild(deliver)
      yield* held.asked
      yield* replay
      yield* replay
      // The endpoint is leased, so no other worker finds it.
      yield* deliver
      assert.strictEqual(yield* received, 4)
      yield* held.give(500)
      yield* Fiber.join(working)
      yield* deliver
      assert.strictEqual(yield* received, 4)
      assert.lengthOf((yield* delivery).attempts, 4)
      assert.closeTo(yield* secondsUntil, 5, 0.6)
    })
  )

  it.effect("while a try is under way that succeeds: it is delivered, and not sent again", () =>
    Effect.gen(function* () {
      const { deliver, delivery, replay, received, holdAnswer } = yield* setUp
      yield* TestClock.adjust("40 minutes")
      const held = yield* holdAnswer
      const working = yield* Effect.forkChild(deliver)
      yield* held.asked
      yield* replay
      yield* held.give(204)
      yield* Fiber.join(working)
      yield* deliver
      assert.strictEqual(yield* received, 4)
      assert.deepInclude(yield* delivery, { status: "delivered", next_try_at: null })
    })
  )

  it.effect("and was delivered by another worker is not brought back by one that is late", () =>
    Effect.gen(function* () {
      const { deliver, receivers, delivery, replay, received, holdAnswer, endLeases } = yield* setUp
      yield* replay
      const held = yield* holdAnswer
      const late = yield* Effect.forkChild(deliver)
      yield* held.asked
      yield* receivers.behave(() => Effect.succeed(200))
      // As after a pause of its process that was longer than the lease.
      yield* endLeases
      yield* deliver
      assert.strictEqual((yield* delivery).status, "delivered")
      yield* held.give(500)
      yield* Fiber.join(late)
      assert.deepInclude(yield* delivery, { status: "delivered", next_try_at: null })
      assert.lengthOf((yield* delivery).attempts, 5)
      yield* deliver
      assert.strictEqual(yield* received, 5)
    })
  )
})
