/** Queues the message `webhook.test`, which is not in the log. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { newDelivery, TestMessage } from "../../../domain/events/Webhook.ts"
import { WebhookEndpointResource } from "../../../domain/events/WebhookResource.ts"
import { DeliveryId, EventId } from "../../../domain/Ids.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { Journal } from "../../Journal.ts"
import { requireMatch } from "../../Preconditions.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import { deliveryView } from "./WebhookDeliveries.ts"
import { auditedEndpoint, endpointViewOf, requiredEndpoint } from "./WebhookEndpoints.ts"

export const testWebhook = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom
  const { transact } = yield* UnitOfWork
  const locked = requiredEndpoint(repository.getForUpdate)
  return useCase("Webhooks.test")(function* (workspace: Workspace, id: string) {
    const endpoint = yield* locked(workspace.id, id)
    yield* requireMatch(WebhookEndpointResource, endpointViewOf(endpoint))
    const message = {
      id: yield* EventId.next(random),
      workspaceId: workspace.id,
      sequence: 0,
      type: "webhook.test",
      createdAt: yield* DateTime.now,
      data: { object: WebhookEndpointResource.toWire(endpointViewOf(endpoint)), previous: null }
    }
    const delivery = newDelivery(message)(yield* DeliveryId.next(random), endpoint.id)
    yield* repository.insertDelivery(delivery, JSON.stringify(TestMessage.toWire(message)))
    const shown = auditedEndpoint(endpoint)
    yield* journal.note(workspace.id, "webhook_endpoint.tested", null, shown)
    return deliveryView(delivery)
  }, transact)
})
