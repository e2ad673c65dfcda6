/**
 * Moves the time of a test server, and does what is due before it says so: overdue invoices, reminders, mails
 * and webhooks with their repeats, each at its own time on the way. Time moves forward only.
 */
import { Context, Data, DateTime, Effect, Semaphore } from "effect"
import { CurrentOrigin } from "../app/Acting.ts"
import { WebhookDispatch } from "../app/events/webhooks/WebhookDispatch.ts"
import { WebhookSweep } from "../app/events/webhooks/WebhookSweep.ts"
import { Files } from "../app/files/Files.ts"
import { Reminders } from "../app/invoices/reminders/Reminders.ts"
import { Sweeps } from "../app/invoices/Sweeps.ts"
import { CurrentLane } from "../app/Lane.ts"
import { addDays, dayIn, startOfDay } from "../domain/time/CalendarDate.ts"
import type { standDatabaseTime } from "./DatabaseTime.ts"
import type { StandingClock } from "./ManualClock.ts"

const dayMillis = 86_400_000
/** Whoever asks waits for all that is due on the way. */
const mostDays = 1000

/** Real time. A receiver of webhooks that does not answer takes some of it. */
const patience = "60 seconds"
const look = "5 millis"

export class TimeNotMoved extends Data.TaggedError("TimeNotMoved")<{ readonly message: string }> {}

/** Due work is nobody's request. */
const background = Context.make(CurrentLane, { kind: "background" as const }).pipe(
  Context.add(CurrentOrigin, null)
)

export const makeTestTime = Effect.fnUntraced(function* (
  standing: StandingClock,
  database: Effect.Success<ReturnType<typeof standDatabaseTime>>
) {
  const sweeps = yield* Sweeps
  const reminders = yield* Reminders
  const webhooks = yield* WebhookDispatch
  const files = yield* Files
  const webhookSweep = yield* WebhookSweep
  const oneAtATime = yield* Semaphore.make(1)

  const deliverWebhooks = Effect.flatMap(webhooks.claim(100), (claimed) =>
    Effect.forEach(claimed, webhooks.work, { concurrency: "unbounded", discard: true })
  )
  const isAtRest = Effect.map(database.isFinished, (isDone) => isDone && standing.isAtRest())
  /** Mails are delivered by the workers, which look by themselves. */
  const finished = Effect.gen(function* () {
    for (;;) {
      yield* deliverWebhooks
      if (yield* isAtRest) return
      yield* Effect.sleep(look)
    }
  })
  const settle = Effect.andThen(
    Effect.all([sweeps.overdue, reminders.remindDue], { discard: true }),
    finished
  )

  /** When the next invoice becomes overdue, or a reminder is due: as its day begins where it is. */
  const nextDay = Effect.gen(function* () {
    const now = DateTime.makeUnsafe(standing.now())
    // It is yesterday somewhere.
    const days = yield* database.daysFrom(
      addDays(dayIn(DateTime.zoneMakeNamedUnsafe("UTC"), now), -1)
    )
    return days
      .map(({ zone, day }) => {
        const start = startOfDay(DateTime.zoneMakeNamedUnsafe(zone), day)
        return DateTime.toEpochMillis(start)
      })
      .filter((start) => start > standing.now())
      .reduce((first, start) => Math.min(first, start), Number.POSITIVE_INFINITY)
  })

  const step = Effect.fnUntraced(function* (target: number) {
    const due = (yield* database.nextDue) ?? target
    // The database is more exact than we are: what is due within this millisecond is due after it.
    const next = Math.max(Math.min(target, due, yield* nextDay), standing.now() + 1)
    while (!(yield* database.moveTo(next))) yield* finished
    standing.moveTo(next)
    yield* settle
  })

  const refusalOf = (target: number): string | undefined => {
    const at = DateTime.formatIso(DateTime.makeUnsafe(standing.now()))
    if (target < standing.now()) return `Time only moves forward: it is ${at}`
    return target - standing.now() > mostDays * dayMillis
      ? `Time moves by at most ${mostDays} days at once: it is ${at}`
      : undefined
  }

  return {
    now: () => standing.now(),
    /** What is due already is done first; a move to now does that alone. */
    moveTo: (targetOf: (now: number) => number) =>
      Effect.gen(function* () {
        const target = targetOf(standing.now())
        const refusal = refusalOf(target)
        if (refusal !== undefined) return yield* new TimeNotMoved({ message: refusal })
        yield* settle
        while (standing.now() < target) yield* step(target)
        yield* Effect.all([files.removeDue, webhookSweep.sweep, sweeps.purge, sweeps.foldTotals], {
          discard: true
        })
        return standing.now()
      }).pipe(
        Effect.timeout(patience),
        Effect.catchTags({
          TimeoutError: () =>
            new TimeNotMoved({
              message: "What is due did not end in time: a mail or a webhook is still in progress"
            }),
          SqlError: Effect.die
        }),
        oneAtATime.withPermits(1),
        Effect.provideContext(background)
      )
  }
})

export type TestTime = Effect.Success<ReturnType<typeof makeTestTime>>
