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

/** A lease on an endpoint; `until` identifies its holder. */
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
    /** Removes its deliveries too. */
    readonly remove: (
      workspaceId: WorkspaceId,
      id: WebhookEndpointId
    ) => Effect.Effect<void, never, Transaction>
    readonly list: (
      workspaceId: WorkspaceId,
      page: PageRequest<WebhookEndpointId>
    ) => Effect.Effect<Page<WebhookEndpoint, WebhookEndpointId>>

    /** Adds the delivery of a message outside the log. The transaction has locked its endpoint. */
    readonly insertDelivery: (
      delivery: WebhookDelivery,
      message: string
    ) => Effect.Effect<void, never, Transaction>
    /** The message of a delivery without an event in the log. */
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
     * Failing endpoints: their deliveries that are pending after a try, and those that died since
     * the last accepted message.
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
    /** Reschedules deliveries that are due later than their next pause allows. */
    readonly rescheduleLate: (now: DateTime.Utc) => Effect.Effect<void, never, Transaction>

    /** Claims enabled endpoints with a due delivery and no lease, until that time. */
    readonly claim: (
      now: DateTime.Utc,
      until: DateTime.Utc,
      limit: number
    ) => Effect.Effect<Written<ReadonlyArray<EndpointLease>>, never, Transaction>
    /** The delivery with the earliest due time; null if none is due. */
    readonly nextDue: (
      endpoint: EndpointRef,
      now: DateTime.Utc
    ) => Effect.Effect<WebhookDelivery | null>
    /**
     * Extends the lease. False, without a change, if another worker has it or the endpoint was
     * removed.
     */
    readonly renewLease: (
      lease: EndpointLease,
      until: DateTime.Utc
    ) => Effect.Effect<Written<boolean>, never, Transaction>
    /** Ends the lease. False, without a change, if another worker has it. */
    readonly releaseLease: (
      lease: EndpointLease
    ) => Effect.Effect<Written<boolean>, never, Transaction>
  }
>()("retainer/app/ports/WebhookRepository") {}
