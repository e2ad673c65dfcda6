/** Verifies and decodes a webhook, on Effect. */
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
 * The event of a webhook that was signed with the endpoint's secret (`whsec_…`) within the last
 * five minutes. `body` is the exact text of the request. Fails with WebhookUnverified, or with a
 * SchemaError if the body is not an event.
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
