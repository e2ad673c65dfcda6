/** Endpoints that the service disables: the conditions, the event and the mails. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { WebhookSweep } from "../../../src/app/events/webhooks/WebhookSweep.ts"
import { scopes } from "../../../src/domain/access/Scope.ts"
import { maxPending } from "../../../src/domain/events/EndpointHealth.ts"
import { newDelivery } from "../../../src/domain/events/Webhook.ts"
import { DeliveryId, EventId } from "../../../src/domain/Ids.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"
import { bodyOf, setUp } from "./receiver.ts"

layer(layerRetainerMemory)("an endpoint", (it) => {
  it.effect("that accepted nothing for a day is disabled, with an event and a mail", () =>
    Effect.gen(function* () {
      const { app, create, newClient, receivers, call, received, url } = yield* setUp
      const { id } = yield* create()
      const other = `${url}/other`
      yield* create({ url: other, events: ["webhook_endpoint.*"] })
      yield* receivers.behave((message) => Effect.succeed(message.url === other ? 200 : 500))
      yield* newClient
      const { sweep } = yield* WebhookSweep
      const isEnabled = Effect.map(
        call("GET", `/v1/webhook_endpoints/${id}`),
        ({ body }) => body.enabled
      )
      for (let hour = 0; hour < 24; hour++) {
        yield* app.deliverWebhooks
        yield* sweep
        assert.isTrue(yield* isEnabled, `after ${hour} hours`)
        yield* TestClock.adjust("1 hour")
      }
      yield* sweep
      assert.isFalse(yield* isEnabled)
      yield* app.deliverWebhooks
      const disabled = (yield* call("GET", "/v1/events?limit=100")).body.data.filter(
        ({ type }: { type: string }) => type === "webhook_endpoint.disabled"
      )
      assert.lengthOf(disabled, 1)
      assert.deepInclude(disabled[0].data.object, { id, enabled: false })
      assert.deepInclude(disabled[0].data.previous, { id, enabled: true })
      // The other endpoint receives the event; the disabled one does not.
      const messages = (yield* received).filter(
        (message) => bodyOf(message).type === "webhook_endpoint.disabled"
      )
      assert.deepStrictEqual(
        messages.map((message) => message.url),
        [other]
      )
      const mails = (yield* call("GET", "/v1/mails?kind=notice")).body.data
      assert.lengthOf(mails, 1)
    })
  )

  it.effect("is visible to keys that have every `:write` scope, and to no other", () =>
    Effect.gen(function* () {
      const { app, newClient, receivers } = yield* setUp
      const own = yield* app.workspace({ ownerEmail: newAddress() })
      const call = sender(own.apiKey)
      yield* receivers.behave(() => Effect.succeed(410))
      yield* call("POST", "/v1/webhook_endpoints", { url: "https://gone.example/" })
      yield* newClient
      yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
      yield* app.deliverWebhooks
      const typesOf = (ask: typeof call) =>
        Effect.map(ask("GET", "/v1/events?limit=100"), ({ body }) =>
          body.data.map(({ type }: { type: string }) => type)
        )
      assert.include(yield* typesOf(call), "webhook_endpoint.disabled")
      const fewer = scopes.filter((scope) => scope !== "tasks:write")
      const others = sender(yield* app.apiKey(own, fewer))
      assert.deepStrictEqual(yield* typesOf(others), ["client.created"])
    })
  )

  it.effect("for which more than 10,000 events are pending is disabled by the sweep", () =>
    Effect.gen(function* () {
      const { create, call } = yield* setUp
      const { sweep } = yield* WebhookSweep
      const store = yield* MemoryStore
      const random = yield* SecureRandom.SecureRandom
      const { id } = yield* create()
      const isEnabled = Effect.map(
        call("GET", `/v1/webhook_endpoints/${id}`),
        ({ body }) => body.enabled
      )
      const endpoint = (yield* store.state).webhookEndpoints.get(id)
      if (endpoint === undefined) return assert.fail("the endpoint is not there")
      const createdAt = yield* DateTime.now
      const enqueue = Effect.fnUntraced(function* (count: number) {
        const { workspaceId } = endpoint
        const eventId = yield* EventId.next(random)
        const deliveryTo = newDelivery({
          id: eventId,
          workspaceId,
          type: "webhook.test",
          createdAt
        })
        const ids = yield* Effect.all(Array.from({ length: count }, () => DeliveryId.next(random)))
        const added = ids.map((one) => [one, deliveryTo(one, endpoint.id)] as const)
        yield* store.update((state) => ({
          ...state,
          deliveries: new Map([...state.deliveries, ...added])
        }))
      })
      yield* enqueue(maxPending)
      yield* sweep
      assert.isTrue(yield* isEnabled)
      yield* enqueue(1)
      yield* sweep
      assert.isFalse(yield* isEnabled)
    })
  )
})
