/** Webhooks as the Effect client takes them: an event that is genuine, or a failure that says why not. */
import { Effect, Redacted, Schema } from "effect"
import { EventResource, EventType } from "../../domain/events/Event.ts"
import type { WebhookHeaders } from "../../domain/events/WebhookMac.ts"
import { verifyWebhookSignature } from "../../domain/events/WebhookSignature.ts"
import { shape } from "../../domain/Resource.ts"

/** What a webhook brings: an event, or the test of an endpoint (`webhook.test`, sequence 0). */
export const WebhookEvent = Schema.toEncoded(
  shape({
    ...EventResource.fields,
    // A test has none, and a message that waits since an earlier version.
    previousHash: Schema.optionalKey(EventResource.fields.previousHash),
    hash: Schema.optionalKey(EventResource.fields.hash),
    type: Schema.Union([EventType, Schema.Literal("webhook.test")])
  })
)
export type WebhookEvent = typeof WebhookEvent.Type

/**
 * The event of a webhook that is genuine: signed with the endpoint's secret (`whsec_…`) within the last
 * five minutes. `body` is the text exactly as it came; fails with WebhookUnverified, or a SchemaError
 * where the body is no event of this version.
 */
export const verifyWebhook = Effect.fnUntraced(function* (
  secret: string | Redacted.Redacted,
  headers: WebhookHeaders,
  body: string
) {
  const key = Redacted.isRedacted(secret) ? secret : Redacted.make(secret)
  yield* verifyWebhookSignature(key, headers, body)
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(WebhookEvent))(body)
})
