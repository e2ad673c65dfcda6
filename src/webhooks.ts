/**
 * What `retainer/webhooks` is: whether a webhook is genuine, and what it brings; as a promise
 * (`receiveWebhook`) and on Effect (`verifyWebhook`).
 */
export {
  type ReceivedEvent,
  type ReceivedWebhook,
  receiveWebhook,
  signedHeaders,
  WebhookRefused
} from "./client/ReceiveWebhook.ts"
export { verifyWebhook, WebhookEvent } from "./client/Webhooks.ts"
export { WebhookUnverified } from "./domain/events/WebhookSignature.ts"
