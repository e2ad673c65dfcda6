/** Answers the endpoints of analytics. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Analytics } from "../../app/analytics/Analytics.ts"
import { ProjectId } from "../../domain/Ids.ts"
import { Paging } from "../lists/Paging.ts"

export const layerAnalyticsHandlers = HttpApiBuilder.group(
  Api,
  "analytics",
  Effect.fnUntraced(function* (handlers) {
    const analytics = yield* Analytics
    const paging = yield* Paging
    return handlers.handleAll({
      revenue: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        return yield* analytics.revenue(workspace, query)
      }, Effect.mapError(toWireError)),
      receivables: Effect.fnUntraced(function* () {
        const workspace = yield* CurrentWorkspace
        return yield* analytics.receivables(workspace)
      }),
      projects: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        const { limit, cursor, ...filter } = query
        const workspaceId = workspace.id
        const list = { list: "project analytics", workspaceId, filter, ids: ProjectId, query }
        const request = yield* paging.request(list)
        return paging.answer(list, yield* analytics.projects(workspace, filter, request))
      })
    })
  })
)
