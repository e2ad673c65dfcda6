/** Stored tasks. The storage itself counts a project's tasks and those that are done. */
import { type Array as Arr, Context, type Effect } from "effect"
import type { ProjectId, TaskId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { TaskNotFound } from "../../../domain/projects/Task.ts"
import type { Task, TaskStatus, TaskView } from "../../../domain/projects/TaskResource.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { PageRequest, Slice, Sliced } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface TaskFilter {
  readonly projectId?: ProjectId
  readonly status?: TaskStatus
  readonly assigneeId?: UserId
  /** Due before this day, which is not one of them; a task without a due date never is. */
  readonly dueBefore?: CalendarDate
}

interface LockedTask {
  readonly task: Task
  readonly view: TaskView
  /** State of the project, locked until the transaction ends. */
  readonly isArchived: boolean
}

export class TaskRepository extends Context.Service<
  TaskRepository,
  {
    readonly insert: (
      ...tasks: Arr.NonEmptyReadonlyArray<Task>
    ) => Effect.Effect<void, never, Transaction>
    /** Locks the row until the transaction ends, and whether its project is archived. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: TaskId
    ) => Effect.Effect<LockedTask, TaskNotFound, Transaction>
    readonly save: (task: Task) => Effect.Effect<void, never, Transaction>
    readonly remove: (
      workspaceId: WorkspaceId,
      id: TaskId
    ) => Effect.Effect<void, never, Transaction>
    readonly view: (workspaceId: WorkspaceId, id: TaskId) => Effect.Effect<TaskView, TaskNotFound>
    readonly countOfProject: (
      workspaceId: WorkspaceId,
      projectId: ProjectId
    ) => Effect.Effect<number>
    /**
     * In the order of work: what is to be done by due day and then the oldest first, without a due
     * day last; after that what is done, the latest first.
     */
    readonly inOrder: (
      workspaceId: WorkspaceId,
      projectId: ProjectId,
      slice: Slice
    ) => Effect.Effect<Sliced<TaskView>>
    readonly list: (
      workspaceId: WorkspaceId,
      filter: TaskFilter,
      page: PageRequest<TaskId>
    ) => Effect.Effect<Page<TaskView, TaskId>>
  }
>()("retainer/app/ports/TaskRepository") {}
