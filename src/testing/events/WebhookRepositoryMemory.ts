/** Webhook endpoints and deliveries in memory. */
import { DateTime, Effect, Layer } from "effect"
import { type EndpointLease, WebhookRepository } from "../../app/ports/events/WebhookRepository.ts"
import { type Failing, longestWaits, pauses } from "../../domain/events/Webhook.ts"
import type { WebhookDelivery } from "../../domain/events/WebhookResource.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"
import { withChanged, withoutRows, withRow } from "../store/Rows.ts"

const isDue = (delivery: WebhookDelivery, now: DateTime.Utc): boolean =>
  delivery.nextTryAt !== null && DateTime.isLessThanOrEqualTo(delivery.nextTryAt, now)

const dueOf = (state: MemoryState, endpointId: string, now: DateTime.Utc) =>
  [...state.deliveries.values()]
    .filter((delivery) => delivery.endpointId === endpointId && isDue(delivery, now))
    .sort((a, b) => Number(a.nextTryAt?.epochMilliseconds) - Number(b.nextTryAt?.epochMilliseconds))

/** Null if the endpoint accepts everything. */
const failingOf = ({ deliveries }: MemoryState, endpointId: string): Failing | null => {
  const own = [...deliveries.values()].filter((one) => one.endpointId === endpointId)
  const taken = own
    .filter(({ status }) => status === "delivered")
    .reduce((last, { id }) => (id > last ? id : last), "")
  const [first, ...others] = own.flatMap(({ id, status, tries, firstTryAt }) =>
    (status === "pending" && tries > 0) || (status === "dead" && id > taken)
      ? (firstTryAt ?? [])
      : []
  )
  return first === undefined
    ? null
    : { since: others.reduce(DateTime.min, first), deliveries: 1 + others.length }
}

type Port = WebhookRepository["Service"]

const endpoints = (store: MemoryStore["Service"]) => {
  const save: Port["save"] = (endpoint) =>
    store.update((state) => ({
      ...state,
      webhookEndpoints: withRow(state.webhookEndpoints, endpoint.id, endpoint)
    }))

  const find: Port["find"] = (workspaceId, id) =>
    Effect.map(store.state, ({ webhookEndpoints }) => {
      const endpoint = webhookEndpoints.get(id)
      return endpoint?.workspaceId === workspaceId ? endpoint : null
    })

  return {
    insert: save,
    save,
    find,
    getForUpdate: find,
    remove: (workspaceId, id) =>
      store.update((state) =>
        state.webhookEndpoints.get(id)?.workspaceId === workspaceId
          ? {
              ...state,
              webhookEndpoints: withoutRows(state.webhookEndpoints, (row) => row.id === id),
              deliveries: withoutRows(state.deliveries, (row) => row.endpointId === id),
              webhookLeases: withoutRows(state.webhookLeases, (_, leased) => leased === id)
            }
          : state
      ),
    list: (workspaceId, page) =>
      Effect.map(store.state, ({ webhookEndpoints }) =>
        pageOf(
          [...webhookEndpoints.values()].filter((row) => row.workspaceId === workspaceId),
          page
        )
      ),
    failing: (workspaceId) =>
      Effect.map(
        store.state,
        (state) =>
          new Map(
            [...state.webhookEndpoints.values()].flatMap((endpoint) => {
              const failing = failingOf(state, endpoint.id)
              return endpoint.workspaceId !== workspaceId || failing === null
                ? []
                : [[endpoint.id, failing] as const]
            })
          )
      ),
    endpointsToDisable: (bounds) =>
      Effect.map(store.state, ({ webhookEndpoints, deliveries }) =>
        [...webhookEndpoints.values()]
          .filter(({ id, enabled, failingSince, failedAt }) => {
            const waiting = [...deliveries.values()].filter(
              ({ endpointId, status }) => endpointId === id && status === "pending"
            )
            const hasFailed =
              failingSince !== null &&
              failedAt !== null &&
              DateTime.isLessThanOrEqualTo(failingSince, bounds.failingSince) &&
              DateTime.isGreaterThan(failedAt, bounds.failedAfter)
            return enabled && waiting.length > (hasFailed ? 0 : bounds.maxPending)
          })
          .map(({ workspaceId, id }) => ({ workspaceId, id }))
      )
  } satisfies Partial<Port>
}

const deliveries = (store: MemoryStore["Service"]) => {
  const put = (delivery: WebhookDelivery) =>
    store.update((state) => ({
      ...state,
      deliveries: withRow(state.deliveries, delivery.id, delivery)
    }))

  return {
    insertDelivery: (delivery, message) =>
      store.update((state) => ({
        ...state,
        deliveries: withRow(state.deliveries, delivery.id, delivery),
        deliveryMessages: withRow(state.deliveryMessages, delivery.id, message)
      })),
    messageOf: ({ id }) =>
      Effect.flatMap(store.state, ({ deliveryMessages }) => {
        const message = deliveryMessages.get(id)
        return message === undefined
          ? Effect.die(new Error(`${id} has no message`))
          : Effect.succeed(message)
      }),
    saveDelivery: put,
    findDelivery: (workspaceId, endpointId, id) =>
      Effect.map(store.state, ({ deliveries }) => {
        const found = deliveries.get(id)
        return found?.workspaceId === workspaceId && found.endpointId === endpointId ? found : null
      }),
    deliveries: (workspaceId, endpointId, page) =>
      Effect.map(store.state, ({ deliveries }) =>
        pageOf(
          [...deliveries.values()].filter(
            (row) => row.workspaceId === workspaceId && row.endpointId === endpointId
          ),
          page
        )
      ),
    nextDue: ({ id }, now) => Effect.map(store.state, (state) => dueOf(state, id, now)[0] ?? null),
    rescheduleLate: (now) =>
      store.update((state) => ({
        ...state,
        deliveries: withChanged(
          state.deliveries,
          ({ nextTryAt, tries }) =>
            nextTryAt !== null &&
            DateTime.isGreaterThan(
              nextTryAt,
              DateTime.add(now, { seconds: longestWaits[tries] ?? 0 })
            ),
          (delivery) => ({
            ...delivery,
            nextTryAt: DateTime.add(now, { seconds: pauses[delivery.tries] ?? 0 })
          })
        )
      }))
  } satisfies Partial<Port>
}

const leases = (store: MemoryStore["Service"]) => {
  type Leases = MemoryState["webhookLeases"]

  /** A lease belongs to the worker that knows its end. */
  const changeLease = ({ id, until }: EndpointLease, change: (all: Leases) => Leases) =>
    store.modify((state) => {
      const current = state.webhookLeases.get(id)
      return current !== undefined && DateTime.Equivalence(current, until)
        ? [Effect.succeed(true), { ...state, webhookLeases: change(state.webhookLeases) }]
        : [Effect.succeed(false), state]
    })

  return {
    claim: (now, until, limit) =>
      store.modify((state) => {
        const free = [...state.webhookEndpoints.values()].filter((endpoint) => {
          const busy = state.webhookLeases.get(endpoint.id)
          const isFree = busy === undefined || DateTime.isLessThanOrEqualTo(busy, now)
          return endpoint.enabled && isFree && dueOf(state, endpoint.id, now).length > 0
        })
        const taken = free.slice(0, limit)
        const leases = new Map(state.webhookLeases)
        for (const { id } of taken) leases.set(id, until)
        return [
          Effect.succeed(taken.map(({ workspaceId, id }) => ({ workspaceId, id, until }))),
          { ...state, webhookLeases: leases }
        ]
      }),
    renewLease: (lease, until) => changeLease(lease, (all) => withRow(all, lease.id, until)),
    releaseLease: (lease) =>
      changeLease(lease, (all) => withoutRows(all, (_, leased) => leased === lease.id))
  } satisfies Partial<Port>
}

export const WebhookRepositoryMemory = Layer.effect(
  WebhookRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    return WebhookRepository.of({ ...endpoints(store), ...deliveries(store), ...leases(store) })
  })
)
