/** Webhook endpoints of a workspace: where its events are told, to whom, and how that went. */
import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { BoundReached } from "../../domain/Bounds.ts"
import type { EventChoice } from "../../domain/events/Event.ts"
import {
  missingForChoice,
  newDelivery,
  rotationOverlap,
  type WebhookEndpoint,
  type WebhookEndpointNotFound,
  type WebhookScopesMissing,
  webhookUrlProblem
} from "../../domain/events/Webhook.ts"
import { makeWebhookSecret } from "../../domain/events/WebhookSignature.ts"
import { DeliveryId, EventId, WebhookEndpointId } from "../../domain/Ids.ts"
import { type Invalid, invalid, type PreconditionFailed } from "../../domain/Invalid.ts"
import type { Page } from "../../domain/Page.ts"
import type { Scope } from "../../domain/Scope.ts"
import type { WebhookDeliveryView, WebhookEndpointView } from "../../domain/Views.ts"
import { toWire } from "../../domain/Wire.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { requireRoom } from "../Bounds.ts"
import { requireMatch } from "../Preconditions.ts"
import { WebhookRepository } from "../ports/events/WebhookRepository.ts"
import { WebhookSender } from "../ports/events/WebhookSender.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { Vault, webhookPlace } from "../ports/Vault.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { deliveryView, requiredEndpoint } from "./WebhookDeliveries.ts"

export interface WebhookInput {
  readonly url: string
  readonly events?: ReadonlyArray<EventChoice> | null
  readonly description?: string | null
  readonly enabled?: boolean
}

export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpointView
  readonly secret: Redacted.Redacted
}

const viewOf = (endpoint: WebhookEndpoint): WebhookEndpointView => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  enabled: endpoint.enabled,
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt
})

type NotFound = WebhookEndpointNotFound

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** `scopes` are those of whoever asks: no one has told what they may not read. */
    readonly create: (
      workspace: Workspace,
      scopes: ReadonlySet<Scope>,
      input: WebhookInput
    ) => Effect.Effect<EndpointWithSecret, Invalid | WebhookScopesMissing | BoundReached>
    readonly list: (
      workspace: Workspace,
      page: PageRequest<WebhookEndpointId>
    ) => Effect.Effect<Page<WebhookEndpointView, WebhookEndpointId>>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<WebhookEndpointView, NotFound>
    /** The scopes are those of the kinds as they will be: a new address is told these. */
    readonly update: (
      workspace: Workspace,
      scopes: ReadonlySet<Scope>,
      id: string,
      patch: Partial<WebhookInput>
    ) => Effect.Effect<
      WebhookEndpointView,
      NotFound | Invalid | PreconditionFailed | WebhookScopesMissing
    >
    readonly remove: (workspace: Workspace, id: string) => Effect.Effect<void, NotFound>
    /** A new secret; the old one signs beside it for a day. */
    readonly rotate: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<EndpointWithSecret, NotFound>
    /** Queues an event of the kind `webhook.test`, which is in no log. */
    readonly test: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<WebhookDeliveryView, NotFound>
  }
>()("retainer/app/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const repository = yield* WebhookRepository
      const workspaces = yield* WorkspaceRepository
      const sender = yield* WebhookSender
      const vault = yield* Vault
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const existing = requiredEndpoint(repository.find)
      const locked = requiredEndpoint(repository.getForUpdate)

      const checkUrl = (url: string | undefined): Effect.Effect<void, Invalid> => {
        const problem =
          url === undefined ? undefined : (webhookUrlProblem(url) ?? sender.problemOf(url))
        return problem === undefined ? Effect.void : Effect.fail(invalid("url", problem))
      }

      const checkScopes = (
        events: WebhookEndpoint["events"],
        scopes: ReadonlySet<Scope>
      ): Effect.Effect<void, WebhookScopesMissing> => {
        const missing = missingForChoice(events, scopes)
        return missing === undefined ? Effect.void : Effect.fail(missing)
      }

      const newSecret = Effect.map(random.randomBytes(32), makeWebhookSecret)

      return Webhooks.of({
        create: Effect.fn("Webhooks.create")(function* (workspace, scopes, input) {
          yield* checkScopes(input.events ?? null, scopes)
          yield* checkUrl(input.url)
          const secret = yield* newSecret
          const now = yield* DateTime.now
          const id = yield* WebhookEndpointId.next(random)
          const endpoint: WebhookEndpoint = {
            id,
            workspaceId: workspace.id,
            url: input.url,
            events: input.events ?? null,
            description: input.description ?? null,
            enabled: input.enabled ?? true,
            secret: vault.encrypt(secret, webhookPlace({ workspaceId: workspace.id, id })),
            previousSecret: null,
            previousExpiresAt: null,
            createdAt: now,
            updatedAt: now
          }
          const count = Effect.map(
            repository.list(workspace.id, { limit: 1, after: null }),
            ({ total }) => total
          )
          yield* transact(
            Effect.andThen(
              requireRoom(workspaces, workspace.id, "webhook endpoints", count),
              repository.insert(endpoint)
            )
          )
          return { endpoint: viewOf(endpoint), secret }
        }),

        list: (workspace, page) =>
          Effect.map(repository.list(workspace.id, page), (found) => ({
            ...found,
            items: found.items.map(viewOf)
          })),

        get: (workspace, id) => Effect.map(existing(workspace.id, id), viewOf),

        update: Effect.fn("Webhooks.update")(function* (workspace, scopes, id, patch) {
          return yield* transact(
            Effect.gen(function* () {
              const endpoint = yield* locked(workspace.id, id)
              const updated = { ...endpoint, ...patch, updatedAt: yield* DateTime.now }
              yield* checkScopes(updated.events, scopes)
              yield* checkUrl(patch.url)
              yield* requireMatch(toWire(viewOf(endpoint)))
              if (Object.keys(patch).length === 0) return viewOf(endpoint)
              yield* repository.save(updated)
              return viewOf(updated)
            })
          )
        }),

        remove: Effect.fn("Webhooks.remove")(function* (workspace, id) {
          yield* transact(
            Effect.flatMap(locked(workspace.id, id), (endpoint) =>
              repository.remove(workspace.id, endpoint.id)
            )
          )
        }),

        rotate: Effect.fn("Webhooks.rotate")(function* (workspace, id) {
          const secret = yield* newSecret
          return yield* transact(
            Effect.gen(function* () {
              const endpoint = yield* locked(workspace.id, id)
              const now = yield* DateTime.now
              const rotated = {
                ...endpoint,
                secret: vault.encrypt(secret, webhookPlace(endpoint)),
                previousSecret: endpoint.secret,
                previousExpiresAt: DateTime.addDuration(now, rotationOverlap),
                updatedAt: now
              }
              yield* repository.save(rotated)
              return { endpoint: viewOf(rotated), secret }
            })
          )
        }),

        test: Effect.fn("Webhooks.test")(function* (workspace, id) {
          return yield* transact(
            Effect.gen(function* () {
              const endpoint = yield* locked(workspace.id, id)
              const delivery = newDelivery({
                id: yield* EventId.next(random),
                workspaceId: workspace.id,
                sequence: 0,
                type: "webhook.test",
                createdAt: yield* DateTime.now,
                data: { object: viewOf(endpoint), previous: null }
              })(yield* DeliveryId.next(random), endpoint.id)
              yield* repository.insertDeliveries([delivery])
              return deliveryView(delivery)
            })
          )
        })
      })
    })
  )
}
