/**
 * The outbox on Effect's PersistedQueue in the same database: an offer is one more row of the
 * business transaction, a take locks a row for its handler and gives it back after a crash.
 */
import { Duration, Effect, Layer, Schedule } from "effect"
import { PersistedQueue } from "effect/persistence"
import { MailJob, MailOutbox, retryDelaysSeconds } from "../../app/ports/MailOutbox.ts"
import { outboxTable } from "./Migrations.ts"

/** The delay after each attempt, whose number is the schedule's input. */
const retrySchedule = Schedule.fromStep(
  Effect.succeed((_now: number, attempt: number) =>
    Effect.succeed<[number, Duration.Duration]>([
      attempt,
      Duration.seconds(retryDelaysSeconds[attempt - 1] ?? 0)
    ])
  )
)

/** The outbox on whatever PersistedQueue store is there. */
export const MailOutboxQueue = Layer.effect(
  MailOutbox,
  Effect.gen(function* () {
    const queue = yield* PersistedQueue.make({
      name: "mail",
      schema: MailJob,
      // Above the number of tries: a crash in the last one leaves a turn to write down the failure.
      maxAttempts: retryDelaysSeconds.length + 5,
      retrySchedule
    })
    return MailOutbox.of({
      offer: (job) => Effect.orDie(Effect.asVoid(queue.offer(job))),
      take: (handle) =>
        queue
          .take((job, { attempts }) => handle(job, attempts))
          .pipe(Effect.catchTag("PersistedQueueError", Effect.die))
    })
  })
)

export const MailOutboxSql = MailOutboxQueue.pipe(
  Layer.provide(PersistedQueue.layer),
  Layer.provide(PersistedQueue.layerStoreSql({ tableName: outboxTable }))
)
