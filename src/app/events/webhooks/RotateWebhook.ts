/** Rotates the secret of an endpoint. The old one also signs for a day. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { rotationOverlap } from "../../../domain/events/Webhook.ts"
import { WebhookEndpointResource } from "../../../domain/events/WebhookResource.ts"
import { makeWebhookSecret } from "../../../domain/events/WebhookSignature.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { Journal } from "../../Journal.ts"
import { requireMatch } from "../../Preconditions.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { Vault, webhookPlace } from "../../ports/Vault.ts"
import { useCase } from "../../UseCase.ts"
import { auditedEndpoint, endpointViewOf, requiredEndpoint } from "./WebhookEndpoints.ts"

export const rotateWebhook = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const journal = yield* Journal
  const vault = yield* Vault
  const random = yield* SecureRandom.SecureRandom
  const { transact } = yield* UnitOfWork
  const locked = requiredEndpoint(repository.getForUpdate)
  return useCase("Webhooks.rotate")(function* (workspace: Workspace, id: string) {
    const endpoint = yield* locked(workspace.id, id)
    yield* requireMatch(WebhookEndpointResource, endpointViewOf(endpoint))
    const secret = makeWebhookSecret(yield* random.randomBytes(32))
    const now = yield* DateTime.now
    const rotated = {
      ...endpoint,
      secret: vault.encrypt(secret, webhookPlace(endpoint)),
      previousSecret: endpoint.secret,
      previousExpiresAt: DateTime.addDuration(now, rotationOverlap),
      updatedAt: now
    }
    yield* repository.save(rotated)
    const shown = auditedEndpoint(rotated)
    yield* journal.note(workspace.id, "webhook_endpoint.secret_rotated", null, shown)
    return { endpoint: endpointViewOf(rotated), secret }
  }, transact)
})
