/**
 * Delivers events to webhook endpoints, at least once. Each endpoint is worked on by one fiber of one
 * process at a time, under a lease, so a slow receiver holds up nobody but itself.
 */
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  type Attempt,
  afterTry,
  type TryOutcome,
  type WebhookDelivery,
  type WebhookEndpoint
} from "../../domain/events/Webhook.ts"
import { signWebhook } from "../../domain/events/WebhookSignature.ts"
import {
  type EndpointClaim,
  type EndpointRef,
  WebhookRepository
} from "../ports/events/WebhookRepository.ts"
import { WebhookSender } from "../ports/events/WebhookSender.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { Vault, webhookPlace } from "../ports/Vault.ts"
import { EventLinks } from "./EventLinks.ts"
import { leaseEnd, underLease } from "./WebhookLease.ts"

/** Endpoints that one process works on at a time. */
const concurrency = 100
/** Deliveries in a row before another endpoint may have the worker's place. */
const turns = 50
/** Makes the wait for an answer interruptible again. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const pollEvery = "500 millis"

export class WebhookDispatch extends Context.Service<
  WebhookDispatch,
  {
    /** Takes endpoints that something is due for; each is handed to `work` with its lease. */
    readonly claim: (limit: number) => Effect.Effect<ReadonlyArray<EndpointClaim>>
    /** Delivers what is due for the endpoint, then gives its lease back. */
    readonly work: (claim: EndpointClaim) => Effect.Effect<void>
  }
>()("retainer/app/WebhookDispatch") {
  static readonly layer = Layer.effect(
    WebhookDispatch,
    Effect.gen(function* () {
      const repository = yield* WebhookRepository
      const sender = yield* WebhookSender
      const vault = yield* Vault
      const links = yield* EventLinks
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      /** One signature for each secret that is good now. */
      const signatures = Effect.fnUntraced(function* (
        endpoint: WebhookEndpoint,
        delivery: WebhookDelivery,
        seconds: number,
        body: string
      ) {
        const { previousSecret, previousExpiresAt } = endpoint
        const now = yield* DateTime.now
        const isOldGood =
          previousExpiresAt !== null && DateTime.isGreaterThan(previousExpiresAt, now)
        const secrets = [
          endpoint.secret,
          ...(previousSecret !== null && isOldGood ? [previousSecret] : [])
        ]
        const all = yield* Effect.forEach(secrets, (secret) =>
          signWebhook(
            vault.decrypt(secret, webhookPlace(endpoint)),
            delivery.eventId,
            seconds,
            body
          )
        )
        return all.join(" ")
      })

      const attempt = Effect.fn("WebhookDispatch.attempt")(function* (
        endpoint: WebhookEndpoint,
        delivery: WebhookDelivery,
        restore: Restore
      ) {
        const at = yield* DateTime.now
        const seconds = Math.floor(DateTime.toEpochMillis(at) / 1000)
        const body = yield* links.bodyOf(delivery)
        const sent = yield* restore(
          sender.send({
            url: endpoint.url,
            headers: {
              "content-type": "application/json",
              "webhook-id": delivery.eventId,
              "webhook-timestamp": String(seconds),
              "webhook-signature": yield* signatures(endpoint, delivery, seconds, body)
            },
            body
          })
        ).pipe(
          Effect.map((statusCode) => ({ statusCode, error: null })),
          Effect.catchTag("WebhookNotSent", ({ reason }) =>
            Effect.succeed({ statusCode: null, error: reason })
          )
        )
        const ended = yield* Clock.currentTimeMillis
        const made: Attempt = { at, ...sent, durationMs: ended - DateTime.toEpochMillis(at) }
        return { attempt: made, gone: sent.statusCode === 410 }
      })

      const settle = Effect.fnUntraced(function* (delivery: WebhookDelivery, outcome: TryOutcome) {
        const chance = (yield* random.intBetween(0, 999)) / 1000
        yield* transact(
          Effect.gen(function* () {
            const { workspaceId, endpointId, id } = delivery
            const endpoint = yield* repository.getForUpdate(workspaceId, endpointId)
            // Removed while the message was under way, and its deliveries with it.
            if (endpoint === null) return
            // As it is now: it may have been replayed meanwhile, or ended by another worker.
            const current = yield* repository.findDelivery(workspaceId, endpointId, id)
            if (current === null) return
            yield* repository.saveDelivery(afterTry(current, outcome, chance))
            if (outcome.gone && endpoint.enabled) {
              const updatedAt = outcome.attempt.at
              yield* repository.save({ ...endpoint, enabled: false, updatedAt })
            }
          })
        )
      })

      /** Delivers in turn, for as long as the lease is held. */
      const work = Effect.fnUntraced(function* (
        ref: EndpointRef,
        isHeld: Effect.Effect<boolean>,
        restore: Restore
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
        claim: Effect.fnUntraced(function* (limit) {
          return yield* repository.claim(yield* DateTime.now, yield* leaseEnd, limit)
        }),
        // A stop cuts off what waits for an answer, and gives the endpoint back; an outcome that is
        // known is written down first.
        work: (claim) =>
          Effect.uninterruptibleMask((restore) =>
            underLease(repository, claim, (isHeld) => work(claim, isHeld, restore))
          )
      })
    })
  )
}

/** Delivers for as long as the layer lives. */
export const layerWebhookWorker: Layer.Layer<never, never, WebhookDispatch> = Layer.effectDiscard(
  Effect.gen(function* () {
    const delivery = yield* WebhookDispatch
    let busy = 0
    const workOn = (claim: EndpointClaim) =>
      delivery.work(claim).pipe(
        Effect.catchCause((cause) => Effect.logError("A webhook worker met a defect", cause)),
        Effect.ensuring(
          Effect.sync(() => {
            busy -= 1
          })
        )
      )
    const poll = Effect.gen(function* () {
      if (busy >= concurrency) return
      const claimed = yield* delivery.claim(concurrency - busy)
      busy += claimed.length
      yield* Effect.forEach(claimed, (claim) => Effect.forkScoped(workOn(claim)), {
        discard: true
      })
    }).pipe(
      Effect.catchCause((cause) => Effect.logError("Webhooks could not be looked for", cause))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(poll, Effect.sleep(pollEvery))))
  })
)
