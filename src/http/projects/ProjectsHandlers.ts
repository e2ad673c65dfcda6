/** Answers the endpoints of projects: one use case, one view each. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { TaskList } from "../../api/projects/TasksApi.ts"
import type { TaskFilter } from "../../app/ports/projects/TaskRepository.ts"
import { Milestones } from "../../app/projects/Milestones.ts"
import { Projects } from "../../app/projects/Projects.ts"
import { Tasks } from "../../app/projects/Tasks.ts"
import { MilestoneId, TaskId } from "../../domain/Ids.ts"
import { ProjectResource } from "../../domain/projects/ProjectResource.ts"
import { answerOf, createdAnswer } from "../edge/Representation.ts"
import { makeLists } from "../lists/Lists.ts"
import { filterFor, Paging } from "../lists/Paging.ts"

export const layerProjectsHandlers = HttpApiBuilder.group(
  Api,
  "projects",
  Effect.fnUntraced(function* (handlers) {
    const projects = yield* Projects
    const allTasks = yield* Tasks
    const allMilestones = yield* Milestones
    const paging = yield* Paging
    const { answerProjects } = yield* makeLists
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        return yield* answerProjects(workspace, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(ProjectResource, yield* projects.create(workspace, payload))
      }, Effect.mapError(toWireError)),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(ProjectResource, yield* projects.get(workspace, params.id))
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(ProjectResource, yield* projects.update(workspace, params.id, payload))
      }, Effect.mapError(toWireError)),
      archive: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        yield* projects.archive(workspace, params.id)
      }, Effect.mapError(toWireError)),
      tasks: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const given = filterFor<TaskFilter>()(query)
        const filter = { ...given, projectId: params.id }
        const list = { list: "tasks", workspaceId: workspace.id, filter, ids: TaskId, query }
        const request = yield* paging.request(list)
        const page = yield* Effect.mapError(
          allTasks.listOfProject(workspace, params.id, given, request),
          toWireError
        )
        return answerOf(TaskList, paging.answer(list, page))
      }),
      milestones: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const filter = { projectId: params.id }
        const list = {
          list: "milestones",
          workspaceId: workspace.id,
          filter,
          ids: MilestoneId,
          query
        }
        const request = yield* paging.request(list)
        const page = yield* Effect.mapError(
          allMilestones.listOfProject(workspace, params.id, request),
          toWireError
        )
        return paging.answer(list, page)
      })
    })
  })
)
