/** What `retainer/webhooks` is: whether a webhook is genuine, and what it brings. */
export { verifyWebhook, WebhookEvent } from "./client/Webhooks.ts"
export { WebhookUnverified } from "./domain/events/WebhookSignature.ts"
