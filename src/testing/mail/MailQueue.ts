/** The queue of mails in memory: a mail reaches it when the transaction that offered it commits. */
import { Duration, Effect, Layer, Schedule } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { MailJob, mostTurns, retryDelayAfter } from "../../app/ports/mail/MailOutbox.ts"
import { MemoryStore } from "../store/MemoryStore.ts"

/** The delay after each attempt, whose number is the schedule's input. */
const retrySchedule = Schedule.fromStep(
  Effect.succeed((_now: number, attempt: number) =>
    Effect.succeed<[number, Duration.Duration]>([
      attempt,
      Duration.seconds(retryDelayAfter(attempt))
    ])
  )
)

export const mailQueue = PersistedQueue.make({
  name: "mail",
  schema: MailJob,
  maxAttempts: mostTurns,
  retrySchedule
})

/** The queue, which follows the Clock: a test moves its retries. */
export const layerMailQueueMemory = PersistedQueue.layer.pipe(
  Layer.provide(PersistedQueue.layerStoreMemory)
)

/** The store whose commits hand the offered mails to the queue. */
export const layerMemoryStore = Layer.unwrap(
  Effect.map(mailQueue, (queue) =>
    MemoryStore.layer((job) => Effect.orDie(Effect.asVoid(queue.offer(job))))
  )
)
