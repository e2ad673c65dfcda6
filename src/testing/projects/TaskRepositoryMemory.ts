/** Tasks in memory. */
import { DateTime, Effect, Layer } from "effect"
import { type TaskFilter, TaskRepository } from "../../app/ports/projects/TaskRepository.ts"
import type { TaskId, WorkspaceId } from "../../domain/Ids.ts"
import { TaskNotFound, viewOf } from "../../domain/projects/Task.ts"
import type { Task, TaskView } from "../../domain/projects/TaskResource.ts"
import { requireAllUsed } from "../../domain/text/Search.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { byDueDay, pageOf } from "../store/PageOf.ts"
import { addRow, replaceRow, withoutRows } from "../store/Rows.ts"

const taskView = (state: MemoryState, task: Task): TaskView => {
  const assignee = task.assigneeId === null ? undefined : state.users.get(task.assigneeId)?.user
  return viewOf(task, assignee === undefined ? null : { id: assignee.id, name: assignee.name })
}

const matches = (task: Task, filter: TaskFilter): boolean => {
  const { projectId, status, assigneeId, dueBefore, ...others } = filter
  requireAllUsed(others)
  return (
    (projectId === undefined || task.projectId === projectId) &&
    (status === undefined || task.status === status) &&
    (assigneeId === undefined || task.assigneeId === assigneeId) &&
    (dueBefore === undefined || (task.dueDate !== null && task.dueDate < dueBefore))
  )
}

/** What is to be done by due day, after that what is done, the latest first. */
const inWorkOrder = (one: Task, other: Task): number => {
  const [a, b] = [one.completedAt, other.completedAt]
  if (a === null || b === null) return a === b ? byDueDay(one, other) : a === null ? -1 : 1
  return DateTime.Order(b, a) || byDueDay(one, other)
}

export const TaskRepositoryMemory = Layer.effect(
  TaskRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const change = (by: typeof addRow) => (task: Task) =>
      store.update((state) => ({
        ...state,
        tasks: by("tasks", state.tasks, task.id, task)
      }))
    const insert = change(addRow)
    const save = change(replaceRow)
    const find = Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: TaskId) {
      const state = yield* store.state
      const task = state.tasks.get(id)
      if (task?.workspaceId !== workspaceId) return yield* new TaskNotFound({ id })
      const isArchived = state.projects.get(task.projectId)?.status === "archived"
      return { task, view: taskView(state, task), isArchived }
    })
    const ofWorkspace = (state: MemoryState, workspaceId: WorkspaceId, filter: TaskFilter) =>
      [...state.tasks.values()].filter(
        (task) => task.workspaceId === workspaceId && matches(task, filter)
      )
    return TaskRepository.of({
      insert: (...tasks) => Effect.forEach(tasks, insert, { discard: true }),
      getForUpdate: find,
      save,
      remove: (workspaceId, id) =>
        store.update((state) => ({
          ...state,
          tasks: withoutRows(
            state.tasks,
            (task) => task.workspaceId === workspaceId && task.id === id
          )
        })),
      view: (workspaceId, id) => Effect.map(find(workspaceId, id), ({ view }) => view),
      countOfProject: (workspaceId, projectId) =>
        Effect.map(store.state, (state) => ofWorkspace(state, workspaceId, { projectId }).length),
      inOrder: (workspaceId, projectId, { limit, offset }) =>
        Effect.map(store.state, (state) => {
          const found = ofWorkspace(state, workspaceId, { projectId }).sort(inWorkOrder)
          const items = found.slice(offset, offset + limit)
          return { items: items.map((task) => taskView(state, task)), total: found.length }
        }),
      list: (workspaceId, filter, page) =>
        Effect.map(store.state, (state) =>
          pageOf(
            ofWorkspace(state, workspaceId, filter).map((task) => taskView(state, task)),
            page
          )
        )
    })
  })
)
