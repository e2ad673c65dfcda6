import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeLruCache } from "../../src/app/LruCache.ts"

const newCache = makeLruCache(80, (bytes: number) => bytes)

describe("LRU cache", () => {
  it.effect("evicts the least recently read entries above its bound", () =>
    Effect.gen(function* () {
      const cache = yield* newCache
      for (let key = 0; key < 8; key++) cache.set(`${key}`, 10)
      assert.strictEqual(cache.get("0"), 10)
      cache.set("8", 10)
      assert.strictEqual(cache.get("0"), 10)
      assert.isUndefined(cache.get("1"))
      assert.strictEqual(cache.calculatedSize, 80)
    }).pipe(Effect.scoped)
  )

  it.effect("takes nothing above an eighth of its bound, and drops what that would replace", () =>
    Effect.gen(function* () {
      const cache = yield* newCache
      cache.set("small", 10)
      cache.set("large", 11)
      assert.isUndefined(cache.get("large"))
      cache.set("small", 11)
      assert.isUndefined(cache.get("small"))
      assert.strictEqual(cache.calculatedSize, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("evicts entries a minute after they were last read, and frees their memory", () =>
    Effect.gen(function* () {
      const cache = yield* newCache
      // The library takes 0 for no time.
      yield* TestClock.adjust("1 milli")
      for (const key of ["read", "unread", "replaced"]) cache.set(key, 1)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(cache.get("read"), 1)
      cache.set("replaced", 2)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(cache.get("read"), 1)
      assert.isUndefined(cache.get("unread"))
      assert.strictEqual(cache.get("replaced"), 2)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(cache.calculatedSize, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("runs nothing after its scope has ended", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const cache = yield* Scope.provide(newCache, scope)
      cache.set("a", 1)
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(cache.calculatedSize, 1)
    })
  )
})
