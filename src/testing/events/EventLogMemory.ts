/** The log of events in memory, which hands each to the webhooks that chose its kind. */
import { DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { EventLog } from "../../app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../app/ports/events/WebhookRepository.ts"
import type { Event } from "../../domain/events/Event.ts"
import { withoutLinks } from "../../domain/events/EventLinks.ts"
import { EventId } from "../../domain/Ids.ts"
import { takeNext } from "../Counters.ts"
import { type MemoryState, MemoryStore } from "../MemoryStore.ts"
import { WebhookRepositoryMemory } from "./WebhookRepositoryMemory.ts"

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const random = yield* SecureRandom.SecureRandom
    const webhooks = yield* WebhookRepository
    return EventLog.of({
      append: Effect.fnUntraced(function* ({ workspaceId, type, object, previous }) {
        const id = yield* EventId.next(random)
        const createdAt = yield* DateTime.now
        const event = yield* store.modify((state): readonly [Event, MemoryState] => {
          const [sequence, counted] = takeNext(state, workspaceId, "event")
          const data = withoutLinks({ object, previous })
          const appended = { id, workspaceId, sequence, type, createdAt, data }
          return [appended, { ...counted, events: [...counted.events, appended] }]
        })
        yield* webhooks.fanOut(event)
      }),
      read: (workspaceId, after, limit, types) =>
        Effect.map(store.state, ({ events }) =>
          events
            .filter(
              (event) =>
                event.workspaceId === workspaceId &&
                event.sequence > after &&
                types.includes(event.type)
            )
            .slice(0, limit)
        )
    })
  })
).pipe(Layer.provide(WebhookRepositoryMemory))
