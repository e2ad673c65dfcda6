/**
 * A task of a project as everyone outside sees it, as it is stored, and what may be sent of it
 * (docs/spec.md §2.4).
 */
import { Schema } from "effect"
import { ProjectId, TaskId, UserId, UserRef, WorkspaceId } from "../Ids.ts"
import { Instant, type StoredFieldsOnly, shape } from "../Resource.ts"
import { line, prose } from "../text/Text.ts"
import { CalendarDate } from "../time/CalendarDate.ts"

export const taskStatuses = ["todo", "in_progress", "done"] as const
export const TaskStatus = Schema.Literals(taskStatuses)
export type TaskStatus = typeof TaskStatus.Type

const own = {
  id: TaskId.schema,
  projectId: ProjectId.schema,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  status: TaskStatus
}
const times = {
  dueDate: Schema.NullOr(CalendarDate),
  completedAt: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Instant
}

export const TaskResource = shape({ ...own, assignee: Schema.NullOr(UserRef), ...times }, "Task")
export type TaskView = typeof TaskResource.Type

export const TaskStored = shape({
  ...own,
  workspaceId: WorkspaceId.schema,
  assigneeId: Schema.NullOr(UserId.schema),
  ...times
})
export type Task = typeof TaskStored.Type

const optional = {
  description: Schema.optionalKey(Schema.NullOr(prose(5000))),
  status: Schema.optionalKey(TaskStatus),
  assigneeId: Schema.optionalKey(Schema.NullOr(UserId.schema)),
  dueDate: Schema.optionalKey(Schema.NullOr(CalendarDate))
}

export const TaskCreate = shape({ title: line(255), ...optional }, "TaskCreate")
export type TaskInput = StoredFieldsOnly<typeof TaskCreate.Type, Task>

/** Absent is unchanged, null clears. */
export const TaskUpdate = shape({ title: Schema.optionalKey(line(255)), ...optional }, "TaskUpdate")
export type TaskPatch = StoredFieldsOnly<typeof TaskUpdate.Type, Task>
