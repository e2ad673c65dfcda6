/**
 * The deliveries of an endpoint and their manual replay. A replay never repeats a try in progress:
 * it locks the endpoint, whose one worker reads the due deliveries after each try.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import {
  DeliveryNotFound,
  type Failing,
  lastTryOf,
  replay,
  type WebhookEndpointNotFound
} from "../../../domain/events/Webhook.ts"
import {
  type WebhookDelivery,
  type WebhookDeliveryView,
  type WebhookEndpoint,
  WebhookEndpointResource
} from "../../../domain/events/WebhookResource.ts"
import { DeliveryId, parseOrFail, type WebhookEndpointId } from "../../../domain/Ids.ts"
import type { PreconditionFailed } from "../../../domain/Invalid.ts"
import type { Page } from "../../../domain/Page.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { Journal } from "../../Journal.ts"
import { requireMatch } from "../../Preconditions.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import type { PageRequest } from "../../ports/PageRequest.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import { EventLinks } from "../EventLinks.ts"
import { endpointViewOf, requiredEndpoint } from "./WebhookEndpoints.ts"

export const deliveryView = ({
  workspaceId,
  endpointId,
  tries,
  firstTryAt,
  ...view
}: WebhookDelivery): WebhookDeliveryView => view

/** A delivery with the body of its next try. */
export interface DeliveryWithPayload {
  readonly delivery: WebhookDeliveryView
  readonly payload: string
}

type NotFound = WebhookEndpointNotFound | DeliveryNotFound

export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    readonly list: (
      workspace: Workspace,
      id: string,
      page: PageRequest<DeliveryId>
    ) => Effect.Effect<Page<WebhookDeliveryView, DeliveryId>, WebhookEndpointNotFound>
    readonly get: (
      workspace: Workspace,
      id: string,
      deliveryId: string
    ) => Effect.Effect<DeliveryWithPayload, NotFound>
    readonly failing: (
      workspace: Workspace
    ) => Effect.Effect<ReadonlyMap<WebhookEndpointId, Failing>>
    readonly replay: (
      workspace: Workspace,
      id: string,
      deliveryId: string
    ) => Effect.Effect<WebhookDeliveryView, NotFound | PreconditionFailed>
    /**
     * Like `replay`, but only if `seen` is still the last try; otherwise false. So a form that is
     * posted twice sends one message.
     */
    readonly sendNow: (
      workspace: Workspace,
      id: string,
      deliveryId: string,
      seen: string
    ) => Effect.Effect<boolean, NotFound>
  }
>()("retainer/app/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function* () {
      const repository = yield* WebhookRepository
      const links = yield* EventLinks
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const existing = requiredEndpoint(repository.find)
      const locked = requiredEndpoint(repository.getForUpdate)

      const requiredDelivery = Effect.fnUntraced(function* (
        endpoint: WebhookEndpoint,
        idText: string
      ) {
        const missing = () => new DeliveryNotFound({ id: idText })
        const id = yield* parseOrFail(DeliveryId, idText, missing)
        const found = yield* repository.findDelivery(endpoint.workspaceId, endpoint.id, id)
        return found ?? (yield* missing())
      })

      const replayed = Effect.fnUntraced(function* (delivery: WebhookDelivery) {
        const again = replay(delivery, yield* DateTime.now)
        yield* repository.saveDelivery(again)
        yield* journal.note(delivery.workspaceId, "webhook_delivery.replayed", null, again)
        return again
      })

      return WebhookDeliveries.of({
        list: useCase("WebhookDeliveries.list")(function* (workspace, id, page) {
          const endpoint = yield* existing(workspace.id, id)
          const found = yield* repository.deliveries(workspace.id, endpoint.id, page)
          return { ...found, items: found.items.map(deliveryView) }
        }),

        get: useCase("WebhookDeliveries.get")(function* (workspace, id, deliveryId) {
          const endpoint = yield* existing(workspace.id, id)
          const found = yield* requiredDelivery(endpoint, deliveryId)
          return { delivery: deliveryView(found), payload: yield* links.bodyOf(found) }
        }),

        failing: (workspace) => repository.failing(workspace.id),

        replay: useCase("WebhookDeliveries.replay")(function* (workspace, id, deliveryId) {
          const endpoint = yield* locked(workspace.id, id)
          yield* requireMatch(WebhookEndpointResource, endpointViewOf(endpoint))
          const found = yield* requiredDelivery(endpoint, deliveryId)
          return deliveryView(yield* replayed(found))
        }, transact),

        sendNow: useCase("WebhookDeliveries.sendNow")(function* (workspace, id, deliveryId, seen) {
          const endpoint = yield* locked(workspace.id, id)
          const found = yield* requiredDelivery(endpoint, deliveryId)
          if (lastTryOf(found) !== seen) return false
          yield* replayed(found)
          return true
        }, transact)
      })
    })
  )
}
