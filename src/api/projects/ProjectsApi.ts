/** The endpoints of projects (docs/spec.md §4.1). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { CalendarDate } from "../../domain/CalendarDate.ts"
import { ClientId, MilestoneId, ProjectId, TaskId, UserId } from "../../domain/Ids.ts"
import { MilestoneStatus } from "../../domain/projects/Milestone.ts"
import { OpenProjectStatus, ProjectStatus } from "../../domain/projects/Project.ts"
import { TaskStatus } from "../../domain/projects/Task.ts"
import { line, prose } from "../../domain/Text.ts"
import { idParam } from "../Describe.ts"
import { command, group, query } from "../Endpoint.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../ErrorEnvelope.ts"
import { pageMeta, pageQuery } from "../Pagination.ts"
import { ClientRef, Instant, Minor, MinorInput } from "../Schemas.ts"

export const ProjectResource = Schema.Struct({
  id: ProjectId.schema,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  status: ProjectStatus,
  start_date: Schema.NullOr(CalendarDate),
  end_date: Schema.NullOr(CalendarDate),
  budget: Schema.NullOr(Minor),
  budget_spent: Minor,
  client: Schema.NullOr(ClientRef),
  team_lead: Schema.NullOr(Schema.Struct({ id: UserId.schema, name: Schema.String })),
  task_count: Schema.Int,
  completed_task_count: Schema.Int,
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Project" })

const optionalFields = {
  description: Schema.optionalKey(Schema.NullOr(prose(5000))),
  team_lead_id: Schema.optionalKey(Schema.NullOr(UserId.schema)),
  start_date: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  end_date: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  budget: Schema.optionalKey(Schema.NullOr(MinorInput)),
  status: Schema.optionalKey(ProjectStatus)
}

export const ProjectCreate = Schema.Struct({
  name: line(255),
  client_id: ClientId.schema,
  ...optionalFields
}).annotate({ identifier: "ProjectCreate" })

export const ProjectUpdate = Schema.Struct({
  name: Schema.optionalKey(line(255)),
  client_id: Schema.optionalKey(Schema.NullOr(ClientId.schema)),
  ...optionalFields
}).annotate({ identifier: "ProjectUpdate" })

export const projectQuery = {
  status: Schema.optionalKey(OpenProjectStatus),
  client_id: Schema.optionalKey(ClientId.schema),
  team_lead_id: Schema.optionalKey(UserId.schema),
  ...pageQuery
}

export const ProjectList = Schema.Struct({
  data: Schema.Array(ProjectResource),
  meta: Schema.Struct(pageMeta)
}).annotate({ identifier: "ProjectList" })

const TaskResource = Schema.Struct({
  id: TaskId.schema,
  project_id: ProjectId.schema,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  status: TaskStatus,
  assignee: Schema.NullOr(Schema.Struct({ id: UserId.schema, name: Schema.String })),
  due_date: Schema.NullOr(CalendarDate),
  completed_at: Schema.NullOr(Instant),
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Task" })

const MilestoneResource = Schema.Struct({
  id: MilestoneId.schema,
  project_id: ProjectId.schema,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  due_date: Schema.NullOr(CalendarDate),
  status: MilestoneStatus,
  completed_at: Schema.NullOr(Instant),
  amount: Schema.NullOr(Minor),
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Milestone" })

const params = idParam("proj", "the project")
const notFound = ResourceNotFoundResponse

export class ProjectsApi extends group(
  "projects",
  "Projects of the agency, with budgets, dates and a team lead.",
  query(
    HttpApiEndpoint.get("list", "/projects", {
      query: projectQuery,
      success: ProjectList
    }),
    {
      scope: "projects:read",
      summary: "List projects",
      description: "Newest first. Archived projects are not listed."
    }
  ),
  command(
    HttpApiEndpoint.post("create", "/projects", {
      payload: ProjectCreate,
      success: ProjectResource.pipe(HttpApiSchema.status("Created")),
      error: UnprocessableResponse
    }),
    {
      scope: "projects:write",
      answers: "resource",
      summary: "Create a project",
      description: "The status defaults to `planning`."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/projects/:id", {
      params,
      success: ProjectResource,
      error: notFound
    }),
    {
      scope: "projects:read",
      answers: "resource",
      summary: "Get a project"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", "/projects/:id", {
      params,
      payload: ProjectUpdate,
      success: ProjectResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "projects:write",
      answers: "resource",
      summary: "Update a project",
      description:
        "Absent fields stay, `null` clears. An archived project keeps its status: it is restored in the settings."
    }
  ),
  command(
    HttpApiEndpoint.delete("archive", "/projects/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }),
    {
      scope: "projects:write",
      summary: "Archive a project",
      description: "Nothing is deleted; archiving twice is fine."
    }
  ),
  query(
    HttpApiEndpoint.get("tasks", "/projects/:id/tasks", {
      params,
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(TaskResource),
        meta: Schema.Struct(pageMeta)
      }).annotate({ identifier: "TaskList" }),
      error: notFound
    }),
    {
      scope: "tasks:read",
      summary: "List the tasks of a project",
      description: "Newest first."
    }
  ),
  query(
    HttpApiEndpoint.get("milestones", "/projects/:id/milestones", {
      params,
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(MilestoneResource),
        meta: Schema.Struct(pageMeta)
      }).annotate({ identifier: "MilestoneList" }),
      error: notFound
    }),
    {
      scope: "projects:read",
      summary: "List the milestones of a project",
      description: "Newest first."
    }
  )
) {}
