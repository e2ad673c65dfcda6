/** Changes and deletes a task of a project that is not archived. */
import { DateTime, Effect } from "effect"
import { parseOrFail, TaskId } from "../../domain/Ids.ts"
import { ProjectItemsArchived } from "../../domain/projects/Project.ts"
import { isCompletedBy, revise, TaskNotFound, viewOf } from "../../domain/projects/Task.ts"
import { type TaskPatch, TaskResource } from "../../domain/projects/TaskResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { assigneeOf } from "./ProjectReferences.ts"

const taskIdOf = (id: string) => parseOrFail(TaskId, id, () => new TaskNotFound({ id }))

export const getTask = Effect.gen(function* () {
  const tasks = yield* TaskRepository

  return useCase("Tasks.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* taskIdOf(idText)
    yield* annotate({ "task.id": id })
    return yield* tasks.view(workspace.id, id)
  })
})

export const updateTask = Effect.gen(function* () {
  const tasks = yield* TaskRepository
  const journal = yield* Journal
  const requireAssignee = yield* assigneeOf
  const { transact } = yield* UnitOfWork

  return useCase("Tasks.update")(function* (
    workspace: Workspace,
    idText: string,
    patch: TaskPatch
  ) {
    const id = yield* taskIdOf(idText)
    yield* annotate({ "task.id": id })
    const { task, view, isArchived } = yield* tasks.getForUpdate(workspace.id, id)
    yield* requireMatch(TaskResource, view)
    if (isArchived) return yield* new ProjectItemsArchived({ projectId: task.projectId })
    const revised = revise(task, patch, yield* DateTime.now)
    if (revised === task) return view
    const assignee =
      patch.assigneeId === undefined
        ? view.assignee
        : yield* requireAssignee(workspace.id, patch.assigneeId)
    yield* tasks.save(revised)
    const updated = viewOf(revised, assignee)
    const type = isCompletedBy(task, revised) ? "task.completed" : "task.updated"
    yield* journal.record(workspace.id, type, view, updated)
    return updated
  }, transact)
})

export const removeTask = Effect.gen(function* () {
  const tasks = yield* TaskRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Tasks.remove")(function* (workspace: Workspace, idText: string) {
    const id = yield* taskIdOf(idText)
    yield* annotate({ "task.id": id })
    const { task, view, isArchived } = yield* tasks.getForUpdate(workspace.id, id)
    yield* requireMatch(TaskResource, view)
    if (isArchived) return yield* new ProjectItemsArchived({ projectId: task.projectId })
    yield* tasks.remove(workspace.id, id)
    yield* journal.record(workspace.id, "task.deleted", view, view)
  }, transact)
})
