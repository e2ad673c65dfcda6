/**
 * The Clock of a server for tests: the time that it tells stands until it is moved, forward only. Waits go
 * by in real time as ever, because what waits is mostly patience with something outside; short ones, which
 * are polls and the built-in processor's late payment, also end when the time told passes their end.
 */
import { type Clock, Duration, Effect, type Fiber } from "effect"

/** In milliseconds. Whoever is patient waits longer: for a place at the database, for a drawing. */
const longestPoll = 5000

const nanosPerMilli = 1_000_000n

export interface StandingClock {
  readonly clock: Clock.Clock
  readonly now: () => number
  /** Moves the time told, and wakes whoever waited for less. */
  readonly moveTo: (millis: number) => void
  /** Whoever was woken has ended, or waits again. */
  readonly isAtRest: () => boolean
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

export const makeStandingClock = (live: Clock.Clock, start: number): StandingClock => {
  let now = start
  const sleepers = new Set<Sleeper>()
  const woken = new Set<Fiber.Fiber<unknown, unknown>>()

  const poll = (millis: number): Effect.Effect<void> =>
    Effect.withFiber((fiber) =>
      Effect.callback<void>((resume) => {
        woken.delete(fiber)
        const end = (): void => {
          clearTimeout(timer)
          sleepers.delete(sleeper)
        }
        const sleeper = {
          until: now + millis,
          wake: () => {
            end()
            woken.add(fiber)
            fiber.addObserver(() => void woken.delete(fiber))
            resume(Effect.void)
          }
        }
        const timer = setTimeout(() => {
          end()
          resume(Effect.void)
        }, millis)
        sleepers.add(sleeper)
        return Effect.sync(end)
      })
    )

  return {
    now: () => now,
    moveTo: (millis) => {
      now = Math.max(now, millis)
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake()
    },
    isAtRest: () => woken.size === 0,
    clock: {
      currentTimeMillisUnsafe: () => now,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanosUnsafe: () => BigInt(now) * nanosPerMilli,
      currentTimeNanos: Effect.sync(() => BigInt(now) * nanosPerMilli),
      monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: live.monotonicTimeNanos,
      sleep: (duration) => {
        const millis = Duration.toMillis(duration)
        if (millis <= 0) return live.sleep(duration)
        if (millis <= longestPoll) return poll(millis)
        return Effect.withFiber((fiber) => {
          woken.delete(fiber)
          return live.sleep(duration)
        })
      }
    }
  }
}
