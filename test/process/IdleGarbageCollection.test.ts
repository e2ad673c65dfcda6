/**
 * Idle garbage collection: after a quiet period, where it frees enough, and never during requests.
 */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { collectWhenIdle, makeHeap } from "../../src/process/IdleGarbageCollection.ts"

const mebibyte = 1024 * 1024

const heapOf = (size: number) => {
  const heap = { busy: 0, requests: 0, size: size * mebibyte, collections: 0 }
  return Object.assign(heap, {
    of: {
      busyPart: () => heap.busy,
      // In each look.
      requests: () => heap.requests,
      size: () => heap.size,
      collect: () => {
        heap.collections += 1
        heap.size = 40 * mebibyte
      }
    }
  })
}

describe("giving memory back", () => {
  it.effect("happens after the start, and again only when there is something to gain", () =>
    Effect.gen(function* () {
      const heap = heapOf(80)
      yield* Effect.forkScoped(collectWhenIdle(heap.of))
      yield* TestClock.adjust("299 millis")
      assert.strictEqual(heap.collections, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(heap.collections, 1)
      heap.size = 50 * mebibyte
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 1)
      heap.size = 60 * mebibyte
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 2)
    })
  )

  it.effect("waits while the process works", () =>
    Effect.gen(function* () {
      const heap = heapOf(80)
      heap.busy = 0.06
      yield* Effect.forkScoped(collectWhenIdle(heap.of))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 0)
      heap.busy = 0.02
      yield* TestClock.adjust("300 millis")
      assert.strictEqual(heap.collections, 1)
      heap.size = 80 * mebibyte
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 1)
      heap.busy = 0
      yield* TestClock.adjust("1 second")
      heap.busy = 0.02
      yield* TestClock.adjust("1 second")
      heap.busy = 0
      yield* TestClock.adjust("1 second")
      assert.strictEqual(heap.collections, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(heap.collections, 2)
    })
  )

  it.effect("happens after many requests, and where it grows again while nobody asks", () =>
    Effect.gen(function* () {
      const heap = heapOf(80)
      yield* Effect.forkScoped(collectWhenIdle(heap.of))
      yield* TestClock.adjust("300 millis")
      assert.strictEqual(heap.collections, 1)
      heap.busy = 0.5
      heap.size = 100 * mebibyte
      // Without requests work is no load.
      yield* TestClock.adjust("1 minute")
      heap.requests = 100
      yield* TestClock.adjust("9 seconds")
      heap.requests = 0
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 1)
      heap.requests = 100
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 1)
      heap.requests = 2
      yield* TestClock.adjust("1 second")
      heap.requests = 3
      yield* TestClock.adjust("1 second")
      heap.requests = 2
      yield* TestClock.adjust("1 second")
      assert.strictEqual(heap.collections, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(heap.collections, 2)
      heap.size = 50 * mebibyte
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 2)
      // Their background work goes on.
      heap.size = 60 * mebibyte
      yield* TestClock.adjust("1 second")
      assert.strictEqual(heap.collections, 3)
      heap.size = 60 * mebibyte
      yield* TestClock.adjust("1999 millis")
      assert.strictEqual(heap.collections, 3)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(heap.collections, 4)
      // A single request is no load.
      heap.size = 100 * mebibyte
      heap.requests = 3
      yield* TestClock.adjust("1 second")
      heap.requests = 0
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(heap.collections, 4)
    })
  )

  it.effect("happens after a load that came with the start", () =>
    Effect.gen(function* () {
      const heap = heapOf(80)
      heap.busy = 0.5
      heap.requests = 1000
      yield* Effect.forkScoped(collectWhenIdle(heap.of))
      yield* TestClock.adjust("300 millis")
      heap.requests = 0
      yield* TestClock.adjust("1999 millis")
      assert.strictEqual(heap.collections, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(heap.collections, 1)
    })
  )

  it.live("counts the requests of a real process", () =>
    Effect.gen(function* () {
      const { requests } = yield* makeHeap
      const server = createServer((_, response) => response.end())
      yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
      const address = yield* Effect.callback<string>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const listening = server.address()
          assert.isObject(listening)
          resume(Effect.succeed(`http://127.0.0.1:${Object(listening).port}`))
        })
      })
      assert.strictEqual(requests(), 0)
      for (let at = 0; at < 3; at++) yield* Effect.promise(() => fetch(address))
      assert.strictEqual(requests(), 3)
      assert.strictEqual(requests(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("knows how to of a real process", () =>
    Effect.gen(function* () {
      const heap = yield* makeHeap
      assert.isAbove(heap.size(), mebibyte)
      let garbage: string[] = Array.from({ length: 200_000 }, (_, index) => `text ${index}`)
      assert.lengthOf(garbage, 200_000)
      const before = heap.size()
      garbage = []
      heap.collect()
      assert.isBelow(heap.size(), before)
      assert.isAtMost(heap.busyPart(), 1)
    })
  )
})
