/** The outbox in memory: a mail reaches the queue when the transaction that offered it commits. */
import { Effect, Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { mailQueue } from "../app/mail/MailOutboxQueue.ts"
import { MailOutbox } from "../app/ports/mail/MailOutbox.ts"
import { MemoryStore } from "./MemoryStore.ts"

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

export const MailOutboxMemory = Layer.effect(
  MailOutbox,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const queue = yield* mailQueue
    return MailOutbox.of({
      offer: (job) =>
        // Outside of a transaction an offer is one of its own.
        store.transact(
          store.update((state) => ({ ...state, pendingMail: [...state.pendingMail, job] }))
        ),
      take: (handle) =>
        queue
          .take((job, { attempts }) => handle(job, attempts))
          .pipe(Effect.catchTag("PersistedQueueError", Effect.die))
    })
  })
)
