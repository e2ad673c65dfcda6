/** The number of endpoints that one process works on, and its recovery from any failure. */
import { assert, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { WebhookDispatch } from "../../../../src/app/events/webhooks/WebhookDispatch.ts"
import { layerWebhookWorkers } from "../../../../src/app/events/webhooks/WebhookWorkers.ts"
import { WebhookEndpointId, WorkspaceId } from "../../../../src/domain/Ids.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const lease = {
  workspaceId: WorkspaceId.fromUuid(uuid),
  id: WebhookEndpointId.fromUuid(uuid),
  until: DateTime.makeUnsafe("2026-03-01T12:00:00Z")
}

/** A dispatch with a number of leases, which records the requests for them. */
const workersOn = Effect.fnUntraced(function* (due: number, work: Effect.Effect<void>) {
  const asked: number[] = []
  const claim = (limit: number) =>
    Effect.suspend(() => {
      asked.push(limit)
      if (asked.length === 2) return Effect.die(new Error("the database is away"))
      const taken = Math.min(limit, due)
      due -= taken
      return Effect.succeed(Array.from({ length: taken }, () => lease))
    })
  const dispatch = Layer.succeed(WebhookDispatch, { claim, work: () => work })
  yield* Layer.build(layerWebhookWorkers.pipe(Layer.provide(dispatch)))
  yield* TestClock.adjust(0)
  return asked
})

it.effect("has at most 100 endpoints, asks for none beyond, and for more when some are done", () =>
  Effect.gen(function* () {
    const answered = yield* Deferred.make<void>()
    let working = 0
    const work = Effect.andThen(
      Effect.sync(() => void working++),
      Deferred.await(answered)
    )
    const asked = yield* workersOn(130, work)
    assert.deepStrictEqual(asked, [100])
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual([working, ...asked], [100, 100])
    yield* Deferred.succeed(answered, undefined)
    yield* TestClock.adjust("1 second")
    // The look that failed was made up for by the next one.
    assert.deepStrictEqual([working, ...asked.slice(0, 3)], [130, 100, 100, 100])
  }).pipe(Effect.scoped)
)

it.effect("a worker that meets a defect gives its place back", () =>
  Effect.gen(function* () {
    const asked = yield* workersOn(1000, Effect.die(new Error("a defect")))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(asked, [100, 100, 100])
  }).pipe(Effect.scoped)
)
