/** The queue of mails in memory: a mail reaches it when the transaction that offered it commits. */
import { Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { mailQueue } from "../../app/mail/MailOutboxQueue.ts"
import { MemoryStore } from "../MemoryStore.ts"

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
