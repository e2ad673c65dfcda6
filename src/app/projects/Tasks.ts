/** Use cases of tasks (docs/spec.md §2.4, §3.3, §4.6). */
import { Context, Effect, Layer } from "effect"
import type { BoundReached } from "../../domain/Bounds.ts"
import type { TaskId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { Page } from "../../domain/Page.ts"
import type { ProjectItemsArchived, ProjectNotFound } from "../../domain/projects/Project.ts"
import type { TaskNotFound } from "../../domain/projects/Task.ts"
import type { TaskInput, TaskPatch, TaskView } from "../../domain/projects/TaskResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { type TaskFilter, TaskRepository } from "../ports/projects/TaskRepository.ts"
import { useCase } from "../UseCase.ts"
import { getTask, removeTask, updateTask } from "./ChangeTask.ts"
import { createTask } from "./CreateTask.ts"
import { existingProject } from "./ProjectItems.ts"

export class Tasks extends Context.Service<
  Tasks,
  {
    readonly create: (
      workspace: Workspace,
      projectId: string,
      input: TaskInput
    ) => Effect.Effect<
      TaskView,
      ProjectNotFound | ProjectItemsArchived | BoundReached | Invalid | PreconditionFailed
    >
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<TaskView, TaskNotFound>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: TaskPatch
    ) => Effect.Effect<TaskView, TaskNotFound | ProjectItemsArchived | Invalid | PreconditionFailed>
    readonly remove: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<void, TaskNotFound | ProjectItemsArchived | PreconditionFailed>
    readonly list: (
      workspace: Workspace,
      filter: TaskFilter,
      page: PageRequest<TaskId>
    ) => Effect.Effect<Page<TaskView, TaskId>>
    /** Fails where the project is not there; otherwise the list filtered by it. */
    readonly listOfProject: (
      workspace: Workspace,
      projectId: string,
      filter: TaskFilter,
      page: PageRequest<TaskId>
    ) => Effect.Effect<Page<TaskView, TaskId>, ProjectNotFound>
  }
>()("retainer/app/Tasks") {
  static readonly layer = Layer.effect(
    Tasks,
    Effect.gen(function* () {
      const tasks = yield* TaskRepository
      const existing = yield* existingProject
      return Tasks.of({
        create: yield* createTask,
        get: yield* getTask,
        update: yield* updateTask,
        remove: yield* removeTask,
        list: (workspace, filter, page) => tasks.list(workspace.id, filter, page),
        listOfProject: useCase("Tasks.listOfProject")(function* (workspace, id, filter, page) {
          const projectId = yield* existing(workspace, id)
          return yield* tasks.list(workspace.id, { ...filter, projectId }, page)
        })
      })
    })
  )
}
