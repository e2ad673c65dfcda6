/** The log in memory, with the deliveries of its events to the endpoints that chose them. */
import { Array as Arr, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type AuditFilter, type ChainPlace, EventLog } from "../../app/ports/events/EventLog.ts"
import { canonicalJson } from "../../domain/Canonical.ts"
import type { AuditLine } from "../../domain/events/AuditResource.ts"
import { chained, type Halves, joined, noHash } from "../../domain/events/Chain.ts"
import { chooses, type Event, type EventType } from "../../domain/events/Event.ts"
import {
  auditHalves,
  auditIdOf,
  changeOf,
  eventHalves,
  type LogEntry,
  objectOf
} from "../../domain/events/LogEntry.ts"
import { newDelivery } from "../../domain/events/Webhook.ts"
import { DeliveryId, type WebhookEndpointId, type WorkspaceId } from "../../domain/Ids.ts"
import { type MemoryState, MemoryStore, type StoredEntry } from "../MemoryStore.ts"
import { sha256Of } from "../Sha256.ts"

const following = (last: ChainPlace | undefined, halves: Halves): ChainPlace => {
  const sequence = (last?.sequence ?? 0) + 1
  const previousHash = last?.hash ?? noHash
  const text = chained(previousHash, joined(halves, sequence))
  return { sequence, previousHash, hash: sha256Of(new TextEncoder().encode(text)) }
}

/** The deliveries of an event, each with its id and its endpoint. */
type Recipients = ReadonlyArray<readonly [DeliveryId, WebhookEndpointId]>

const appended = (state: MemoryState, entry: LogEntry, recipients: Recipients): MemoryState => {
  const own = state.log.filter(({ workspaceId }) => workspaceId === entry.workspaceId)
  const audit = following(own.at(-1)?.audit, auditHalves(entry))
  if (!entry.isTold) return { ...state, log: [...state.log, { ...entry, event: null, audit }] }
  const last = own.findLast(({ event }) => event !== null)?.event ?? undefined
  const event = following(last, eventHalves(entry, canonicalJson(entry.data)))
  const deliveryTo = newDelivery({ ...entry, ...event })
  const deliveries = new Map(state.deliveries)
  for (const [id, endpointId] of recipients) deliveries.set(id, deliveryTo(id, endpointId))
  return { ...state, deliveries, log: [...state.log, { ...entry, event, audit }] }
}

const isEventType =
  (types: ReadonlyArray<EventType>) =>
  (type: string): type is EventType =>
    types.some((one) => one === type)

const lineOf = (entry: StoredEntry): AuditLine => ({
  id: auditIdOf(entry.id),
  at: entry.createdAt,
  actor: entry.actor,
  address: entry.address,
  requestId: entry.requestId,
  action: entry.type,
  object: objectOf(entry.type, entry.data),
  ...changeOf(entry.type, entry.data),
  ...entry.audit
})

const passes =
  (workspaceId: WorkspaceId, { actorId, objectId, from, until }: AuditFilter) =>
  ({ workspaceId: of, type, data, actor, createdAt }: StoredEntry): boolean =>
    of === workspaceId &&
    (actorId === undefined || actor.id === actorId || actor.user?.id === actorId) &&
    (objectId === undefined || objectOf(type, data).id === objectId) &&
    (from === undefined || createdAt.epochMilliseconds >= from.epochMilliseconds) &&
    (until === undefined || createdAt.epochMilliseconds < until.epochMilliseconds)

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const random = yield* SecureRandom.SecureRandom
    return EventLog.of({
      append: Effect.fnUntraced(function* (entry) {
        const { webhookEndpoints } = yield* store.state
        const chosen = [...webhookEndpoints.values()].filter(
          ({ workspaceId, enabled, events }) =>
            entry.isTold &&
            workspaceId === entry.workspaceId &&
            enabled &&
            chooses(events, entry.type)
        )
        const recipients = yield* Effect.forEach(chosen, ({ id }) =>
          Effect.map(DeliveryId.next(random), (deliveryId) => [deliveryId, id] as const)
        )
        yield* store.update((state) => appended(state, entry, recipients))
      }),

      read: (workspaceId, after, limit, types) =>
        Effect.map(store.state, ({ log }) => {
          const isWanted = isEventType(types)
          return log
            .flatMap(
              ({ event, id, type, createdAt, data, workspaceId: of }): Array<Event> =>
                of === workspaceId && event !== null && event.sequence > after && isWanted(type)
                  ? [{ id, type, createdAt, data, workspaceId, ...event }]
                  : []
            )
            .slice(0, limit)
        }),

      audit: (workspaceId, filter, { order, beyond, limit }) =>
        Effect.map(store.state, ({ log }) => {
          const lines = log.filter(passes(workspaceId, filter)).map(lineOf)
          const inOrder = order === "oldest" ? lines : Arr.reverse(lines)
          return inOrder
            .filter(
              ({ sequence }) =>
                beyond === null || (order === "oldest" ? sequence > beyond : sequence < beyond)
            )
            .slice(0, limit)
        })
    })
  })
)
