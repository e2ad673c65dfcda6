/**
 * Test time: moves the clock of a test server and does the due work on the way, each at its own
 * time: overdue invoices, reminders, mails and webhooks with their repeats. Time moves forward
 * only.
 */
import { Context, Data, DateTime, Effect, Semaphore } from "effect"
import { CurrentLane } from "../app/AdmissionControl.ts"
import { CurrentOrigin } from "../app/CurrentActor.ts"
import { WebhookDispatch } from "../app/events/webhooks/WebhookDispatch.ts"
import { WebhookSweep } from "../app/events/webhooks/WebhookSweep.ts"
import { Files } from "../app/files/Files.ts"
import { Reminders } from "../app/invoices/reminders/Reminders.ts"
import { PeriodicJobs } from "../app/PeriodicJobs.ts"
import { Exports } from "../app/workspaces/Exports.ts"
import { addDays, dayIn, startOfDay } from "../domain/time/CalendarDate.ts"
import type { shadowDatabaseClock } from "./DatabaseTime.ts"
import type { ManualClock } from "./ManualClock.ts"

const dayMillis = 86_400_000
/** The request waits for all due work on the way. */
const mostDays = 1000

/** Real time, of which a silent receiver of webhooks takes some. */
const patience = "60 seconds"
const look = "5 millis"

class TimeNotMoved extends Data.TaggedError("TimeNotMoved")<{ readonly message: string }> {}

/** Due work runs as background work, not as a request. */
const background = Context.make(CurrentLane, { kind: "background" as const }).pipe(
  Context.add(CurrentOrigin, null)
)

type DatabaseClock = Effect.Success<ReturnType<typeof shadowDatabaseClock>>

/**
 * The start of the next day, in its zone, on which an invoice becomes overdue or a reminder is due.
 */
const nextDay = Effect.fnUntraced(function* (now: number, database: DatabaseClock) {
  const today = dayIn(DateTime.zoneMakeNamedUnsafe("UTC"), DateTime.makeUnsafe(now))
  // Some zones are a day behind UTC.
  const days = yield* database.daysFrom(addDays(today, -1))
  return days
    .map(({ zone, day }) =>
      DateTime.toEpochMillis(startOfDay(DateTime.zoneMakeNamedUnsafe(zone), day))
    )
    .filter((start) => start > now)
    .reduce((first, start) => Math.min(first, start), Number.POSITIVE_INFINITY)
})

const refusalOf = (now: number, target: number): string | undefined => {
  const at = DateTime.formatIso(DateTime.makeUnsafe(now))
  if (target < now) return `Time only moves forward: it is ${at}`
  return target - now > mostDays * dayMillis
    ? `Time moves by at most ${mostDays} days at once: it is ${at}`
    : undefined
}

export const makeTestTime = Effect.fnUntraced(function* (
  clock: ManualClock,
  database: DatabaseClock
) {
  const jobs = yield* PeriodicJobs
  const reminders = yield* Reminders
  const webhooks = yield* WebhookDispatch
  const files = yield* Files
  const webhookSweep = yield* WebhookSweep
  const exports = yield* Exports
  const oneAtATime = yield* Semaphore.make(1)

  const deliverWebhooks = Effect.flatMap(webhooks.claim(100), (claimed) =>
    Effect.forEach(claimed, webhooks.work, { concurrency: "unbounded", discard: true })
  )
  const isAtRest = Effect.map(database.isFinished, (isDone) => isDone && clock.isAtRest())
  /** The workers deliver the mails. */
  const finished = Effect.gen(function* () {
    for (;;) {
      yield* deliverWebhooks
      if (yield* isAtRest) return
      yield* Effect.sleep(look)
    }
  })
  const settle = Effect.andThen(
    Effect.all([jobs.markOverdue, reminders.remindDue], { discard: true }),
    finished
  )

  const step = Effect.fnUntraced(function* (target: number) {
    const due = (yield* database.nextDue) ?? target
    // The database counts microseconds: work due within this millisecond is due after it.
    const next = Math.max(
      Math.min(target, due, yield* nextDay(clock.now(), database)),
      clock.now() + 1
    )
    while (!(yield* database.moveTo(next))) yield* finished
    clock.moveTo(next)
    yield* settle
  })

  return {
    now: () => clock.now(),
    /** Does the due work first; a move to now does that alone. */
    moveTo: (targetOf: (now: number) => number) =>
      Effect.gen(function* () {
        const target = targetOf(clock.now())
        const refusal = refusalOf(clock.now(), target)
        if (refusal !== undefined) return yield* new TimeNotMoved({ message: refusal })
        yield* settle
        while (clock.now() < target) yield* step(target)
        yield* Effect.all(
          [exports.makeDue, files.removeDue, webhookSweep.sweep, jobs.purge, jobs.foldTotals],
          { discard: true }
        )
        return clock.now()
      }).pipe(
        Effect.timeout(patience),
        Effect.catchTags({
          TimeoutError: () =>
            new TimeNotMoved({
              message: "Due work did not end in time: a mail or a webhook is still in progress"
            }),
          SqlError: Effect.die
        }),
        oneAtATime.withPermits(1),
        Effect.provideContext(background)
      )
  }
})

export type TestTime = Effect.Success<ReturnType<typeof makeTestTime>>
