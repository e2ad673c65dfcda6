/** The endpoints of clients (docs/spec.md §4.3). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { CountryCode } from "../../domain/Country.ts"
import { ClientId, ProjectId } from "../../domain/Ids.ts"
import { EmailAddress, line, optionalLine, prose } from "../../domain/Text.ts"
import { idParam } from "../Describe.ts"
import { command, group, query } from "../Endpoint.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../ErrorEnvelope.ts"
import { InvoiceList, invoiceQuery } from "../invoices/InvoicesApi.ts"
import { pageQuery, wirePageMeta } from "../Pagination.ts"
import { ProjectList, projectQuery } from "../projects/ProjectsApi.ts"
import { Instant, InstantInput, Minor } from "../Schemas.ts"

const AddressResource = Schema.Struct({
  line1: Schema.String,
  line2: Schema.NullOr(Schema.String),
  city: Schema.String,
  state: Schema.String,
  postal_code: Schema.String,
  country: CountryCode
}).annotate({ identifier: "Address" })

const AddressInput = Schema.Struct({
  line1: line(255),
  line2: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
  city: line(255),
  state: optionalLine(255),
  postal_code: optionalLine(255),
  country: CountryCode
}).annotate({ identifier: "AddressInput" })

const listed = {
  id: ClientId.schema,
  name: Schema.String,
  email: Schema.String,
  company: Schema.NullOr(Schema.String),
  portal_access: Schema.Boolean,
  portal_last_seen: Schema.NullOr(Instant),
  total_billed: Minor,
  outstanding_balance: Minor,
  active_projects: Schema.Int,
  created_at: Instant
}

export const ClientResource = Schema.Struct({
  ...listed,
  phone: Schema.NullOr(Schema.String),
  address: Schema.NullOr(AddressResource),
  notes: Schema.NullOr(Schema.String),
  updated_at: Instant
}).annotate({ identifier: "Client" })

const optionalFields = {
  company: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
  phone: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
  address: Schema.optionalKey(Schema.NullOr(AddressInput)),
  notes: Schema.optionalKey(Schema.NullOr(prose(10_000)))
}

export const ClientCreate = Schema.Struct({
  name: line(255),
  email: EmailAddress,
  ...optionalFields
}).annotate({ identifier: "ClientCreate" })

export const ClientUpdate = Schema.Struct({
  name: Schema.optionalKey(line(255)),
  email: Schema.optionalKey(EmailAddress),
  portal_access: Schema.optionalKey(Schema.Boolean),
  ...optionalFields
}).annotate({ identifier: "ClientUpdate" })

export const ClientInvite = Schema.Struct({
  project_ids: Schema.optionalKey(
    Schema.Array(ProjectId.schema).check(
      Schema.isMaxLength(100, { message: "must have at most 100 ids" })
    )
  ),
  message: Schema.optionalKey(Schema.NullOr(prose(5000))),
  expires_at: Schema.optionalKey(InstantInput)
}).annotate({ identifier: "ClientInvite" })

const ClientInvited = Schema.Struct({
  invited: Schema.Boolean,
  invite_sent_at: Instant,
  portal_url: Schema.String
}).annotate({ identifier: "ClientInvited" })

const params = idParam("client", "the client")
const notFound = ResourceNotFoundResponse

export class ClientsApi extends group(
  "clients",
  "Contacts that projects and invoices belong to.",
  query(
    HttpApiEndpoint.get("list", "/clients", {
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(Schema.Struct(listed).annotate({ identifier: "ClientListItem" })),
        meta: Schema.Struct(wirePageMeta)
      }).annotate({ identifier: "ClientList" })
    }),
    {
      scope: "clients:read",
      summary: "List clients",
      description: "Newest first."
    }
  ),
  command(
    HttpApiEndpoint.post("create", "/clients", {
      payload: ClientCreate,
      success: ClientResource.pipe(HttpApiSchema.status("Created"))
    }),
    {
      scope: "clients:write",
      answers: "resource",
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
      answers: "resource",
      summary: "Get a client"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", "/clients/:id", {
      params,
      payload: ClientUpdate,
      success: ClientResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "clients:write",
      answers: "resource",
      summary: "Update a client",
      description:
        "Absent fields stay, `null` clears, `address` is replaced as a whole. Another `email` ends the client's invitation links and portal sessions: invite it anew."
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
      body: "optional",
      summary: "Send a portal invitation",
      description:
        "Every field is optional. A new invitation revokes the client's older ones. The mail alone carries the secret. With `clients:write` a credential can open the portal for any address: it sets the client's e-mail and invites it, and whoever reads that mailbox sees the client's invoices and shared projects."
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
      summary: "List the client's invoices",
      description: "The list of invoices, kept to this client."
    }
  )
) {}
