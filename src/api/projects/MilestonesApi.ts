/** The endpoints of milestones (docs/spec.md §4.6). */
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import {
  MilestoneCreate,
  MilestoneResource,
  MilestoneUpdate
} from "../../domain/projects/MilestoneResource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"

const params = idParam("mile", "the milestone")
const notFound = ResourceNotFoundResponse

export class MilestonesApi extends group(
  "milestones",
  "Steps of projects, which can be billed.",
  command(
    HttpApiEndpoint.post("create", "/projects/:id/milestones", {
      params: idParam("proj", "the project"),
      payload: MilestoneCreate,
      success: MilestoneResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "projects:write",
      role: "member",
      answers: "resource",
      location: "/v1/milestones",
      dryRun: true,
      summary: "Create a milestone",
      description:
        "The status defaults to `pending`. 422 where the project is archived or has 500 milestones."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/milestones/:id", {
      params,
      success: MilestoneResource,
      error: notFound
    }),
    {
      scope: "projects:read",
      role: "member",
      answers: "resource",
      cacheable: { shows: ["projects", "invoices"] },
      summary: "Get a milestone"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", "/milestones/:id", {
      params,
      payload: MilestoneUpdate,
      success: MilestoneResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "projects:write",
      role: "member",
      answers: "resource",
      dryRun: true,
      summary: "Update a milestone",
      description:
        "Absent fields stay, `null` clears. `completed_at` follows the status. 422 where the " +
        "project is archived, and for the amount of a milestone that is billed."
    }
  ),
  command(
    HttpApiEndpoint.delete("delete", "/milestones/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "projects:write",
      role: "member",
      summary: "Delete a milestone",
      description: "For good. 422 where the project is archived or an invoice bills it."
    }
  ),
  command(
    HttpApiEndpoint.post("invoice", "/milestones/:id/invoice", {
      params,
      success: InvoiceResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "member",
      answers: "resource",
      location: "/v1/invoices",
      dryRun: true,
      summary: "Bill a milestone",
      description:
        "Makes a draft for the project's client, with one line: the name and the amount, in " +
        "the workspace's currency and not taxed until you say so. Once: while that invoice " +
        "is not void, 422 names it."
    }
  )
) {}
