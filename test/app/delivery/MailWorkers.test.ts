/**
 * A worker goes on after whatever happens to a mail; after a defect it waits, and does not spin.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { MailDispatch } from "../../../src/app/delivery/MailDispatch.ts"
import { layerMailWorkers } from "../../../src/app/delivery/MailWorkers.ts"
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
