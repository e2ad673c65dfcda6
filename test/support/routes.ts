/**
 * The route table, read from the Api value itself, and how each route is called validly. A test
 * that walks it fails when a new route has no entry here.
 */
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { type EndpointRule, ruleOf } from "../../src/api/endpoint/EndpointRule.ts"
import type { Access, Scope } from "../../src/domain/access/Scope.ts"
import { eventScopes } from "../../src/domain/events/Event.ts"
import type { RowKind } from "../../src/domain/RowKind.ts"
import { fileForm } from "./requests.ts"

export interface Route {
  readonly method: string
  /** With `:id`. */
  readonly path: string
  readonly rule: Access
  readonly answers: EndpointRule["answers"]
  /** The kinds of rows that a cached answer shows; undefined where it is not cached. */
  readonly shows: ReadonlyArray<RowKind> | undefined
  readonly holdsSecret: boolean
  /** It can be rehearsed. */
  readonly isDryRun: boolean
}

export const routes: ReadonlyArray<Route> = (() => {
  const found: Route[] = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }: { endpoint: HttpApiEndpoint.Top }) => {
      const { access, answers, cacheable, holdsSecret, dryRun } = ruleOf(endpoint)
      // The token endpoint is what a credential comes from.
      if (access.kind === "none") return
      const { method, path } = endpoint
      const shows = cacheable?.shows
      const isDryRun = dryRun !== undefined
      found.push({ method, path, rule: access, answers, shows, holdsSecret, isDryRun })
    }
  })
  return found
})()

/** Ids of one workspace's rows. */
export interface Ids {
  readonly client: string
  readonly project: string
  readonly draft: string
  readonly sent: string
  readonly user: string
  readonly task: string
  readonly milestone: string
  readonly endpoint: string
  readonly delivery: string
  readonly credit: string
  readonly creditNote: string
  readonly credited: string
  /** An invoice on which the payment was recorded. */
  readonly paid: string
  readonly payment: string
  readonly file: string
}

export interface Call {
  /** The value of `:id`. */
  readonly id?: keyof Ids
  readonly body?: (ids: Ids) => object
  /** Status of the call with ids of one's own. */
  readonly status: number
  /** Body fields and query parameters that hold ids, which another workspace's must not satisfy. */
  readonly references?: Readonly<Record<string, keyof Ids>>
  readonly query?: Readonly<Record<string, keyof Ids>>
  /** The query that it requires. */
  readonly search?: string
  /** Scopes that its body asks for beyond the operation's own. */
  readonly alsoNeeds?: ReadonlyArray<Scope>
}

const lines = [{ description: "x", quantity: 1, unit_price: 1 }]

export const calls: Readonly<Record<string, Call>> = {
  "GET /v1/projects": { status: 200, query: { client_id: "client", team_lead_id: "user" } },
  "POST /v1/projects": {
    status: 201,
    body: ({ client }) => ({ name: "P", client_id: client }),
    references: { client_id: "client", team_lead_id: "user" }
  },
  "GET /v1/projects/:id": { id: "project", status: 200 },
  "PATCH /v1/projects/:id": {
    id: "project",
    status: 200,
    body: () => ({ name: "Q" }),
    references: { client_id: "client", team_lead_id: "user" }
  },
  "DELETE /v1/projects/:id": { id: "project", status: 204 },
  "GET /v1/projects/:id/tasks": { id: "project", status: 200, query: { assignee_id: "user" } },
  "POST /v1/projects/:id/tasks": {
    id: "project",
    status: 201,
    body: () => ({ title: "T" }),
    references: { assignee_id: "user" }
  },
  "POST /v1/projects/:id/milestones": {
    id: "project",
    status: 201,
    body: () => ({ name: "M" })
  },
  "GET /v1/milestones/:id": { id: "milestone", status: 200 },
  "PATCH /v1/milestones/:id": { id: "milestone", status: 200, body: () => ({ name: "N" }) },
  "DELETE /v1/milestones/:id": { id: "milestone", status: 204 },
  "POST /v1/milestones/:id/invoice": { id: "milestone", status: 201 },
  "GET /v1/tasks": { status: 200, query: { project_id: "project", assignee_id: "user" } },
  "GET /v1/tasks/:id": { id: "task", status: 200 },
  "PATCH /v1/tasks/:id": {
    id: "task",
    status: 200,
    body: () => ({ title: "U" }),
    references: { assignee_id: "user" }
  },
  "DELETE /v1/tasks/:id": { id: "task", status: 204 },
  "GET /v1/projects/:id/milestones": { id: "project", status: 200 },
  "GET /v1/invoices": { status: 200, query: { client_id: "client", project_id: "project" } },
  "POST /v1/invoices": {
    status: 201,
    body: ({ client }) => ({ client_id: client, line_items: lines }),
    references: { client_id: "client", project_id: "project" }
  },
  "GET /v1/invoices/:id": { id: "draft", status: 200 },
  "PATCH /v1/invoices/:id": {
    id: "draft",
    status: 200,
    body: () => ({ notes: "n" }),
    references: { client_id: "client", project_id: "project" }
  },
  "POST /v1/invoices/:id/send": { id: "draft", status: 200, body: () => ({}) },
  "POST /v1/invoices/:id/resend": { id: "sent", status: 200, body: () => ({}) },
  "POST /v1/invoices/:id/duplicate": { id: "sent", status: 201 },
  "POST /v1/invoices/:id/void": { id: "sent", status: 200, body: () => ({}) },
  "GET /v1/invoices/:id/calculation": { id: "draft", status: 200 },
  "GET /v1/invoices/:id/pdf": { id: "draft", status: 200 },
  "GET /v1/invoices/:id/xml": { id: "sent", status: 200, search: "?format=ubl" },
  "GET /v1/invoices/:id/payments": { id: "sent", status: 200 },
  "POST /v1/invoices/:id/payments": {
    id: "sent",
    status: 201,
    body: () => ({ amount: 1 }),
    references: { credit_id: "credit" }
  },
  "POST /v1/invoices/:id/remind": { id: "sent", status: 200, body: () => ({}) },
  "POST /v1/invoices/:id/payments/:payment_id/reverse": {
    id: "paid",
    status: 201,
    body: () => ({ reason: "r" })
  },
  "GET /v1/payments/:id": { id: "payment", status: 200 },
  "GET /v1/credit_notes": {
    status: 200,
    query: { client_id: "client", invoice_id: "credited" }
  },
  "GET /v1/credit_notes/:id": { id: "creditNote", status: 200 },
  "GET /v1/credit_notes/:id/pdf": { id: "creditNote", status: 200 },
  "GET /v1/credit_notes/:id/xml": { id: "creditNote", status: 200, search: "?format=ubl" },
  "POST /v1/credit_notes/:id/resend": { id: "creditNote", status: 200, body: () => ({}) },
  "POST /v1/invoices/:id/credit_notes": {
    id: "credited",
    status: 201,
    body: () => ({ reason: "Wrong price" })
  },
  "GET /v1/files": {
    status: 200,
    query: { project_id: "project", client_id: "client", invoice_id: "draft" }
  },
  "POST /v1/files": { status: 201, body: ({ project }) => fileForm({ project_id: project }) },
  "GET /v1/files/:id": { id: "file", status: 200 },
  "DELETE /v1/files/:id": { id: "file", status: 204 },
  "GET /v1/analytics/revenue": { status: 200 },
  "GET /v1/analytics/receivables": { status: 200 },
  "GET /v1/analytics/projects": {
    status: 200,
    query: { client_id: "client", team_lead_id: "user" }
  },
  "GET /v1/events": { status: 200 },
  "GET /v1/audit": { status: 200 },
  "GET /v1/mails": { status: 200, query: { object: "sent" } },
  "GET /v1/webhook_endpoints": { status: 200 },
  "POST /v1/webhook_endpoints": {
    status: 201,
    body: () => ({ url: "https://x.example/hook" }),
    alsoNeeds: eventScopes
  },
  "GET /v1/webhook_endpoints/:id": { id: "endpoint", status: 200 },
  "PATCH /v1/webhook_endpoints/:id": {
    id: "endpoint",
    status: 200,
    body: () => ({ enabled: false }),
    alsoNeeds: eventScopes
  },
  "DELETE /v1/webhook_endpoints/:id": { id: "endpoint", status: 204 },
  "POST /v1/webhook_endpoints/:id/rotate": { id: "endpoint", status: 200 },
  "POST /v1/webhook_endpoints/:id/test": { id: "endpoint", status: 200 },
  "GET /v1/webhook_endpoints/:id/deliveries": { id: "endpoint", status: 200 },
  "POST /v1/webhook_endpoints/:id/deliveries/:delivery_id/replay": { id: "endpoint", status: 200 },
  "GET /v1/workspace": { status: 200 },
  "PATCH /v1/workspace": { status: 200, body: () => ({ name: "B" }) },
  "GET /v1/clients": { status: 200 },
  "POST /v1/clients": { status: 201, body: () => ({ name: "A", email: "a@x.example" }) },
  "GET /v1/clients/:id": { id: "client", status: 200 },
  "PATCH /v1/clients/:id": { id: "client", status: 200, body: () => ({ name: "B" }) },
  "GET /v1/clients/:id/credits": { id: "client", status: 200 },
  "GET /v1/credits/:id": { id: "credit", status: 200 },
  "POST /v1/credits/:id/refund": { id: "credit", status: 200, body: () => ({}) },
  "POST /v1/clients/:id/invite": { id: "client", status: 200, body: () => ({}) },
  "GET /v1/clients/:id/projects": {
    id: "client",
    status: 200,
    query: { client_id: "client", team_lead_id: "user" }
  },
  "GET /v1/clients/:id/invoices": {
    id: "client",
    status: 200,
    query: { client_id: "client", project_id: "project" }
  }
}
