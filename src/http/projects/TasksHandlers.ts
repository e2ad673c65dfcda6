/** Answers the endpoints of tasks: one use case, one view each. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { TaskList } from "../../api/projects/TasksApi.ts"
import type { TaskFilter } from "../../app/ports/projects/TaskRepository.ts"
import { Tasks } from "../../app/projects/Tasks.ts"
import { TaskId } from "../../domain/Ids.ts"
import { TaskResource } from "../../domain/projects/TaskResource.ts"
import { answerOf, createdAnswer } from "../edge/Representation.ts"
import { filterFor, Paging } from "../lists/Paging.ts"

export const layerTasksHandlers = HttpApiBuilder.group(
  Api,
  "tasks",
  Effect.fnUntraced(function* (handlers) {
    const tasks = yield* Tasks
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        const filter = filterFor<TaskFilter>()(query)
        const list = { list: "tasks", workspaceId: workspace.id, filter, ids: TaskId, query }
        const request = yield* paging.request(list)
        const page = yield* tasks.list(workspace, filter, request)
        return answerOf(TaskList, paging.answer(list, page))
      }),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(TaskResource, yield* tasks.create(workspace, params.id, payload))
      }, Effect.mapError(toWireError)),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* tasks.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* tasks.update(workspace, params.id, payload)
      }, Effect.mapError(toWireError)),
      delete: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        yield* tasks.remove(workspace, params.id)
      }, Effect.mapError(toWireError))
    })
  })
)
