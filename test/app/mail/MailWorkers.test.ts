/** A worker goes on after whatever happens to a mail; after a defect it waits, and does not spin. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { MailDispatch } from "../../../src/app/mail/MailDispatch.ts"
import { layerMailWorkers } from "../../../src/app/mail/MailWorkers.ts"
import { MailNotDelivered } from "../../../src/app/ports/mail/Mailer.ts"

it.effect("a defect costs a second, a mail that is put off nothing", () =>
  Effect.gen(function* () {
    let takes = 0
    const deliverNext = Effect.suspend(() => {
      takes += 1
      if (takes <= 2) return Effect.die(new Error("the database is away"))
      return takes === 3 ? Effect.fail(new MailNotDelivered({ reason: "busy" })) : Effect.never
    })
    yield* Layer.build(
      layerMailWorkers(1).pipe(Layer.provide(Layer.succeed(MailDispatch, { deliverNext })))
    )
    yield* TestClock.adjust("999 millis")
    assert.strictEqual(takes, 1)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(takes, 2)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(takes, 4)
  }).pipe(Effect.scoped)
)

it.effect("one mail at a time goes out while the process is busy, more as soon as it is calm", () =>
  Effect.gen(function* () {
    const calm = yield* Deferred.make<void>()
    let [underWay, most, done] = [0, 0, 0]
    const deliverNext = Effect.gen(function* () {
      if (done + underWay >= 20) return yield* Effect.never
      underWay += 1
      most = Math.max(most, underWay)
      yield* Effect.sleep("1 second")
      underWay -= 1
      done += 1
    })
    const dispatch = Layer.succeed(MailDispatch, { deliverNext })
    yield* Layer.build(layerMailWorkers(4, Deferred.await(calm)).pipe(Layer.provide(dispatch)))
    yield* TestClock.adjust("3 seconds")
    assert.deepStrictEqual([done, most], [3, 1])
    yield* Deferred.succeed(calm, undefined)
    yield* TestClock.adjust("4 seconds")
    assert.deepStrictEqual([done, most], [19, 4])
  }).pipe(Effect.scoped)
)
