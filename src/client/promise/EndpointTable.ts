/**
 * Endpoint table of the promise client: method, path below `/v1`, the form of the input (`body`,
 * `form`, `urlencoded`, `query`, and for lists `cursor` or `after`), and `bytes` for an answer that
 * is not JSON. The compiler compares each line with the Api.
 */
import type { EndpointTable } from "./RetainerTypes.ts"

export const endpointTable = {
  projects: {
    list: "GET /projects cursor",
    create: "POST /projects body",
    get: "GET /projects/:id",
    update: "PATCH /projects/:id body",
    archive: "DELETE /projects/:id",
    tasks: "GET /projects/:id/tasks cursor",
    milestones: "GET /projects/:id/milestones cursor"
  },
  tasks: {
    list: "GET /tasks cursor",
    create: "POST /projects/:id/tasks body",
    get: "GET /tasks/:id",
    update: "PATCH /tasks/:id body",
    delete: "DELETE /tasks/:id"
  },
  milestones: {
    create: "POST /projects/:id/milestones body",
    get: "GET /milestones/:id",
    update: "PATCH /milestones/:id body",
    delete: "DELETE /milestones/:id",
    invoice: "POST /milestones/:id/invoice"
  },
  invoices: {
    list: "GET /invoices cursor",
    create: "POST /invoices body",
    get: "GET /invoices/:id query",
    update: "PATCH /invoices/:id body",
    send: "POST /invoices/:id/send body",
    resend: "POST /invoices/:id/resend body",
    duplicate: "POST /invoices/:id/duplicate",
    void: "POST /invoices/:id/void body",
    calculation: "GET /invoices/:id/calculation",
    pdf: "GET /invoices/:id/pdf query bytes",
    xml: "GET /invoices/:id/xml query bytes"
  },
  payments: {
    get: "GET /payments/:id",
    list: "GET /invoices/:id/payments cursor",
    record: "POST /invoices/:id/payments body",
    reverse: "POST /invoices/:id/payments/:payment_id/reverse body",
    remind: "POST /invoices/:id/remind body"
  },
  credits: {
    list: "GET /clients/:id/credits cursor",
    get: "GET /credits/:id",
    refund: "POST /credits/:id/refund body"
  },
  credit_notes: {
    list: "GET /credit_notes cursor",
    get: "GET /credit_notes/:id",
    create: "POST /invoices/:id/credit_notes body",
    pdf: "GET /credit_notes/:id/pdf bytes",
    xml: "GET /credit_notes/:id/xml query bytes",
    resend: "POST /credit_notes/:id/resend body"
  },
  clients: {
    list: "GET /clients cursor",
    create: "POST /clients body",
    get: "GET /clients/:id",
    update: "PATCH /clients/:id body",
    invite: "POST /clients/:id/invite body",
    projects: "GET /clients/:id/projects cursor",
    invoices: "GET /clients/:id/invoices cursor"
  },
  files: {
    list: "GET /files cursor",
    create: "POST /files form",
    get: "GET /files/:id",
    delete: "DELETE /files/:id"
  },
  analytics: {
    revenue: "GET /analytics/revenue query",
    receivables: "GET /analytics/receivables",
    projects: "GET /analytics/projects cursor"
  },
  events: {
    list: "GET /events after"
  },
  audit: {
    list: "GET /audit after"
  },
  mails: {
    list: "GET /mails cursor"
  },
  webhook_endpoints: {
    list: "GET /webhook_endpoints cursor",
    create: "POST /webhook_endpoints body",
    get: "GET /webhook_endpoints/:id",
    update: "PATCH /webhook_endpoints/:id body",
    delete: "DELETE /webhook_endpoints/:id",
    rotate: "POST /webhook_endpoints/:id/rotate",
    test: "POST /webhook_endpoints/:id/test",
    deliveries: "GET /webhook_endpoints/:id/deliveries cursor",
    replay: "POST /webhook_endpoints/:id/deliveries/:delivery_id/replay"
  },
  workspace: {
    get: "GET /workspace",
    update: "PATCH /workspace body"
  },
  oauth: {
    token: "POST /oauth/token urlencoded"
  }
} as const satisfies EndpointTable
