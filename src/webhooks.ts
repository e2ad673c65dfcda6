/**
 * What `retainer/webhooks` is: whether a webhook is genuine, and what it brings; as a promise
 * (`receiveWebhook`) and on Effect (`verifyWebhook`).
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
