/** The log of events in memory, with the deliveries to the endpoints that chose them. */
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { EventLog } from "../../app/ports/events/EventLog.ts"
import { chooses } from "../../domain/events/Event.ts"
import { newDelivery } from "../../domain/events/Webhook.ts"
import { DeliveryId } from "../../domain/Ids.ts"
import { takeNext } from "../Counters.ts"
import { MemoryStore } from "../MemoryStore.ts"

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const random = yield* SecureRandom.SecureRandom
    return EventLog.of({
      append: Effect.fnUntraced(function* (event) {
        const { webhookEndpoints } = yield* store.state
        const chosen = [...webhookEndpoints.values()].filter(
          ({ workspaceId, enabled, events }) =>
            workspaceId === event.workspaceId && enabled && chooses(events, event.type)
        )
        const told = yield* Effect.forEach(chosen, ({ id }) =>
          Effect.map(DeliveryId.next(random), (deliveryId) => [deliveryId, id] as const)
        )
        yield* store.update((state) => {
          const [sequence, counted] = takeNext(state, event.workspaceId, "event")
          const appended = { ...event, sequence }
          const deliveryTo = newDelivery(appended)
          const deliveries = new Map(counted.deliveries)
          for (const [id, endpointId] of told) deliveries.set(id, deliveryTo(id, endpointId))
          return { ...counted, deliveries, events: [...counted.events, appended] }
        })
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
)
