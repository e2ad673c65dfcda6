/** A milestone of a project as everyone outside sees it (docs/spec.md §2.4). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { MilestoneId, ProjectId } from "../Ids.ts"
import { Instant, Minor, shape } from "../Resource.ts"

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
