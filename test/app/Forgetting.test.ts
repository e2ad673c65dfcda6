/** What nobody reads goes after a minute or two, what is read stays, and nothing runs for what is empty. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeBoundedStore } from "../../src/app/BoundedStore.ts"
import { makeByteCache } from "../../src/app/ByteCache.ts"
import { forgetUnread } from "../../src/app/Forgetting.ts"

const newStore = forgetUnread((onKept) =>
  makeBoundedStore({ mostBytes: 100, bytesOf: (bytes: number) => bytes, onKept })
)

describe("what is not read", () => {
  it.effect("is let go, and what is read in each round stays", () =>
    Effect.gen(function* () {
      const store = yield* newStore
      for (const key of ["read", "unread", "replaced"]) {
        store.keep(key, 1)
      }
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(store.size(), 3)
      assert.strictEqual(store.find("read"), 1)
      store.keep("replaced", 2)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(store.size(), 3)
      assert.strictEqual(store.find("read"), 1)
      assert.isUndefined(store.find("unread"))
      assert.strictEqual(store.find("replaced"), 2)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(store.size(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("is let go again when something is kept after all had gone", () =>
    Effect.gen(function* () {
      const store = yield* newStore
      for (const key of ["first", "second"]) {
        // What is over its part of the bound is not kept.
        store.keep("large", 50)
        store.keep(key, 1)
        yield* TestClock.adjust("2 minutes")
        assert.strictEqual(store.size(), 0)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("stays when the scope has ended: nothing runs any more, or begins", () =>
    Effect.forEach(["running", "not yet"], (state) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const store = yield* Scope.provide(newStore, scope)
        if (state === "running") store.keep("a", 1)
        yield* Scope.close(scope, Exit.void)
        store.keep("a", 1)
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(store.size(), 1)
      })
    )
  )

  it.effect("is made again by a cache of bytes", () =>
    Effect.gen(function* () {
      const cache = yield* makeByteCache<never>(1000)
      let made = 0
      const get = cache.get(
        "a",
        Effect.sync(() => {
          made += 1
          return { key: "a", bytes: new Uint8Array(10) }
        })
      )
      yield* get
      yield* TestClock.adjust("1 minute")
      yield* get
      assert.strictEqual(made, 1)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(cache.size(), 0)
      yield* get
      assert.strictEqual(made, 2)
    }).pipe(Effect.scoped)
  )
})
