/** Answers the endpoints of credits. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Credits } from "../../app/payments/Credits.ts"
import { CreditId } from "../../domain/Ids.ts"
import { Paging } from "../lists/Paging.ts"

export const layerCreditsHandlers = HttpApiBuilder.group(
  Api,
  "credits",
  Effect.fnUntraced(function* (handlers) {
    const credits = yield* Credits
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const filter = { clientId: params.id }
        const list = { list: "credits", workspaceId: workspace.id, filter, ids: CreditId, query }
        const request = yield* paging.request(list)
        const page = yield* Effect.mapError(
          credits.ofClient(workspace, params.id, request),
          toWireError
        )
        const { data, meta } = paging.answer(list, page)
        return { data, meta: { ...meta, balance: page.balance } }
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* credits.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      refund: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* credits.refund(workspace, params.id, payload)
      }, Effect.mapError(toWireError))
    })
  })
)
