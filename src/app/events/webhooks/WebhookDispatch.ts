/**
 * Delivers events to webhook endpoints, at least once. One fiber of one process works on an
 * endpoint at a time, under a lease, so a slow receiver delays only itself.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { healthAfter, isToBeDisabled } from "../../../domain/events/EndpointHealth.ts"
import { afterTry, type TryOutcome } from "../../../domain/events/Webhook.ts"
import type { WebhookDelivery } from "../../../domain/events/WebhookResource.ts"
import {
  type EndpointLease,
  type EndpointRef,
  WebhookRepository
} from "../../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { disableWebhook } from "./DisableWebhook.ts"
import { type RestoreInterruption, webhookAttempt } from "./WebhookAttempt.ts"
import { leaseEnd, underLease } from "./WebhookLease.ts"

/** Deliveries in a row before the worker takes another endpoint. */
const turns = 50

/** Stores the outcome of a try in the current delivery. */
const makeSettle = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const random = yield* SecureRandom.SecureRandom
  const disable = yield* disableWebhook
  const { transact } = yield* UnitOfWork
  return Effect.fnUntraced(function* (delivery: WebhookDelivery, outcome: TryOutcome) {
    const chance = (yield* random.intBetween(0, 999)) / 1000
    const { workspaceId, endpointId, id } = delivery
    const endpoint = yield* repository.getForUpdate(workspaceId, endpointId)
    // The endpoint was removed during the try.
    if (endpoint === null) return
    // Read again: a replay or another worker may have changed it during the try.
    const current = yield* repository.findDelivery(workspaceId, endpointId, id)
    if (current === null) return
    yield* repository.saveDelivery(afterTry(current, outcome, chance))
    if (!endpoint.enabled) return
    const after = healthAfter(endpoint, outcome)
    if (isToBeDisabled(after, outcome)) yield* disable(endpoint, outcome.attempt.at)
    else if (after !== endpoint) yield* repository.save(after)
  }, transact)
})

export class WebhookDispatch extends Context.Service<
  WebhookDispatch,
  {
    /** Takes endpoints that something is due for; each is handed to `work` with its lease. */
    readonly claim: (limit: number) => Effect.Effect<ReadonlyArray<EndpointLease>>
    /** Delivers what is due for the endpoint, then gives its lease back. */
    readonly work: (lease: EndpointLease) => Effect.Effect<void>
  }
>()("retainer/app/WebhookDispatch") {
  static readonly layer = Layer.effect(
    WebhookDispatch,
    Effect.gen(function* () {
      const repository = yield* WebhookRepository
      const unitOfWork = yield* UnitOfWork
      const attempt = yield* webhookAttempt
      const settle = yield* makeSettle

      /** Delivers in turn, for as long as the lease is held. */
      const work = Effect.fnUntraced(function* (
        ref: EndpointRef,
        isHeld: Effect.Effect<boolean>,
        restore: RestoreInterruption
      ) {
        for (let turn = 0; turn < turns; turn++) {
          const endpoint = yield* repository.find(ref.workspaceId, ref.id)
          const delivery = yield* repository.nextDue(ref, yield* DateTime.now)
          if (endpoint === null || !endpoint.enabled || delivery === null) break
          if (!(yield* isHeld)) break
          yield* settle(delivery, yield* attempt(endpoint, delivery, restore))
        }
      })

      return WebhookDispatch.of({
        claim: Effect.fnUntraced(
          function* (limit) {
            return yield* repository.claim(yield* DateTime.now, yield* leaseEnd, limit)
          },
          unitOfWork.transact,
          Effect.flatten
        ),
        // A stop cuts off what waits for an answer, and gives the endpoint back; an outcome that is
        // known is written down first.
        work: (lease) =>
          Effect.uninterruptibleMask((restore) =>
            underLease(unitOfWork, repository, lease, (isHeld) => work(lease, isHeld, restore))
          )
      })
    })
  )
}
