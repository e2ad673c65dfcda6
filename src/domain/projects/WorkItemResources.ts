/** Tasks and milestones of projects as everyone outside sees them (docs/spec.md §2.4). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { MilestoneId, ProjectId, TaskId } from "../Ids.ts"
import { UserRef } from "../people/UserRef.ts"
import { Instant, Minor, shape } from "../Resource.ts"

export const TaskStatus = Schema.Literals(["todo", "in_progress", "done"])
export type TaskStatus = typeof TaskStatus.Type

export const TaskResource = shape(
  {
    id: TaskId.schema,
    projectId: ProjectId.schema,
    title: Schema.String,
    description: Schema.NullOr(Schema.String),
    status: TaskStatus,
    assignee: Schema.NullOr(UserRef),
    dueDate: Schema.NullOr(CalendarDate),
    completedAt: Schema.NullOr(Instant),
    createdAt: Instant,
    updatedAt: Instant
  },
  "Task"
)
export type TaskView = typeof TaskResource.Type

export const MilestoneStatus = Schema.Literals(["pending", "completed"])
export type MilestoneStatus = typeof MilestoneStatus.Type

export const MilestoneResource = shape(
  {
    id: MilestoneId.schema,
    projectId: ProjectId.schema,
    name: Schema.String,
    description: Schema.NullOr(Schema.String),
    dueDate: Schema.NullOr(CalendarDate),
    status: MilestoneStatus,
    completedAt: Schema.NullOr(Instant),
    amountMinor: Schema.NullOr(Minor),
    createdAt: Instant,
    updatedAt: Instant
  },
  "Milestone"
)
export type MilestoneView = typeof MilestoneResource.Type
