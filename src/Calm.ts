/**
 * What may wait does so while the process has all it can do: a document that is drawn for a mail takes as much time as
 * some requests, and nobody waits for the mail. Asked again and again, it looks at most every quarter of a second.
 */
import { performance } from "node:perf_hooks"
import { Clock, Effect } from "effect"

const look = 250
/** Above this part of the time a process is busy: requests begin to wait for each other. */
const most = 0.8

/** Done when the process is not busy; `busyPart` is that of the time since it was last asked. */
export const makeCalm = (busyPart: () => number): Effect.Effect<void> => {
  let at = Number.NEGATIVE_INFINITY
  let part = 0
  const isBusy = Effect.map(Clock.currentTimeMillis, (now) => {
    if (now - at >= look) {
      part = busyPart()
      at = now
    }
    return part > most
  })
  const calm: Effect.Effect<void> = Effect.flatMap(isBusy, (busy) =>
    busy ? Effect.andThen(Effect.sleep(look), calm) : Effect.void
  )
  return calm
}

/** Of this process's event loop. */
export const processCalm = Effect.sync(() => {
  let last = performance.eventLoopUtilization()
  return makeCalm(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  })
})
