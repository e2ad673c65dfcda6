/** Stored webhook endpoints and their deliveries. */
import { Context, type DateTime, type Effect } from "effect"
import type { Failing } from "../../../domain/events/Webhook.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../../domain/events/WebhookResource.ts"
import type { DeliveryId, WebhookEndpointId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction, Written } from "../UnitOfWork.ts"

export interface EndpointRef {
  readonly workspaceId: WorkspaceId
  readonly id: WebhookEndpointId
}

/** A claim on an endpoint until that time, held by the worker that knows the time. */
export interface EndpointLease extends EndpointRef {
  readonly until: DateTime.Utc
}

export class WebhookRepository extends Context.Service<
  WebhookRepository,
  {
    readonly insert: (endpoint: WebhookEndpoint) => Effect.Effect<void, never, Transaction>
    readonly find: (
      workspaceId: WorkspaceId,
      id: WebhookEndpointId
    ) => Effect.Effect<WebhookEndpoint | null>
    /** Locks the row until the transaction ends. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: WebhookEndpointId
    ) => Effect.Effect<WebhookEndpoint | null, never, Transaction>
    readonly save: (endpoint: WebhookEndpoint) => Effect.Effect<void, never, Transaction>
    /** Takes its deliveries with it. */
    readonly remove: (
      workspaceId: WorkspaceId,
      id: WebhookEndpointId
    ) => Effect.Effect<void, never, Transaction>
    readonly list: (
      workspaceId: WorkspaceId,
      page: PageRequest<WebhookEndpointId>
    ) => Effect.Effect<Page<WebhookEndpoint, WebhookEndpointId>>

    /**
     * Adds the delivery of a message that is in no log. The transaction has locked its endpoint.
     */
    readonly insertDelivery: (
      delivery: WebhookDelivery,
      message: string
    ) => Effect.Effect<void, never, Transaction>
    /** The message of a delivery whose event is in no log. */
    readonly messageOf: (
      delivery: Pick<WebhookDelivery, "workspaceId" | "id">
    ) => Effect.Effect<string>
    readonly saveDelivery: (delivery: WebhookDelivery) => Effect.Effect<void, never, Transaction>
    readonly findDelivery: (
      workspaceId: WorkspaceId,
      endpointId: WebhookEndpointId,
      id: DeliveryId
    ) => Effect.Effect<WebhookDelivery | null>
    readonly deliveries: (
      workspaceId: WorkspaceId,
      endpointId: WebhookEndpointId,
      page: PageRequest<DeliveryId>
    ) => Effect.Effect<Page<WebhookDelivery, DeliveryId>>

    /**
     * The endpoints that fail: what is pending after a try, and what was given up since the last
     * message that was taken.
     */
    readonly failing: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<ReadonlyMap<WebhookEndpointId, Failing>>

    /**
     * Enabled endpoints of all workspaces that the service should disable. Either more than
     * `maxPending` deliveries are pending, or at least one is pending, and the endpoint has failed
     * since `failingSince` and also after `failedAfter`.
     */
    readonly endpointsToDisable: (bounds: {
      readonly maxPending: number
      readonly failingSince: DateTime.Utc
      readonly failedAfter: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<EndpointRef>>
    /** Plans each delivery anew that is due later than its next pause allows. */
    readonly planAgain: (now: DateTime.Utc) => Effect.Effect<void, never, Transaction>

    /** Takes enabled endpoints that something is due for and nobody works on, until that time. */
    readonly claim: (
      now: DateTime.Utc,
      until: DateTime.Utc,
      limit: number
    ) => Effect.Effect<Written<ReadonlyArray<EndpointLease>>, never, Transaction>
    /** The delivery that is due the longest; null where none is. */
    readonly nextDue: (
      endpoint: EndpointRef,
      now: DateTime.Utc
    ) => Effect.Effect<WebhookDelivery | null>
    /**
     * Moves the end of the lease. False, with nothing changed, where it had ended and someone else has
     * the endpoint, or it was removed.
     */
    readonly renewLease: (
      lease: EndpointLease,
      until: DateTime.Utc
    ) => Effect.Effect<Written<boolean>, never, Transaction>
    /** Gives the endpoint back; false, with nothing changed, where it was someone else's. */
    readonly releaseLease: (
      lease: EndpointLease
    ) => Effect.Effect<Written<boolean>, never, Transaction>
  }
>()("retainer/app/ports/WebhookRepository") {}
