/** Answers the endpoints of files: one use case, one view each. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentPrincipal, CurrentUpload, CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Files } from "../../app/files/Files.ts"
import type { FileFilter } from "../../app/ports/files/FileRepository.ts"
import { FileResource } from "../../domain/files/FileResource.ts"
import { FileId } from "../../domain/Ids.ts"
import { createdAnswer } from "../edge/Representation.ts"
import { filterFor, Paging } from "../lists/Paging.ts"

export const layerFilesHandlers = HttpApiBuilder.group(
  Api,
  "files",
  Effect.fnUntraced(function* (handlers) {
    const files = yield* Files
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        const filter = filterFor<FileFilter>()(query)
        const list = { list: "files", workspaceId: workspace.id, filter, ids: FileId, query }
        return paging.answer(
          list,
          yield* files.list(workspace, filter, yield* paging.request(list))
        )
      }),
      create: Effect.fnUntraced(function* () {
        const { workspace, scopes } = yield* CurrentPrincipal
        const { file, targets } = yield* CurrentUpload
        return createdAnswer(FileResource, yield* files.add(workspace, scopes, file, targets))
      }, Effect.mapError(toWireError)),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* files.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      delete: Effect.fnUntraced(function* ({ params }) {
        const { workspace, scopes } = yield* CurrentPrincipal
        yield* files.remove(workspace, scopes, params.id)
      }, Effect.mapError(toWireError))
    })
  })
)
