/** Use cases of webhook endpoints: the addresses that receive events. */
import { Context, Effect, Layer } from "effect"
import type { Scope } from "../../../domain/access/Scope.ts"
import type { BoundReached } from "../../../domain/Bounds.ts"
import type {
  WebhookEndpointNotFound,
  WebhookScopesMissing
} from "../../../domain/events/Webhook.ts"
import {
  type WebhookDeliveryView,
  WebhookEndpointResource,
  type WebhookEndpointView,
  type WebhookInput,
  type WebhookPatch
} from "../../../domain/events/WebhookResource.ts"
import type { WebhookEndpointId } from "../../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../../domain/Invalid.ts"
import type { Page } from "../../../domain/Page.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { Journal } from "../../Journal.ts"
import { requireMatch } from "../../Preconditions.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import type { PageRequest } from "../../ports/PageRequest.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import { createWebhook } from "./CreateWebhook.ts"
import { rotateWebhook } from "./RotateWebhook.ts"
import { testWebhook } from "./TestWebhook.ts"
import { updateWebhook } from "./UpdateWebhook.ts"
import {
  auditedEndpoint,
  type EndpointWithSecret,
  endpointViewOf,
  requiredEndpoint
} from "./WebhookEndpoints.ts"

type NotFound = WebhookEndpointNotFound

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** `scopes` are the caller's: a subscription needs read access. */
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
    /**
     * The caller needs read access to every type after the change: a new address receives these.
     */
    readonly update: (
      workspace: Workspace,
      scopes: ReadonlySet<Scope>,
      id: string,
      patch: WebhookPatch
    ) => Effect.Effect<
      WebhookEndpointView,
      NotFound | Invalid | PreconditionFailed | WebhookScopesMissing
    >
    readonly remove: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<void, NotFound | PreconditionFailed>
    /** The old secret also signs for a day. */
    readonly rotate: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<EndpointWithSecret, NotFound | PreconditionFailed>
    readonly test: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<WebhookDeliveryView, NotFound | PreconditionFailed>
  }
>()("retainer/app/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const repository = yield* WebhookRepository
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const existing = requiredEndpoint(repository.find)
      const locked = requiredEndpoint(repository.getForUpdate)

      return Webhooks.of({
        create: yield* createWebhook,
        update: yield* updateWebhook,
        rotate: yield* rotateWebhook,
        test: yield* testWebhook,

        list: (workspace, page) =>
          Effect.map(repository.list(workspace.id, page), (found) => ({
            ...found,
            items: found.items.map(endpointViewOf)
          })),

        get: (workspace, id) => Effect.map(existing(workspace.id, id), endpointViewOf),

        remove: useCase("Webhooks.remove")(function* (workspace, id) {
          const endpoint = yield* locked(workspace.id, id)
          yield* requireMatch(WebhookEndpointResource, endpointViewOf(endpoint))
          yield* repository.remove(workspace.id, endpoint.id)
          const shown = auditedEndpoint(endpoint)
          yield* journal.note(workspace.id, "webhook_endpoint.deleted", shown, shown)
        }, transact)
      })
    })
  )
}
