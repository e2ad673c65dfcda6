/** Large bodies are read and parsed a few at a time; small ones do not wait for them. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { readInTurn, workInTurn } from "../../../src/http/body/RequestBody.ts"

const large = 1_048_576
const small = 1000

describe("large bodies", () => {
  it.effect("sixteen are read at a time, the others after them", () =>
    Effect.gen(function* () {
      const sent = yield* Deferred.make<void>()
      let begun = 0
      const reading = Effect.andThen(
        Effect.sync(() => {
          begun += 1
        }),
        Deferred.await(sent)
      )
      const start = (bytes: number) =>
        Effect.forkChild(readInTurn(bytes, reading), { startImmediately: true })
      const fibers = yield* Effect.forEach(Array(20).fill(large), start)
      assert.strictEqual(begun, 16)
      const unannounced = yield* start(Number.NaN)
      assert.strictEqual(begun, 16)
      const other = yield* start(small)
      assert.strictEqual(begun, 17)
      yield* Deferred.succeed(sent, undefined)
      for (const fiber of [...fibers, unannounced, other]) yield* Fiber.join(fiber)
      assert.strictEqual(begun, 22)
    })
  )

  it.effect("a read that fails or is given up makes room", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 40; count++) {
        yield* Effect.ignore(readInTurn(large, Effect.fail("broken off")))
        const fiber = yield* Effect.forkChild(readInTurn(large, Effect.never), {
          startImmediately: true
        })
        yield* Fiber.interrupt(fiber)
      }
      assert.strictEqual(yield* readInTurn(large, Effect.succeed("read")), "read")
    })
  )

  it.effect("one is worked on in a turn of the event loop, and others come between", () =>
    Effect.gen(function* () {
      const order: string[] = []
      const note = (name: string) => () => {
        order.push(name)
      }
      const start = (bytes: number, name: string) =>
        Effect.forkChild(Effect.andThen(workInTurn(bytes), Effect.sync(note(name))), {
          startImmediately: true
        })
      const fibers = [
        yield* start(large, "first"),
        yield* start(large, "second"),
        yield* start(large, "third"),
        yield* start(small, "small")
      ]
      assert.deepStrictEqual(order, ["first", "small"])
      setImmediate(note("a turn"))
      for (const fiber of fibers) yield* Fiber.join(fiber)
      assert.deepStrictEqual(order, ["first", "small", "a turn", "second", "third"])
    })
  )
})
