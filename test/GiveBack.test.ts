/** Memory is given back once it is quiet and worth it, and not while somebody asks for something. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { giveBackWhenQuiet, makeHeap } from "../src/GiveBack.ts"

const mebibyte = 1024 * 1024

const heapOf = (size: number) => {
  const heap = { busy: 0, size: size * mebibyte, collections: 0 }
  return Object.assign(heap, {
    of: {
      busyPart: () => heap.busy,
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
      yield* Effect.forkScoped(giveBackWhenQuiet(heap.of))
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
      yield* Effect.forkScoped(giveBackWhenQuiet(heap.of))
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
