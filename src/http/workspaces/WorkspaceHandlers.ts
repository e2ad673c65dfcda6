/** Answers the endpoints of the workspace. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Workspaces } from "../../app/workspaces/Workspaces.ts"
import { WorkspaceResource } from "../../domain/workspaces/WorkspaceResource.ts"
import { answerOf } from "../edge/Representation.ts"

export const layerWorkspaceHandlers = HttpApiBuilder.group(
  Api,
  "workspace",
  Effect.fnUntraced(function* (handlers) {
    const workspaces = yield* Workspaces
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        // As of this request: authentication compares its version.
        return answerOf(WorkspaceResource, yield* CurrentWorkspace)
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        const { id } = yield* CurrentWorkspace
        return answerOf(WorkspaceResource, yield* workspaces.change(id, payload))
      }, Effect.mapError(toWireError))
    })
  })
)
