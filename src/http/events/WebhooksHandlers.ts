/** Handlers of webhook endpoints and their deliveries. */
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentPrincipal, CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { WebhookDeliveries } from "../../app/events/webhooks/WebhookDeliveries.ts"
import type { EndpointWithSecret } from "../../app/events/webhooks/WebhookEndpoints.ts"
import { Webhooks } from "../../app/events/webhooks/Webhooks.ts"
import { WebhookEndpointWithSecret } from "../../domain/events/WebhookResource.ts"
import { DeliveryId, WebhookEndpointId } from "../../domain/Ids.ts"
import { createdAnswer } from "../edge/Representation.ts"
import { Paging } from "../lists/Paging.ts"

const withSecret = ({ endpoint, secret }: EndpointWithSecret) => ({
  ...endpoint,
  secret: Redacted.value(secret)
})

export const layerWebhooksHandlers = HttpApiBuilder.group(
  Api,
  "webhook_endpoints",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks
    const tried = yield* WebhookDeliveries
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        const list = {
          list: "webhook_endpoints",
          workspaceId: workspace.id,
          filter: {},
          ids: WebhookEndpointId,
          query
        }
        const page = yield* webhooks.list(workspace, yield* paging.request(list))
        return paging.answer(list, page)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { workspace, scopes } = yield* CurrentPrincipal
        const made = withSecret(yield* webhooks.create(workspace, scopes, payload))
        return createdAnswer(WebhookEndpointWithSecret, made)
      }, Effect.mapError(toWireError)),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* webhooks.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { workspace, scopes } = yield* CurrentPrincipal
        return yield* webhooks.update(workspace, scopes, params.id, payload)
      }, Effect.mapError(toWireError)),
      delete: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        yield* webhooks.remove(workspace, params.id)
      }, Effect.mapError(toWireError)),
      rotate: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return withSecret(yield* webhooks.rotate(workspace, params.id))
      }, Effect.mapError(toWireError)),
      test: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* webhooks.test(workspace, params.id)
      }, Effect.mapError(toWireError)),
      deliveries: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const list = {
          list: "deliveries",
          workspaceId: workspace.id,
          filter: { endpoint: params.id },
          ids: DeliveryId,
          query
        }
        const request = yield* paging.request(list)
        const page = yield* Effect.mapError(tried.list(workspace, params.id, request), toWireError)
        return paging.answer(list, page)
      }),
      replay: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* tried.replay(workspace, params.id, params.delivery_id)
      }, Effect.mapError(toWireError))
    })
  })
)
