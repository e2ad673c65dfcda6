/** The clock of a test server: its time, and the sleepers that a move wakes. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { type ManualClock, makeManualClock } from "../../src/dev/ManualClock.ts"

/** A clock that never moves: a sleeper that wakes was woken by the clock under test. */
const stopped: Clock.Clock = {
  currentTimeMillisUnsafe: () => 0,
  currentTimeMillis: Effect.succeed(0),
  currentTimeNanosUnsafe: () => 0n,
  currentTimeNanos: Effect.succeed(0n),
  monotonicTimeNanosUnsafe: () => 7n,
  monotonicTimeNanos: Effect.succeed(7n),
  sleep: () => Effect.never
}

const start = Date.parse("2026-03-01T09:00:00Z")

const rested = Effect.fnUntraced(function* (standing: ManualClock) {
  while (!standing.isAtRest()) yield* Effect.yieldNow
})

describe("a standing clock", () => {
  it.live("tells one time until it is moved, and never goes back", () =>
    Effect.gen(function* () {
      const standing = makeManualClock(stopped, start)
      const told = Effect.all([Clock.currentTimeMillis, Clock.currentTimeNanos]).pipe(
        Effect.provideService(Clock.Clock, standing.clock)
      )
      const seen = [yield* told]
      standing.moveTo(start + 1000)
      seen.push(yield* told)
      standing.moveTo(start)
      seen.push(yield* told)
      const at = (millis: number) => [millis, BigInt(millis) * 1_000_000n]
      assert.deepStrictEqual(seen, [at(start), at(start + 1000), at(start + 1000)])
    })
  )

  it.live("is at rest when who was woken is patient now", () =>
    Effect.gen(function* () {
      const standing = makeManualClock(stopped, start)
      const waiting = yield* Effect.sleep("2 seconds").pipe(
        Effect.andThen(Effect.sleep("1 minute")),
        Effect.provideService(Clock.Clock, standing.clock),
        Effect.forkChild({ startImmediately: true })
      )
      standing.moveTo(start + 2000)
      for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      assert.isTrue(standing.isAtRest())
      yield* Fiber.interrupt(waiting)
    })
  )

  it.live("wakes polls that it passes, and leaves patience alone", () =>
    Effect.gen(function* () {
      const standing = makeManualClock(stopped, start)
      const woken: Array<string> = []
      const waiting = (name: string, wait: "2 seconds" | "5 seconds" | "20 seconds") =>
        Effect.sleep(wait).pipe(
          Effect.andThen(Effect.sync(() => woken.push(name))),
          Effect.provideService(Clock.Clock, standing.clock),
          Effect.forkChild({ startImmediately: true })
        )
      yield* waiting("soon", "2 seconds")
      yield* waiting("later", "5 seconds")
      const patient = yield* waiting("patient", "20 seconds")
      standing.moveTo(start + 2000)
      yield* rested(standing)
      // By the move: the real time of a wait goes by as well, and is longer than this.
      assert.deepStrictEqual(woken, ["soon"])
      standing.moveTo(start + 60_000)
      yield* rested(standing)
      assert.deepStrictEqual(woken, ["soon", "later"])
      yield* Fiber.interrupt(patient)
    })
  )

  it.live("is at rest when whoever was woken has ended or waits again", () =>
    Effect.gen(function* () {
      const standing = makeManualClock(stopped, start)
      const seen: Array<boolean> = []
      const rest = Effect.sync(() => seen.push(standing.isAtRest()))
      const fiber = yield* Effect.sleep("1 second").pipe(
        Effect.andThen(rest),
        Effect.andThen(Effect.sleep("1 second")),
        Effect.andThen(rest),
        Effect.provideService(Clock.Clock, standing.clock),
        Effect.forkChild({ startImmediately: true })
      )
      yield* rest
      standing.moveTo(start + 1000)
      yield* rested(standing)
      standing.moveTo(start + 2000)
      yield* Fiber.join(fiber)
      yield* rest
      assert.deepStrictEqual(seen, [true, false, false, true])
    })
  )
})
