/**
 * The contract as one value: server, typed client and OpenAPI document derive from it. Importable
 * in a browser.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import { AnalyticsApi } from "./analytics/AnalyticsApi.ts"
import { ClientsApi } from "./clients/ClientsApi.ts"
import { CreditNotesApi } from "./creditnotes/CreditNotesApi.ts"
import { Authentication, Defects } from "./endpoint/Middleware.ts"
import { AuditApi } from "./events/AuditApi.ts"
import { EventsApi } from "./events/EventsApi.ts"
import { WebhooksApi } from "./events/WebhooksApi.ts"
import { FilesApi } from "./files/FilesApi.ts"
import { InvoicesApi } from "./invoices/InvoicesApi.ts"
import { MailsApi } from "./mail/MailsApi.ts"
import { OAuthApi } from "./oauth/OAuthApi.ts"
import { documentOperations } from "./openapi/OpenApiDocument.ts"
import { eventComponents } from "./openapi/OpenApiEvents.ts"
import { CreditsApi } from "./payments/CreditsApi.ts"
import { PaymentsApi } from "./payments/PaymentsApi.ts"
import { MilestonesApi } from "./projects/MilestonesApi.ts"
import { ProjectsApi } from "./projects/ProjectsApi.ts"
import { TasksApi } from "./projects/TasksApi.ts"
import { WorkspaceApi } from "./workspaces/WorkspaceApi.ts"

// The last middleware is the outermost.
export class Api extends HttpApi.make("retainer")
  .add(
    ProjectsApi,
    TasksApi,
    MilestonesApi,
    InvoicesApi,
    PaymentsApi,
    CreditsApi,
    CreditNotesApi,
    ClientsApi,
    FilesApi,
    AnalyticsApi,
    EventsApi,
    AuditApi,
    MailsApi,
    WebhooksApi,
    WorkspaceApi
  )
  .middleware(Authentication)
  // Added after them: an app has no bearer credential yet when it asks for one.
  .add(OAuthApi)
  .prefix("/v1")
  .middleware(Defects)
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.AdditionalSchemas, eventComponents)
  .annotateMerge(
    OpenApi.annotations({
      title: "Retainer",
      version: "1",
      description:
        "Projects, clients and invoices of an agency. Amounts are integers in minor currency " +
        "units.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "/", description: "This server" }],
      transform: documentOperations
    })
  ) {}
