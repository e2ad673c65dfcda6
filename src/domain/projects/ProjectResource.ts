/**
 * A project as everyone outside sees it, as it is stored, and what may be sent of it (docs/spec.md
 * §2.1, §3.1).
 */
import { Schema } from "effect"
import { ClientId, ClientRef, ProjectId, UserId, UserRef, WorkspaceId } from "../Ids.ts"
import { Count } from "../Numbers.ts"
import { Instant, Minor, MinorInput, type StoredFieldsOnly, shape } from "../Resource.ts"
import { line, prose } from "../text/Text.ts"
import { CalendarDate } from "../time/CalendarDate.ts"

export const openStatuses = ["planning", "in_progress", "review", "completed"] as const
/** The statuses that a list may be filtered by: archived projects are never listed. */
export const OpenProjectStatus = Schema.Literals(openStatuses)
export type OpenProjectStatus = typeof OpenProjectStatus.Type
export const ProjectStatus = Schema.Literals([...openStatuses, "archived"])
export type ProjectStatus = typeof ProjectStatus.Type

const own = {
  id: ProjectId.schema,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  status: ProjectStatus,
  startDate: Schema.NullOr(CalendarDate),
  endDate: Schema.NullOr(CalendarDate),
  budgetMinor: Schema.NullOr(Minor)
}
const times = { createdAt: Instant, updatedAt: Instant }

export const ProjectResource = shape(
  {
    ...own,
    budgetSpentMinor: Minor,
    client: Schema.NullOr(ClientRef),
    teamLead: Schema.NullOr(UserRef),
    taskCount: Count,
    completedTaskCount: Count,
    ...times
  },
  "Project"
)
export type ProjectView = typeof ProjectResource.Type

/** Whom a project names, as others see it. */
export type ProjectNames = Pick<ProjectView, "client" | "teamLead">

export const ProjectStored = shape({
  ...own,
  workspaceId: WorkspaceId.schema,
  clientId: Schema.NullOr(ClientId.schema),
  teamLeadId: Schema.NullOr(UserId.schema),
  archivedFrom: Schema.NullOr(OpenProjectStatus),
  ...times
})
export type ProjectStored = typeof ProjectStored.Type

/** The view with the project's own fields as they became; what others made of it is as it was. */
export const shownAs = (
  { name, description, status, startDate, endDate, budgetMinor, updatedAt }: ProjectStored,
  view: ProjectView,
  names: Partial<ProjectNames>
): ProjectView => ({
  ...view,
  ...{ name, description, status, startDate, endDate, budgetMinor, updatedAt },
  ...names
})

/** A project that has nothing yet. */
export const shownNew = (
  { workspaceId, clientId, teamLeadId, archivedFrom, ...own }: ProjectStored,
  names: ProjectNames
): ProjectView => ({ ...own, ...names, budgetSpentMinor: 0, taskCount: 0, completedTaskCount: 0 })

const optional = {
  description: Schema.optionalKey(Schema.NullOr(prose(5000))),
  teamLeadId: Schema.optionalKey(Schema.NullOr(UserId.schema)),
  startDate: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  endDate: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  budgetMinor: Schema.optionalKey(Schema.NullOr(MinorInput)),
  status: Schema.optionalKey(ProjectStatus)
}

export const ProjectCreate = shape(
  { name: line(255), clientId: ClientId.schema, ...optional },
  "ProjectCreate"
)
export type ProjectInput = StoredFieldsOnly<typeof ProjectCreate.Type, ProjectStored>

/** Absent is unchanged, null clears. */
export const ProjectUpdate = shape(
  {
    name: Schema.optionalKey(line(255)),
    clientId: Schema.optionalKey(Schema.NullOr(ClientId.schema)),
    ...optional
  },
  "ProjectUpdate"
)
export type ProjectPatch = StoredFieldsOnly<typeof ProjectUpdate.Type, ProjectStored>
