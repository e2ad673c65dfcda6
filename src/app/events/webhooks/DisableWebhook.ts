/** Disables an endpoint on behalf of the service: records an event, and mails owners and admins. */
import { type DateTime, Effect } from "effect"
import { healthy } from "../../../domain/events/EndpointHealth.ts"
import type { WebhookEndpoint } from "../../../domain/events/WebhookResource.ts"
import { Journal } from "../../Journal.ts"
import { Notices } from "../../mail/Notices.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { endpointViewOf } from "./WebhookEndpoints.ts"

export const disableWebhook = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const journal = yield* Journal
  const notices = yield* Notices
  /** The transaction has locked `endpoint`. */
  return Effect.fnUntraced(function* (endpoint: WebhookEndpoint, now: DateTime.Utc) {
    const { workspaceId, id } = endpoint
    const disabled = { ...endpoint, ...healthy, enabled: false, updatedAt: now }
    yield* repository.save(disabled)
    yield* notices.toManagers(workspaceId, { type: "webhook_endpoint_disabled", endpointId: id })
    yield* journal.record(
      workspaceId,
      "webhook_endpoint.disabled",
      endpointViewOf(endpoint),
      endpointViewOf(disabled)
    )
  })
})
