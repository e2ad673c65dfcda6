/**
 * API keys, OAuth apps and webhook endpoints that a user created: they work without the user. The
 * creator of an endpoint is the actor of its first line in the audit log. An endpoint that a user's
 * key created counts as the user's.
 */
import { DateTime, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { WebhookEndpoint } from "../../domain/events/WebhookResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { App } from "../../domain/oauth/OAuth.ts"
import type { User } from "../../domain/people/User.ts"
import { auditedEndpoint } from "../events/webhooks/WebhookEndpoints.ts"
import { Journal } from "../Journal.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { WebhookRepository } from "../ports/events/WebhookRepository.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { type ApiKey, ApiKeyRepository } from "../ports/people/ApiKeyRepository.ts"

export interface CreatedAccess {
  readonly keys: ReadonlyArray<ApiKey>
  readonly apps: ReadonlyArray<App>
  readonly endpoints: ReadonlyArray<WebhookEndpoint>
}

/** A workspace has at most 20. */
const maxEndpoints = 100

export const createdAccess = Effect.gen(function* () {
  const keys = yield* ApiKeyRepository
  const oauth = yield* OAuthRepository
  const webhooks = yield* WebhookRepository
  const log = yield* EventLog

  const creatorOf = Effect.fnUntraced(function* (workspaceId: WorkspaceId, objectId: string) {
    const first = { order: "oldest", beyond: null, limit: 1 } as const
    return (yield* log.audit(workspaceId, { objectId }, first))[0]?.actor ?? null
  })

  return Effect.fnUntraced(function* ({ workspaceId, id }: Pick<User, "workspaceId" | "id">) {
    const isUser = (actor: Actor | null) => actor?.type === "user" && actor.id === id
    /** Also through a revoked key, because apps and endpoints that it created still work. */
    const isTheirs = Effect.fnUntraced(function* (actor: Actor | null) {
      return actor?.type === "api_key" && actor.id !== null
        ? isUser(yield* creatorOf(workspaceId, actor.id))
        : isUser(actor)
    })
    const { items } = yield* webhooks.list(workspaceId, { limit: maxEndpoints, after: null })
    const endpoints = yield* Effect.filter(items, (endpoint) =>
      Effect.flatMap(creatorOf(workspaceId, endpoint.id), isTheirs)
    )
    return {
      keys: (yield* keys.list(workspaceId)).filter(({ createdBy }) => isUser(createdBy)),
      apps: (yield* oauth.listApps(workspaceId)).filter(({ createdBy }) => isUser(createdBy)),
      endpoints
    } satisfies CreatedAccess
  })
})

/** Revokes all of it except the given ids; part of the caller's transaction. */
export const revokeCreatedAccess = Effect.gen(function* () {
  const keys = yield* ApiKeyRepository
  const oauth = yield* OAuthRepository
  const webhooks = yield* WebhookRepository
  const journal = yield* Journal
  const find = yield* createdAccess

  return Effect.fnUntraced(function* (user: User, excepted: ReadonlySet<string>) {
    const { workspaceId } = user
    const created = yield* find(user)
    const isRevoked = ({ id }: { readonly id: string }) => !excepted.has(id)
    const revokedAt = yield* DateTime.now
    for (const key of created.keys.filter(isRevoked)) {
      yield* keys.revoke(workspaceId, key.id, revokedAt)
      yield* journal.note(workspaceId, "api_key.revoked", key, { ...key, revokedAt })
    }
    for (const app of created.apps.filter(isRevoked)) {
      yield* oauth.removeApp(workspaceId, app.id)
      yield* journal.note(workspaceId, "oauth_app.deleted", app, app)
    }
    for (const endpoint of created.endpoints.filter(isRevoked)) {
      yield* webhooks.remove(workspaceId, endpoint.id)
      const shown = auditedEndpoint(endpoint)
      yield* journal.note(workspaceId, "webhook_endpoint.deleted", shown, shown)
    }
  })
})
