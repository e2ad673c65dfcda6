/** Endpoints and deliveries of webhooks, for tests of the ports. */
import { Effect } from "effect"
import { WebhookRepository } from "../../src/app/ports/events/WebhookRepository.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../src/domain/events/WebhookResource.ts"
import { DeliveryId, EventId, WebhookEndpointId, type WorkspaceId } from "../../src/domain/Ids.ts"
import { now, random } from "./records.ts"
import { each } from "./transactions.ts"

export const newEndpoint = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  fields: Partial<WebhookEndpoint> = {}
) {
  const endpoint: WebhookEndpoint = {
    id: yield* WebhookEndpointId.next(yield* random),
    workspaceId,
    url: "https://x.example/hook",
    events: null,
    description: null,
    enabled: true,
    secret: "encrypted",
    previousSecret: null,
    previousExpiresAt: null,
    failingSince: null,
    failedAt: null,
    createdAt: now,
    updatedAt: now,
    ...fields
  }
  yield* (yield* each(WebhookRepository)).insert(endpoint)
  return endpoint
})

/** Due at once, not tried yet. */
export const newDelivery = Effect.fnUntraced(function* (endpoint: WebhookEndpoint) {
  const delivery: WebhookDelivery = {
    id: yield* DeliveryId.next(yield* random),
    workspaceId: endpoint.workspaceId,
    endpointId: endpoint.id,
    eventId: yield* EventId.next(yield* random),
    eventType: "webhook.test",
    status: "pending",
    tries: 0,
    firstTryAt: null,
    nextTryAt: now,
    attempts: [],
    createdAt: now
  }
  return delivery
})
