/** Adds a task to a project that is not archived. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { BoundReached, projectBounds } from "../../domain/Bounds.ts"
import { TaskId } from "../../domain/Ids.ts"
import { make, viewOf } from "../../domain/projects/Task.ts"
import type { TaskInput } from "../../domain/projects/TaskResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { openProject } from "./ProjectItems.ts"
import { assigneeOf } from "./ProjectReferences.ts"

export const createTask = Effect.gen(function* () {
  const tasks = yield* TaskRepository
  const journal = yield* Journal
  const open = yield* openProject
  const requireAssignee = yield* assigneeOf
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom

  return useCase("Tasks.create")(function* (
    workspace: Workspace,
    projectIdText: string,
    input: TaskInput
  ) {
    const projectId = yield* open(workspace, projectIdText)
    const count = yield* tasks.countOfProject(workspace.id, projectId)
    if (count >= projectBounds.tasks) return yield* new BoundReached({ what: "tasks" })
    const id = yield* TaskId.next(random)
    yield* annotate({ "task.id": id })
    const task = make({ id, workspaceId: workspace.id, projectId }, input, yield* DateTime.now)
    const created = viewOf(task, yield* requireAssignee(workspace.id, task.assigneeId))
    yield* tasks.insert(task)
    yield* journal.record(workspace.id, "task.created", null, created)
    return created
  }, transact)
})
