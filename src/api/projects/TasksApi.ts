/** The endpoints of tasks (docs/spec.md §4.6). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { ProjectId, UserId } from "../../domain/Ids.ts"
import {
  TaskCreate,
  TaskResource,
  TaskStatus,
  TaskUpdate
} from "../../domain/projects/TaskResource.ts"
import { queryShape } from "../../domain/Resource.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { filter, listOf, pageQuery } from "../endpoint/Pagination.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"

const filters = {
  status: filter(TaskStatus, "Only tasks of this status"),
  assigneeId: filter(UserId.schema, "Only tasks that this user does"),
  dueBefore: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Due before this day; tasks without a due date are left out"
  }),
  ...pageQuery
}

export const projectTaskQuery = queryShape(filters)
export const TaskList = listOf(TaskResource, "TaskList")

const params = idParam("task", "the task")
const notFound = ResourceNotFoundResponse

export class TasksApi extends group(
  "tasks",
  "What is to be done in projects, by whom and until when.",
  query(
    HttpApiEndpoint.get("list", "/tasks", {
      query: queryShape({
        projectId: filter(ProjectId.schema, "Only tasks of this project"),
        ...filters
      }),
      success: TaskList
    }),
    {
      scope: "tasks:read",
      role: "member",
      cacheable: { shows: ["tasks"] },
      summary: "List tasks",
      description: "Of all projects, also of archived ones, newest first."
    }
  ),
  command(
    HttpApiEndpoint.post("create", "/projects/:id/tasks", {
      params: idParam("proj", "the project"),
      payload: TaskCreate,
      success: TaskResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "tasks:write",
      role: "member",
      answers: "resource",
      location: "/v1/tasks",
      dryRun: true,
      summary: "Create a task",
      description:
        "The status defaults to `todo`. The counts of the project change with it. 422 where " +
        "the project is archived or has 5000 tasks."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/tasks/:id", { params, success: TaskResource, error: notFound }),
    {
      scope: "tasks:read",
      role: "member",
      answers: "resource",
      cacheable: { shows: ["tasks"] },
      summary: "Get a task"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", "/tasks/:id", {
      params,
      payload: TaskUpdate,
      success: TaskResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "tasks:write",
      role: "member",
      answers: "resource",
      dryRun: true,
      summary: "Update a task",
      description:
        "Absent fields stay, `null` clears. `completed_at` follows the status. 422 where the " +
        "project is archived."
    }
  ),
  command(
    HttpApiEndpoint.delete("delete", "/tasks/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "tasks:write",
      role: "member",
      summary: "Delete a task",
      description: "For good. 422 where the project is archived."
    }
  )
) {}
