/**
 * A task (docs/spec.md §2.4, §3.3): what is done has the moment since which it is, and nothing else
 * has one.
 */
import { Data, type DateTime } from "effect"
import { type ProjectId, shownId, type TaskId, type UserRef, type WorkspaceId } from "../Ids.ts"
import type { Defaults } from "../Resource.ts"
import type { Task, TaskInput, TaskPatch, TaskView } from "./TaskResource.ts"

const defaults: Defaults<TaskInput, Task> = {
  description: null,
  status: "todo",
  assigneeId: null,
  dueDate: null
}

export const make = (
  ids: { readonly id: TaskId; readonly workspaceId: WorkspaceId; readonly projectId: ProjectId },
  input: TaskInput,
  now: DateTime.Utc
): Task => {
  const fields = { ...defaults, ...input }
  const completedAt = fields.status === "done" ? now : null
  return { ...ids, ...fields, completedAt, createdAt: now, updatedAt: now }
}

/** The task with the patch applied; the very same value where the patch holds nothing. */
export const revise = (task: Task, patch: TaskPatch, now: DateTime.Utc): Task => {
  if (Object.keys(patch).length === 0) return task
  const revised = { ...task, ...patch, updatedAt: now }
  return { ...revised, completedAt: revised.status === "done" ? (task.completedAt ?? now) : null }
}

export const isCompletedBy = (before: Task, after: Task): boolean =>
  before.status !== "done" && after.status === "done"

export const viewOf = (
  { workspaceId: _, assigneeId: __, ...task }: Task,
  assignee: typeof UserRef.Type | null
): TaskView => ({ ...task, assignee })

export class TaskNotFound extends Data.TaggedError("TaskNotFound")<{ readonly id: string }> {
  override get message() {
    return `No task has the id ${shownId(this.id)}`
  }
}
