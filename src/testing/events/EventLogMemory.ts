/** The log in memory, which also queues deliveries. */
import { Array as Arr, Effect, Layer, Predicate } from "effect"
import { SecureRandom } from "effect/crypto"
import { type AuditFilter, type ChainPlace, EventLog } from "../../app/ports/events/EventLog.ts"
import { chooses, type EventType, eventTypes } from "../../domain/events/Event.ts"
import {
  auditIdOf,
  canonicalEntry,
  chained,
  changeOf,
  endpointOf,
  type Halves,
  joined,
  type LogEntry,
  noHash,
  objectNameOf,
  objectOf
} from "../../domain/events/LogEntry.ts"
import {
  entryBytes,
  type LoggedEvent,
  type LoggedLine,
  type ShownText,
  shownText
} from "../../domain/events/LoggedEvent.ts"
import { newDelivery } from "../../domain/events/Webhook.ts"
import { DeliveryId, type WebhookEndpointId, type WorkspaceId } from "../../domain/Ids.ts"
import { fittingCount } from "../../domain/Page.ts"
import { requireAllUsed } from "../../domain/text/Search.ts"
import { type MemoryState, MemoryStore, type StoredEntry } from "../store/MemoryStore.ts"
import { sha256Of } from "../store/Rows.ts"

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
  const canonical = canonicalEntry(entry)
  const audit = following(own.at(-1)?.audit, canonical.audit)
  if (!entry.isEvent) return { ...state, log: [...state.log, { ...entry, event: null, audit }] }
  const last = own.findLast(({ event }) => event !== null)?.event ?? undefined
  const event = following(last, canonical.event)
  const deliveryTo = newDelivery(entry)
  const deliveries = new Map(state.deliveries)
  for (const [id, endpointId] of recipients) deliveries.set(id, deliveryTo(id, endpointId))
  return { ...state, deliveries, log: [...state.log, { ...entry, event, audit }] }
}

const isEventType =
  (types: ReadonlyArray<EventType>) =>
  (type: string): type is EventType =>
    types.some((one) => one === type)

const isEvent = isEventType(eventTypes)

const member = (resource: unknown, name: string): string | null =>
  Predicate.hasProperty(resource, name) ? String(resource[name]) : null

const shown = (resource: unknown): ShownText =>
  shownText(JSON.stringify(resource), member(resource, "id"), member(resource, "status"))

const eventOf = (
  { id, createdAt, data, workspaceId }: StoredEntry,
  type: EventType,
  place: ChainPlace
): LoggedEvent => ({
  id,
  type,
  createdAt,
  workspaceId,
  ...place,
  object: shown(data.object),
  previous: shown(data.previous)
})

const lineOf = (entry: StoredEntry): LoggedLine => {
  const { before, after } = changeOf(entry.type, entry.data)
  return {
    id: auditIdOf(entry.id),
    at: entry.createdAt,
    actor: entry.actor,
    address: entry.address,
    requestId: entry.requestId,
    action: entry.type,
    object: objectOf(entry.type, entry.data),
    objectName: objectNameOf(entry.data),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    ...entry.audit
  }
}

const encoder = new TextEncoder()

const pageOf = <Entry>(
  entries: ReadonlyArray<Entry>,
  limit: number,
  texts: (entry: Entry) => ReadonlyArray<string>
): ReadonlyArray<Entry> => {
  const page = entries.slice(0, limit)
  const bytesOf = (entry: Entry) =>
    texts(entry).reduce((sum, text) => sum + encoder.encode(text).length, entryBytes)
  return page.slice(0, fittingCount(page, bytesOf))
}

const passes =
  (workspaceId: WorkspaceId, { actorId, objectId, family, from, until, ...others }: AuditFilter) =>
  ({ workspaceId: of, type, data, actor, createdAt }: StoredEntry): boolean => {
    requireAllUsed(others)
    return (
      of === workspaceId &&
      (actorId === undefined || actor.id === actorId || actor.user?.id === actorId) &&
      (objectId === undefined || objectOf(type, data).id === objectId) &&
      (family === undefined || type.startsWith(`${family}.`)) &&
      (from === undefined || createdAt.epochMilliseconds >= from.epochMilliseconds) &&
      (until === undefined || createdAt.epochMilliseconds < until.epochMilliseconds)
    )
  }

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const random = yield* SecureRandom.SecureRandom
    return EventLog.of({
      append: Effect.fnUntraced(function* (entry) {
        const { webhookEndpoints } = yield* store.state
        const chosen = [...webhookEndpoints.values()].filter(
          ({ id, workspaceId, enabled, events }) =>
            entry.isEvent &&
            id !== endpointOf(entry) &&
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
          const events = log.flatMap((entry) =>
            entry.workspaceId === workspaceId &&
            entry.event !== null &&
            entry.event.sequence > after &&
            isWanted(entry.type)
              ? [eventOf(entry, entry.type, entry.event)]
              : []
          )
          return pageOf(events, limit, ({ object, previous }) => [object.json, previous.json])
        }),

      find: (workspaceId, id) =>
        Effect.map(store.state, ({ log }) => {
          const entry = log.find((one) => one.workspaceId === workspaceId && one.id === id)
          return entry === undefined || entry.event === null || !isEvent(entry.type)
            ? null
            : eventOf(entry, entry.type, entry.event)
        }),

      audit: (workspaceId, filter, { order, beyond, limit }) =>
        Effect.map(store.state, ({ log }) => {
          const lines = log.filter(passes(workspaceId, filter)).map(lineOf)
          const inOrder = (order === "oldest" ? lines : Arr.reverse(lines)).filter(
            ({ sequence }) =>
              beyond === null || (order === "oldest" ? sequence > beyond : sequence < beyond)
          )
          return pageOf(inOrder, limit, ({ before, after }) => [before, after])
        })
    })
  })
)
