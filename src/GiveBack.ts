/**
 * Gives memory back to the system when nobody asks for anything: after the start, of which a third is garbage,
 * and after load. V8 by itself keeps what it had for as long as nothing is allocated. The collection holds up
 * the process for some 100 ms, so it waits for seconds without work and for something to gain.
 */
import { performance } from "node:perf_hooks"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Clock, Effect, Layer } from "effect"

/** What is known of a process, and what it can be told to do. */
export interface Heap {
  /** The part of the time since this was last asked in which something was done. */
  readonly busyPart: () => number
  /** What V8 holds for objects, in bytes. */
  readonly size: () => number
  readonly collect: () => void
}

/** Looks of a second each. A probe of a balancer is less than a tenth of that, a page read by somebody more. */
const quietLooks = 2
const quietPart = 0.01
/** In bytes, since the last time. */
const worthIt = 16 * 1024 * 1024

/** Never ends. */
export const giveBackWhenQuiet = Effect.fnUntraced(function* (heap: Heap) {
  let quiet = 0
  let sizeAfter = 0
  for (;;) {
    yield* Effect.sleep("1 second")
    quiet = heap.busyPart() < quietPart ? quiet + 1 : 0
    const size = heap.size()
    if (quiet < quietLooks || size - sizeAfter < worthIt) continue
    const from = yield* Clock.currentTimeMillis
    heap.collect()
    sizeAfter = heap.size()
    const took = (yield* Clock.currentTimeMillis) - from
    yield* Effect.logDebug("Memory was given back", { from: size, to: sizeAfter, took })
    quiet = 0
  }
})

export const makeHeap = Effect.sync((): Heap => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  setFlagsFromString("--no-expose-gc")
  let last = performance.eventLoopUtilization()
  return {
    busyPart: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    size: () => getHeapStatistics().total_heap_size,
    // "Last resort" is what V8 calls the one that also empties and returns its pages.
    collect: () => {
      if (typeof collect === "function") collect({ type: "major", flavor: "last-resort" })
    }
  }
})

export const layerGiveBack = Layer.effectDiscard(
  Effect.flatMap(makeHeap, (heap) => Effect.forkScoped(giveBackWhenQuiet(heap)))
)
