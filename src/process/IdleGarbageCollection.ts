/**
 * Idle garbage collection: returns memory to the system after the start, of which a third is
 * garbage, and after load. V8 holds its heap while nothing is allocated. A collection stops the
 * process for some 100 ms, so it waits for an idle process and for memory to gain. After many
 * requests it runs once they are over, although their mails are still being sent: no caller waits
 * for those.
 */
import { subscribe } from "node:diagnostics_channel"
import { performance } from "node:perf_hooks"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Clock, type Duration, Effect } from "effect"

/** The process as this file measures and controls it. */
interface Heap {
  /** Event loop utilisation since the last call. */
  readonly busyPart: () => number
  /** Requests since the last call. */
  readonly requests: () => number
  /** The heap of V8, in bytes. */
  readonly size: () => number
  readonly collect: () => void
}

/** Idle: `looks` times in a row the utilisation since the last look was below `part`. */
interface Quiet {
  readonly look: Duration.Input
  readonly looks: number
  readonly part: number
}

/** A server that has just started has no callers yet, and its first work takes long. */
const afterStart: Quiet = { look: "300 millis", looks: 1, part: 0.05 }
/** A probe of a balancer is less than a tenth of that, a page more. */
const afterwards: Quiet = { look: "1 second", looks: 2, part: 0.01 }
/** Requests that count as load. */
const load = 1000
/** Probes and metrics scrapes between two looks; a load is over while no more come. */
const maxProbes = 2
/** Growth in bytes since the last collection. */
const worthIt = 16 * 1024 * 1024

/** Never ends; starts when the server is ready. */
export const collectWhenIdle = Effect.fnUntraced(function* (heap: Heap) {
  let quiet = 0
  let quietAfterLoad = 0
  let requests = 0
  let isAfterLoad = false
  let sizeAfter = 0
  for (;;) {
    const isLoad = isAfterLoad || requests >= load
    const { look, looks, part } = sizeAfter === 0 && !isLoad ? afterStart : afterwards
    yield* Effect.sleep(look)
    quiet = heap.busyPart() < part ? quiet + 1 : 0
    const arrived = heap.requests()
    requests += arrived
    if (arrived > maxProbes) isAfterLoad = false
    quietAfterLoad = isLoad && arrived <= maxProbes ? quietAfterLoad + 1 : 0
    const size = heap.size()
    if (Math.max(quiet, quietAfterLoad) < looks || size - sizeAfter < worthIt) continue
    const from = yield* Clock.currentTimeMillis
    heap.collect()
    sizeAfter = heap.size()
    const took = (yield* Clock.currentTimeMillis) - from
    yield* Effect.logDebug("memory returned to the system", { from: size, to: sizeAfter, took })
    isAfterLoad = quietAfterLoad > 0
    quiet = 0
    quietAfterLoad = 0
    requests = 0
  }
})

export const makeHeap = Effect.sync((): Heap => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  setFlagsFromString("--no-expose-gc")
  let last = performance.eventLoopUtilization()
  let arrived = 0
  subscribe("http.server.request.start", () => {
    arrived += 1
  })
  return {
    requests: () => {
      const since = arrived
      arrived = 0
      return since
    },
    busyPart: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    size: () => getHeapStatistics().total_heap_size,
    // V8's "last resort" collection also returns empty pages.
    collect: () => {
      if (typeof collect === "function") collect({ type: "major", flavor: "last-resort" })
    }
  }
})

export const idleGarbageCollection = Effect.flatMap(makeHeap, collectWhenIdle)
