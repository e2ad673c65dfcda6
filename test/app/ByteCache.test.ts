/**
 * Single flight: concurrent callers share one computation; failures are not cached; bytes are
 * bounded.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeByteCache } from "../../src/app/ByteCache.ts"

const bytes = (length: number) => new Uint8Array(length)
const made = (length: number, key = "a") => ({ key, bytes: bytes(length) })

describe("a cache of bytes", () => {
  it.effect("makes what several ask for once", () =>
    Effect.gen(function* () {
      const cache = yield* makeByteCache<never>(1000)
      const gate = yield* Deferred.make<void>()
      let drawn = 0
      const make = Effect.andThen(
        Deferred.await(gate),
        Effect.sync(() => {
          drawn += 1
          return made(8)
        })
      )
      const asking = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.forkChild(cache.get("a", make), { startImmediately: true })
      )
      // An interrupted caller does not interrupt the others.
      const [first, ...others] = asking
      assert.isDefined(first)
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(gate, undefined)
      const got = yield* Fiber.joinAll(others)
      for (const one of got) assert.strictEqual(one, got[0])
      assert.strictEqual(yield* cache.get("a", make), got[0])
      assert.strictEqual(drawn, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("ends the making when everybody has left, and begins anew for who comes then", () =>
    Effect.gen(function* () {
      const cache = yield* makeByteCache<never>(1000)
      const isEnded = yield* Deferred.make<void>()
      const endless = Effect.onInterrupt(Effect.never, () => Deferred.succeed(isEnded, undefined))
      const fork = () => Effect.forkChild(cache.get("a", endless), { startImmediately: true })
      const asking = [yield* fork(), yield* fork()]
      yield* Effect.yieldNow
      yield* Effect.forEach(asking, Fiber.interrupt)
      yield* Deferred.await(isEnded)
      assert.lengthOf(yield* cache.get("a", Effect.succeed(made(3))), 3)
    }).pipe(Effect.scoped)
  )

  it.effect("keeps no failure", () =>
    Effect.gen(function* () {
      const cache = yield* makeByteCache<string>(1000)
      assert.strictEqual(yield* Effect.flip(cache.get("a", Effect.fail("no"))), "no")
      assert.lengthOf(yield* cache.get("a", Effect.succeed(made(3))), 3)
    }).pipe(Effect.scoped)
  )

  it.effect("holds no more than its bound, and nothing that would take much of it", () =>
    Effect.gen(function* () {
      const cache = yield* makeByteCache<never>(800)
      for (let index = 0; index < 50; index++) {
        yield* cache.get(`${index}`, Effect.succeed(made(1 + ((index * 37) % 100), `${index}`)))
        assert.isAtMost(cache.size(), 800)
      }
      assert.isAbove(cache.size(), 700)
      const before = cache.size()
      yield* cache.get("large", Effect.succeed(made(101, "large")))
      assert.strictEqual(cache.size(), before)
    }).pipe(Effect.scoped)
  )
})
