/** The log of events in memory. */
import { Effect, Layer } from "effect"
import { EventLog } from "../../app/ports/events/EventLog.ts"
import type { Event } from "../../domain/events/Event.ts"
import { takeNext } from "../Counters.ts"
import { type MemoryState, MemoryStore } from "../MemoryStore.ts"

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    return EventLog.of({
      append: (event) =>
        store.modify((state): readonly [Event, MemoryState] => {
          const [sequence, counted] = takeNext(state, event.workspaceId, "event")
          const appended = { ...event, sequence }
          return [appended, { ...counted, events: [...counted.events, appended] }]
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
