/** What every storage must tell of webhook endpoints that fail. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer } from "effect"
import { WebhookRepository } from "../../../src/app/ports/events/WebhookRepository.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../../src/domain/events/Webhook.ts"
import { type MoneyPorts, newDelivery, newEndpoint } from "./moneyContract.ts"
import { newWorkspace, now } from "./storageContract.ts"

/** Minutes after the beginning. */
const at = (minutes: number) => DateTime.add(now, { minutes })

const deliver = Effect.fnUntraced(function* (
  endpoint: WebhookEndpoint,
  fields: Partial<WebhookDelivery>
) {
  const delivery = { ...(yield* newDelivery(endpoint)), nextTryAt: null, ...fields }
  yield* (yield* WebhookRepository).insertDeliveries([delivery])
  return delivery
})

const untried = { status: "pending", nextTryAt: now } as const
const failed = (minutes: number) => ({ ...untried, tries: 2, firstTryAt: at(minutes) }) as const
const dead = (minutes: number) => ({ status: "dead", tries: 10, firstTryAt: at(minutes) }) as const
const delivered = { status: "delivered", tries: 1, firstTryAt: now } as const

export const deliveriesContract = <E>(name: string, storage: Layer.Layer<MoneyPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(name, (it) => {
    it.effect(
      "an endpoint fails with what is tried again, and what was given up since it took one",
      () =>
        Effect.gen(function* () {
          const repository = yield* WebhookRepository
          const workspace = yield* newWorkspace
          const endpoint = yield* newEndpoint(workspace.id)
          const calm = yield* newEndpoint(workspace.id)
          const foreign = yield* newEndpoint((yield* newWorkspace).id)
          yield* deliver(foreign, failed(0))
          yield* deliver(calm, untried)
          yield* deliver(calm, delivered)
          const failing = Effect.map(repository.failing(workspace.id), (all) => [...all])
          assert.deepStrictEqual(yield* failing, [])
          yield* deliver(endpoint, dead(1))
          yield* deliver(endpoint, dead(2))
          assert.deepStrictEqual(yield* failing, [[endpoint.id, { since: at(1), deliveries: 2 }]])
          // It takes messages again: what was given up before is over.
          yield* deliver(endpoint, delivered)
          assert.deepStrictEqual(yield* failing, [])
          const waiting = yield* deliver(endpoint, failed(5))
          yield* deliver(endpoint, dead(4))
          assert.deepStrictEqual(yield* failing, [[endpoint.id, { since: at(4), deliveries: 2 }]])
          yield* deliver(endpoint, delivered)
          assert.deepStrictEqual(yield* failing, [[endpoint.id, { since: at(5), deliveries: 1 }]])
          yield* repository.saveDelivery({ ...waiting, ...delivered, nextTryAt: null })
          assert.deepStrictEqual(yield* failing, [])
        })
    )
  })
}
