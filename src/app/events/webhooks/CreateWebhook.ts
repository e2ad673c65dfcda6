/** Creates a webhook endpoint and returns its secret, which is shown only once. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Scope } from "../../../domain/access/Scope.ts"
import { healthy } from "../../../domain/events/EndpointHealth.ts"
import type { WebhookEndpoint } from "../../../domain/events/WebhookResource.ts"
import { endpointDefaults, type WebhookInput } from "../../../domain/events/WebhookResource.ts"
import { makeWebhookSecret } from "../../../domain/events/WebhookSignature.ts"
import { WebhookEndpointId } from "../../../domain/Ids.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { requireRoom } from "../../Bounds.ts"
import { Journal } from "../../Journal.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { Vault, webhookPlace } from "../../ports/Vault.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../../UseCase.ts"
import { auditedEndpoint, checkScopes, endpointViewOf, urlCheck } from "./WebhookEndpoints.ts"

export const createWebhook = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const workspaces = yield* WorkspaceRepository
  const vault = yield* Vault
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom
  const checkUrl = yield* urlCheck
  const { transact } = yield* UnitOfWork

  const insert = Effect.fnUntraced(function* (endpoint: WebhookEndpoint) {
    const { workspaceId } = endpoint
    const stored = repository.list(workspaceId, { limit: 1, after: null })
    const count = Effect.map(stored, ({ total }) => total)
    yield* requireRoom(workspaces, workspaceId, "webhook endpoints", count)
    yield* repository.insert(endpoint)
    yield* journal.note(workspaceId, "webhook_endpoint.created", null, auditedEndpoint(endpoint))
  }, transact)

  return useCase("Webhooks.create")(function* (
    workspace: Workspace,
    scopes: ReadonlySet<Scope>,
    input: WebhookInput
  ) {
    yield* checkScopes(input.events ?? null, scopes)
    yield* checkUrl(input.url)
    const secret = makeWebhookSecret(yield* random.randomBytes(32))
    const now = yield* DateTime.now
    const id = yield* WebhookEndpointId.next(random)
    const endpoint: WebhookEndpoint = {
      id,
      workspaceId: workspace.id,
      ...endpointDefaults,
      ...input,
      secret: vault.encrypt(secret, webhookPlace({ workspaceId: workspace.id, id })),
      previousSecret: null,
      previousExpiresAt: null,
      ...healthy,
      createdAt: now,
      updatedAt: now
    }
    yield* insert(endpoint)
    return { endpoint: endpointViewOf(endpoint), secret }
  })
})
