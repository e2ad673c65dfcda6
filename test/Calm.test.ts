/** Calm is when the process has time left; it is looked at now and then, however often it is asked. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeCalm } from "../src/Calm.ts"

it.effect("who asks waits while the process is busy, and looks four times a second at most", () =>
  Effect.gen(function* () {
    let [part, looks] = [0, 0]
    const calm = makeCalm(() => {
      looks += 1
      return part
    })
    yield* Effect.repeat(calm, { times: 99 })
    assert.strictEqual(looks, 1)
    part = 0.9
    yield* TestClock.adjust("250 millis")
    let passed = 0
    const waiter = Effect.andThen(
      calm,
      Effect.sync(() => {
        passed += 1
      })
    )
    for (let i = 0; i < 3; i++) yield* Effect.forkScoped(waiter)
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual([passed, looks], [0, 42])
    part = 0.5
    yield* TestClock.adjust("250 millis")
    assert.deepStrictEqual([passed, looks], [3, 43])
  }).pipe(Effect.scoped)
)
