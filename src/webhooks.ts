/**
 * The entry `retainer/webhooks`: verifies a webhook and returns its event, as a promise or on
 * Effect.
 */

export { verifyWebhook, WebhookEvent } from "./client/effect/Webhooks.ts"
export {
  type ReceivedEvent,
  type ReceivedWebhook,
  receiveWebhook,
  signedHeaders,
  WebhookRefused
} from "./client/promise/ReceiveWebhook.ts"
export { WebhookUnverified } from "./domain/events/WebhookSignature.ts"
