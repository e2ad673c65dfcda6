/** The outbox on Effect's PersistedQueue, wherever that keeps its elements. */
import { Duration, Effect, Layer, Schedule } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { MailJob, MailOutbox, retryDelaysSeconds } from "../ports/mail/MailOutbox.ts"

/** The delay after each attempt, whose number is the schedule's input. */
const retrySchedule = Schedule.fromStep(
  Effect.succeed((_now: number, attempt: number) =>
    Effect.succeed<[number, Duration.Duration]>([
      attempt,
      Duration.seconds(retryDelaysSeconds[attempt - 1] ?? 0)
    ])
  )
)

export const mailQueue = PersistedQueue.make({
  name: "mail",
  schema: MailJob,
  // Above the number of tries: a crash in the last one leaves a turn to write down the failure.
  maxAttempts: retryDelaysSeconds.length + 5,
  retrySchedule
})

export const layerMailOutboxQueue = Layer.effect(
  MailOutbox,
  Effect.map(mailQueue, (queue) => ({
    offer: (job) => Effect.orDie(Effect.asVoid(queue.offer(job))),
    take: (handle) =>
      queue
        .take((job, { attempts }) => handle(job, attempts))
        .pipe(Effect.catchTag("PersistedQueueError", Effect.die))
  }))
)
