/** The endpoints of clients (docs/spec.md §4.3). */
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import {
  ClientCreate,
  ClientInvite,
  ClientInvited,
  ClientListed,
  ClientResource,
  ClientUpdate
} from "../../domain/clients/ClientResource.ts"
import { queryShape } from "../../domain/Resource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { listOf, pageQuery, searchQuery } from "../endpoint/Pagination.ts"
import {
  ForbiddenResponse,
  ResourceNotFoundResponse,
  UnprocessableResponse
} from "../errors/ErrorEnvelope.ts"
import { InvoiceList, invoiceQuery } from "../invoices/InvoicesApi.ts"
import { idParam } from "../openapi/Describe.ts"
import { ProjectList, projectQuery } from "../projects/ProjectsApi.ts"

const clientQuery = queryShape({ ...searchQuery, ...pageQuery })

export const ClientList = listOf(ClientListed, "ClientList")

const params = idParam("client", "the client")
const notFound = ResourceNotFoundResponse

export class ClientsApi extends group(
  "clients",
  "Contacts that projects and invoices belong to.",
  query(
    HttpApiEndpoint.get("list", "/clients", {
      query: clientQuery,
      success: ClientList
    }),
    {
      scope: "clients:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "invoices"] },
      table: true,
      summary: "List clients",
      description: "Newest first. `q` looks through name, e-mail address and company."
    }
  ),
  command(
    HttpApiEndpoint.post("create", "/clients", {
      payload: ClientCreate,
      success: ClientResource.pipe(HttpApiSchema.status("Created"))
    }),
    {
      scope: "clients:write",
      role: "member",
      answers: "resource",
      location: "/v1/clients",
      dryRun: true,
      summary: "Create a client",
      description: "Two clients may share an e-mail address."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/clients/:id", {
      params,
      success: ClientResource,
      error: notFound
    }),
    {
      scope: "clients:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "invoices"] },
      answers: "resource",
      summary: "Get a client"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", "/clients/:id", {
      params,
      payload: ClientUpdate,
      success: ClientResource,
      error: [ForbiddenResponse, notFound, UnprocessableResponse]
    }),
    {
      scope: "clients:write",
      role: "member",
      answers: "resource",
      dryRun: true,
      summary: "Update a client",
      description:
        "Absent fields stay, `null` clears, `address` is replaced as a whole. Another " +
        "`email` ends the client's invitation links and portal sessions: invite it anew. The " +
        "token of a member may not change `portal_access`."
    }
  ),
  command(
    HttpApiEndpoint.post("invite", "/clients/:id/invite", {
      params,
      payload: ClientInvite,
      success: ClientInvited,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "clients:write",
      role: "admin",
      body: "optional",
      dryRun: { newLinks: ["portal_url"] },
      summary: "Send a portal invitation",
      description:
        "Every field is optional. A new invitation revokes the client's older ones. The mail " +
        "alone carries the secret. With `clients:write` a credential can open the portal for " +
        "any address: it sets the client's e-mail and invites it, and whoever reads that " +
        "mailbox sees the client's invoices and shared projects."
    }
  ),
  query(
    HttpApiEndpoint.get("projects", "/clients/:id/projects", {
      params,
      query: projectQuery,
      success: ProjectList,
      error: notFound
    }),
    {
      scope: "projects:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "tasks", "invoices"] },
      table: true,
      summary: "List the client's projects",
      description: "The list of projects, kept to this client."
    }
  ),
  query(
    HttpApiEndpoint.get("invoices", "/clients/:id/invoices", {
      params,
      query: invoiceQuery,
      success: InvoiceList,
      error: notFound
    }),
    {
      scope: "invoices:read",
      role: "member",
      cacheable: { shows: ["clients", "invoices", "payments"] },
      table: true,
      summary: "List the client's invoices",
      description: "The list of invoices, kept to this client."
    }
  )
) {}
