/** Answers the endpoints of clients: one use case, one view each. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { ClientList } from "../../api/clients/ClientsApi.ts"
import { CurrentPrincipal, CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Clients } from "../../app/clients/Clients.ts"
import { ClientResource } from "../../domain/clients/ClientResource.ts"
import { ClientId } from "../../domain/Ids.ts"
import { isSearch, type Search } from "../../domain/text/Search.ts"
import { answerOf, createdAnswer } from "../edge/Representation.ts"
import { makeLists, tooBroad } from "../lists/Lists.ts"
import { filterFor, Paging } from "../lists/Paging.ts"

export const layerClientsHandlers = HttpApiBuilder.group(
  Api,
  "clients",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients
    const paging = yield* Paging
    const { answerInvoices, answerProjects } = yield* makeLists
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        const filter = filterFor<Search>()(query)
        const list = { list: "clients", workspaceId: workspace.id, filter, ids: ClientId, query }
        const request = yield* paging.request(list)
        const page = isSearch(filter)
          ? yield* Effect.mapError(clients.search(workspace, filter, request), tooBroad)
          : yield* clients.list(workspace, request)
        return answerOf(ClientList, paging.answer(list, page))
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(ClientResource, yield* clients.create(workspace, payload))
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(ClientResource, yield* clients.get(workspace, params.id))
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(
          ClientResource,
          yield* clients.update(workspace, params.id, payload, yield* CurrentPrincipal)
        )
      }, Effect.mapError(toWireError)),
      invite: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* clients.invite(workspace, params.id, payload)
      }, Effect.mapError(toWireError)),
      projects: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const clientId = yield* Effect.mapError(clients.require(workspace, params.id), toWireError)
        return yield* answerProjects(workspace, query, clientId)
      }),
      invoices: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const clientId = yield* Effect.mapError(clients.require(workspace, params.id), toWireError)
        return yield* answerInvoices(workspace, query, clientId)
      })
    })
  })
)
