/** Webhooks as the Effect client takes them: an event that is genuine, or a failure that says why not. */
import { Effect, Redacted, Schema } from "effect"
import { SentEvent } from "../../domain/events/EventSchemas.ts"
import type { WebhookHeaders } from "../../domain/events/WebhookMac.ts"
import { verifyWebhookSignature } from "../../domain/events/WebhookSignature.ts"

/**
 * An event, or the test of an endpoint (`webhook.test`, sequence 0). A switch over `type` needs a
 * default: a later version may send further types.
 */
export const WebhookEvent = SentEvent
export type WebhookEvent = SentEvent

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
