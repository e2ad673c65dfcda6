/**
 * Manual clock: its time stands still until a test moves it, forward only. Sleeps take real time,
 * because most of them are timeouts of something outside. Short ones, which are polls and the
 * built-in processor's late payment, also end when the time passes their end.
 */
import { Clock, Duration, Effect, type Fiber, Layer } from "effect"
import { RateLimits } from "../app/ports/RateLimits.ts"

/** In milliseconds; timeouts, as of the database or of a drawing, are longer. */
const longestPoll = 5000

const nanosPerMilli = 1_000_000n

export interface ManualClock {
  readonly clock: Clock.Clock
  readonly now: () => number
  /** Moves the time and wakes the sleepers whose time has come. */
  readonly moveTo: (millis: number) => void
  /** Every woken fiber has ended or sleeps. */
  readonly isAtRest: () => boolean
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

export const makeManualClock = (live: Clock.Clock, start: number): ManualClock => {
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

/** Rate limits in real time: they protect the server whatever the test clock says. */
export const layerLimitsInRealTime = (limits: Layer.Layer<RateLimits>, live: Clock.Clock) =>
  Layer.effect(
    RateLimits,
    Effect.map(RateLimits, (limits) => {
      const really = Effect.provideService(Clock.Clock, live)
      return RateLimits.of({
        boundsMails: limits.boundsMails,
        take: (...given) => really(limits.take(...given)),
        look: (...given) => really(limits.look(...given)),
        takeTry: (...given) => really(limits.takeTry(...given)),
        takeMailTo: (...given) => really(limits.takeMailTo(...given)),
        recordFailure: (...given) => really(limits.recordFailure(...given))
      })
    })
  ).pipe(Layer.provide(limits))
