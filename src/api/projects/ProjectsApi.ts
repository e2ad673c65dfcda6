/** The endpoints of projects (docs/spec.md §4.1). */
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { ClientId, UserId } from "../../domain/Ids.ts"
import { MilestoneResource } from "../../domain/projects/MilestoneResource.ts"
import {
  OpenProjectStatus,
  ProjectCreate,
  ProjectResource,
  ProjectUpdate
} from "../../domain/projects/ProjectResource.ts"
import { queryShape } from "../../domain/Resource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { filter, listOf, pageQuery, searchQuery } from "../endpoint/Pagination.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"
import { projectTaskQuery, TaskList } from "./TasksApi.ts"

export const projectQuery = queryShape({
  status: filter(OpenProjectStatus, "Only projects of this status"),
  clientId: filter(ClientId.schema, "Only projects of this client"),
  teamLeadId: filter(UserId.schema, "Only projects that this user leads"),
  ...searchQuery,
  ...pageQuery
})

export const ProjectList = listOf(ProjectResource, "ProjectList")

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
      role: "member",
      cacheable: { shows: ["clients", "projects", "tasks", "invoices"] },
      table: true,
      summary: "List projects",
      description: "Newest first. Archived projects are not listed. `q` looks through the name."
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
      role: "member",
      answers: "resource",
      location: "/v1/projects",
      dryRun: true,
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
      role: "member",
      cacheable: { shows: ["clients", "projects", "tasks", "invoices"] },
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
      role: "member",
      answers: "resource",
      dryRun: true,
      summary: "Update a project",
      description:
        "Absent fields stay, `null` clears. An archived project keeps its status: it is " +
        "restored in the settings."
    }
  ),
  command(
    HttpApiEndpoint.delete("archive", "/projects/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "projects:write",
      role: "member",
      summary: "Archive a project",
      description: "Nothing is deleted; archiving twice is fine."
    }
  ),
  query(
    HttpApiEndpoint.get("tasks", "/projects/:id/tasks", {
      params,
      query: projectTaskQuery,
      success: TaskList,
      error: notFound
    }),
    {
      scope: "tasks:read",
      role: "member",
      cacheable: { shows: ["projects", "tasks"] },
      summary: "List the tasks of a project",
      description: "Newest first: the list of all tasks, filtered by the project."
    }
  ),
  query(
    HttpApiEndpoint.get("milestones", "/projects/:id/milestones", {
      params,
      query: pageQuery,
      success: listOf(MilestoneResource, "MilestoneList"),
      error: notFound
    }),
    {
      scope: "projects:read",
      role: "member",
      cacheable: { shows: ["projects", "invoices"] },
      summary: "List the milestones of a project",
      description: "Newest first."
    }
  )
) {}
