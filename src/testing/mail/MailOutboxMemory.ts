/** The outbox in memory. */
import { Effect, Layer } from "effect"
import { MailOutbox } from "../../app/ports/mail/MailOutbox.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { mailQueue } from "./MailQueue.ts"

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
          // Nothing comes between a unit of work and what follows it.
          .take((job, { attempts }) => handle(job, attempts, Effect.void))
          .pipe(Effect.catchTag("PersistedQueueError", Effect.die))
    })
  })
)
