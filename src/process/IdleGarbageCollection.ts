/**
 * Gives memory back to the system when nobody asks for anything: after the start, of which a third is garbage,
 * and after load. V8 by itself keeps what it had for as long as nothing is allocated. The collection holds up
 * the process for some 100 ms, so it waits for a while without work, after the start a short one, and for something to gain.
 * What many requests left behind is given back once they are over, and again where it has grown, though mails of
 * theirs are still written for minutes: of those nobody waits for the tenth of a second.
 */
import { subscribe } from "node:diagnostics_channel"
import { performance } from "node:perf_hooks"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Clock, type Duration, Effect } from "effect"

/** What is known of a process, and what it can be told to do. */
export interface Heap {
  /** The part of the time since this was last asked in which something was done. */
  readonly busyPart: () => number
  /** How many requests have come since this was last asked. */
  readonly asked: () => number
  /** What V8 holds for objects, in bytes. */
  readonly size: () => number
  readonly collect: () => void
}

/** When it is quiet: so many looks in turn, in each of which the process had no more to do than this part. */
interface Quiet {
  readonly look: Duration.Input
  readonly looks: number
  readonly part: number
}

/** Nobody knows of a server yet that has just started, and what it does for the first time takes long. */
const afterStart: Quiet = { look: "300 millis", looks: 1, part: 0.05 }
/** A probe of a balancer is less than a tenth of that, a page read by somebody more. */
const afterwards: Quiet = { look: "1 second", looks: 2, part: 0.01 }
/** So many requests are a load. */
const load = 1000
/** It is over while in each look no more come than probes and who scrapes metrics send. */
const mostAsked = 2
/** In bytes, since the last time. */
const worthIt = 16 * 1024 * 1024

/** Never ends. Begins when the server is ready. */
export const giveBackWhenQuiet = Effect.fnUntraced(function* (heap: Heap) {
  let quiet = 0
  let unasked = 0
  let requests = 0
  let isAfterLoad = false
  let sizeAfter = 0
  for (;;) {
    const isLoad = isAfterLoad || requests >= load
    const { look, looks, part } = sizeAfter === 0 && !isLoad ? afterStart : afterwards
    yield* Effect.sleep(look)
    quiet = heap.busyPart() < part ? quiet + 1 : 0
    const asked = heap.asked()
    requests += asked
    if (asked > mostAsked) isAfterLoad = false
    unasked = isLoad && asked <= mostAsked ? unasked + 1 : 0
    const size = heap.size()
    if (Math.max(quiet, unasked) < looks || size - sizeAfter < worthIt) continue
    const from = yield* Clock.currentTimeMillis
    heap.collect()
    sizeAfter = heap.size()
    const took = (yield* Clock.currentTimeMillis) - from
    yield* Effect.logDebug("Memory was given back", { from: size, to: sizeAfter, took })
    isAfterLoad = unasked > 0
    quiet = 0
    unasked = 0
    requests = 0
  }
})

export const makeHeap = Effect.sync((): Heap => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  setFlagsFromString("--no-expose-gc")
  let last = performance.eventLoopUtilization()
  let asked = 0
  subscribe("http.server.request.start", () => {
    asked += 1
  })
  return {
    asked: () => {
      const since = asked
      asked = 0
      return since
    },
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

export const giveBack = Effect.flatMap(makeHeap, giveBackWhenQuiet)
