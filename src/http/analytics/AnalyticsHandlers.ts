/** Answers the endpoints of analytics. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Analytics } from "../../app/analytics/Analytics.ts"
import type { ProjectFilter } from "../../app/ports/projects/ProjectRepository.ts"
import { ProjectId } from "../../domain/Ids.ts"
import type { Search } from "../../domain/text/Search.ts"
import { tooBroad } from "../lists/Lists.ts"
import { filterFor, Paging } from "../lists/Paging.ts"

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
        const filter = filterFor<ProjectFilter & Search>()(query)
        const workspaceId = workspace.id
        const list = { list: "project analytics", workspaceId, filter, ids: ProjectId, query }
        const request = yield* paging.request(list)
        const found = analytics.projects(workspace, filter, request)
        return paging.answer(list, yield* Effect.mapError(found, tooBroad))
      })
    })
  })
)
