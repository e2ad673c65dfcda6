/**
 * The resources as everyone outside sees them (docs/spec.md §2): what a get answers, what events
 * carry. `toWire` gives their JSON.
 */
import type { DateTime } from "effect"
import type { EventChoice } from "./events/Event.ts"
import type { Attempt } from "./events/Webhook.ts"
import type { DeliveryId, EventId, WebhookEndpointId } from "./Ids.ts"

export interface WebhookEndpointView {
  readonly id: WebhookEndpointId
  readonly url: string
  /** Null is every kind. */
  readonly events: ReadonlyArray<EventChoice> | null
  readonly description: string | null
  readonly enabled: boolean
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface WebhookDeliveryView {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly eventType: string
  readonly status: "pending" | "delivered" | "dead"
  readonly nextTryAt: DateTime.Utc | null
  readonly attempts: ReadonlyArray<Attempt>
  readonly createdAt: DateTime.Utc
}
