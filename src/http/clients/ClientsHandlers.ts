/** Answers the endpoints of clients: one use case, one view each. */
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { toWireError } from "../../api/ErrorCatalog.ts"
import { CurrentPrincipal } from "../../api/Middleware.ts"
import { Clients } from "../../app/clients/Clients.ts"
import { ClientId } from "../../domain/Ids.ts"
import { fromWire, toWire } from "../../domain/Wire.ts"
import { makeLists } from "../Lists.ts"
import { Paging } from "../Paging.ts"

export const ClientsHandlers = HttpApiBuilder.group(
  Api,
  "clients",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients
    const paging = yield* Paging
    const { answerInvoices, answerProjects } = yield* makeLists
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { workspace } = yield* CurrentPrincipal
        const list = {
          list: "clients",
          workspaceId: workspace.id,
          filter: {},
          ids: ClientId,
          query
        }
        const page = yield* clients.list(workspace, yield* paging.request(list))
        return { data: toWire(page.items), meta: paging.meta(list, page) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { workspace } = yield* CurrentPrincipal
        return toWire(yield* clients.create(workspace, fromWire(payload)))
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const { workspace } = yield* CurrentPrincipal
        return toWire(yield* clients.get(workspace, params.id))
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { workspace } = yield* CurrentPrincipal
        return toWire(yield* clients.update(workspace, params.id, fromWire(payload)))
      }, Effect.mapError(toWireError)),
      invite: Effect.fnUntraced(function* ({ params, payload }) {
        const { workspace } = yield* CurrentPrincipal
        const { expiresAt, ...rest } = fromWire(payload)
        const expiry = expiresAt === undefined ? {} : { expiresAt: DateTime.makeUnsafe(expiresAt) }
        return toWire(yield* clients.invite(workspace, params.id, { ...rest, ...expiry }))
      }, Effect.mapError(toWireError)),
      projects: Effect.fnUntraced(function* ({ params, query }) {
        const { workspace } = yield* CurrentPrincipal
        const clientId = yield* Effect.mapError(clients.require(workspace, params.id), toWireError)
        const { limit, cursor, ...filter } = query
        return yield* answerProjects(workspace, filter, query, clientId)
      }),
      invoices: Effect.fnUntraced(function* ({ params, query }) {
        const { workspace } = yield* CurrentPrincipal
        const clientId = yield* Effect.mapError(clients.require(workspace, params.id), toWireError)
        const { limit, cursor, ...filter } = query
        return yield* answerInvoices(workspace, fromWire(filter), query, clientId)
      })
    })
  })
)
