/** Updates an endpoint. The caller needs read access to every type that it then receives. */
import { DateTime, Effect } from "effect"
import type { Scope } from "../../../domain/access/Scope.ts"
import { healthy } from "../../../domain/events/EndpointHealth.ts"
import {
  WebhookEndpointResource,
  type WebhookPatch
} from "../../../domain/events/WebhookResource.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { Journal } from "../../Journal.ts"
import { requireMatch } from "../../Preconditions.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import {
  auditedEndpoint,
  checkScopes,
  endpointViewOf,
  requiredEndpoint,
  urlCheck
} from "./WebhookEndpoints.ts"

export const updateWebhook = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const journal = yield* Journal
  const checkUrl = yield* urlCheck
  const { transact } = yield* UnitOfWork
  const locked = requiredEndpoint(repository.getForUpdate)
  return useCase("Webhooks.update")(function* (
    workspace: Workspace,
    scopes: ReadonlySet<Scope>,
    id: string,
    patch: WebhookPatch
  ) {
    const endpoint = yield* locked(workspace.id, id)
    const updatedAt = yield* DateTime.now
    // Enabling resets the failures, so that the service does not disable it at once.
    const health = patch.enabled === true && !endpoint.enabled ? healthy : {}
    const updated = { ...endpoint, ...patch, ...health, updatedAt }
    yield* checkScopes(updated.events, scopes)
    yield* checkUrl(patch.url)
    yield* requireMatch(WebhookEndpointResource, endpointViewOf(endpoint))
    if (Object.keys(patch).length === 0) return endpointViewOf(endpoint)
    yield* repository.save(updated)
    yield* journal.note(
      workspace.id,
      "webhook_endpoint.updated",
      auditedEndpoint(endpoint),
      auditedEndpoint(updated)
    )
    return endpointViewOf(updated)
  }, transact)
})
