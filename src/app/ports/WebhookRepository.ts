/** Stored webhook endpoints and their deliveries. */
import { Context, type DateTime, type Effect } from "effect"
import type { Event } from "../../domain/Event.ts"
import type { DeliveryId, WebhookEndpointId, WorkspaceId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Views.ts"
import type { Delivery, WebhookEndpoint } from "../../domain/Webhook.ts"
import type { PageRequest } from "./PageRequest.ts"

export interface EndpointRef {
  readonly workspaceId: WorkspaceId
  readonly id: WebhookEndpointId
}

export class WebhookRepository extends Context.Service<
  WebhookRepository,
  {
    readonly insert: (endpoint: WebhookEndpoint) => Effect.Effect<void>
    readonly find: (
      workspaceId: WorkspaceId,
      id: WebhookEndpointId
    ) => Effect.Effect<WebhookEndpoint | null>
    /** Locks the row until the transaction ends. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: WebhookEndpointId
    ) => Effect.Effect<WebhookEndpoint | null>
    readonly save: (endpoint: WebhookEndpoint) => Effect.Effect<void>
    /** Takes its deliveries with it. */
    readonly remove: (workspaceId: WorkspaceId, id: WebhookEndpointId) => Effect.Effect<void>
    readonly list: (
      workspaceId: WorkspaceId,
      page: PageRequest<WebhookEndpointId>
    ) => Effect.Effect<Page<WebhookEndpoint, WebhookEndpointId>>

    /** One delivery for every enabled endpoint that chose the event's kind; part of its transaction. */
    readonly fanOut: (event: Event) => Effect.Effect<void>
    readonly insertDelivery: (delivery: Delivery) => Effect.Effect<void>
    readonly saveDelivery: (delivery: Delivery) => Effect.Effect<void>
    readonly findDelivery: (
      workspaceId: WorkspaceId,
      endpointId: WebhookEndpointId,
      id: DeliveryId
    ) => Effect.Effect<Delivery | null>
    readonly deliveries: (
      workspaceId: WorkspaceId,
      endpointId: WebhookEndpointId,
      page: PageRequest<DeliveryId>
    ) => Effect.Effect<Page<Delivery, DeliveryId>>

    /** Takes enabled endpoints that something is due for and nobody works on, until that time. */
    readonly claim: (
      now: DateTime.Utc,
      until: DateTime.Utc,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EndpointRef>>
    /** The delivery that is due the longest; null where none is. */
    readonly nextDue: (endpoint: EndpointRef, now: DateTime.Utc) => Effect.Effect<Delivery | null>
    /** Works on the endpoint until that time; null gives it back. */
    readonly keepClaim: (endpoint: EndpointRef, until: DateTime.Utc | null) => Effect.Effect<void>
  }
>()("retainer/app/ports/WebhookRepository") {}
