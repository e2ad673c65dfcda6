/** One try of a delivery: signs with every valid secret, sends, and returns the outcome. */
import { Clock, Context, DateTime, Effect } from "effect"
import { signingSecrets, type TryOutcome } from "../../../domain/events/Webhook.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../../domain/events/WebhookResource.ts"
import { signWebhook } from "../../../domain/events/WebhookSignature.ts"
import { WebhookSender } from "../../ports/events/WebhookSender.ts"
import { Vault, webhookPlace } from "../../ports/Vault.ts"
import { useCase } from "../../UseCase.ts"
import { EventLinks } from "../EventLinks.ts"

/** Makes the wait for the answer interruptible. */
export type RestoreInterruption = <A, E, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

/**
 * The clock of receivers, who check the timestamp. It differs from ours if a test sets the time.
 */
export const ReceiversClock = Context.Reference<Clock.Clock | null>("retainer/app/ReceiversClock", {
  defaultValue: () => null
})

const goneStatus = 410

export const webhookAttempt = Effect.gen(function* () {
  const sender = yield* WebhookSender
  const vault = yield* Vault
  const links = yield* EventLinks

  const signatures = Effect.fnUntraced(function* (
    endpoint: WebhookEndpoint,
    delivery: WebhookDelivery,
    at: DateTime.Utc,
    body: string
  ) {
    const clock = (yield* ReceiversClock) ?? (yield* Clock.Clock)
    const seconds = Math.floor(clock.currentTimeMillisUnsafe() / 1000)
    const all = yield* Effect.forEach(signingSecrets(endpoint, at), (secret) =>
      signWebhook(vault.decrypt(secret, webhookPlace(endpoint)), delivery.eventId, seconds, body)
    )
    return {
      "webhook-id": delivery.eventId,
      "webhook-timestamp": String(seconds),
      "webhook-signature": all.join(" ")
    }
  })

  return useCase("WebhookDispatch.attempt")(function* (
    endpoint: WebhookEndpoint,
    delivery: WebhookDelivery,
    restore: RestoreInterruption
  ) {
    const at = yield* DateTime.now
    const body = yield* links.bodyOf(delivery)
    const headers = {
      "content-type": "application/json",
      ...(yield* signatures(endpoint, delivery, at, body))
    }
    const sent = yield* restore(sender.send({ url: endpoint.url, headers, body })).pipe(
      Effect.map((statusCode) => ({ statusCode, error: null })),
      Effect.catchTag("WebhookNotSent", ({ reason }) =>
        Effect.succeed({ statusCode: null, error: reason })
      )
    )
    const durationMs = (yield* Clock.currentTimeMillis) - DateTime.toEpochMillis(at)
    const outcome: TryOutcome = {
      attempt: { at, ...sent, durationMs },
      gone: sent.statusCode === goneStatus
    }
    return outcome
  })
})
