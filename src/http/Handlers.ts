/**
 * The handlers of all groups. Their services are provided here one by one: the framework merges
 * them into the context of each request, and the server's whole context is five times as large.
 */
import { Context, Effect, Layer } from "effect"
import { ClientAddress } from "../api/endpoint/ClientAddress.ts"
import {
  Authentication,
  BodyErrors,
  Defects,
  Idempotency,
  Identity,
  Upload
} from "../api/endpoint/Middleware.ts"
import { Analytics } from "../app/analytics/Analytics.ts"
import { Clients } from "../app/clients/Clients.ts"
import { CreditNotes } from "../app/creditnotes/CreditNotes.ts"
import { MailRecords } from "../app/delivery/MailRecords.ts"
import { Audit } from "../app/events/Audit.ts"
import { Events } from "../app/events/Events.ts"
import { WebhookDeliveries } from "../app/events/webhooks/WebhookDeliveries.ts"
import { Webhooks } from "../app/events/webhooks/Webhooks.ts"
import { Files } from "../app/files/Files.ts"
import { Invoicing } from "../app/invoices/Invoicing.ts"
import { Reminders } from "../app/invoices/reminders/Reminders.ts"
import { OAuthTokens } from "../app/oauth/OAuthTokens.ts"
import { Credits } from "../app/payments/Credits.ts"
import { Payments } from "../app/payments/Payments.ts"
import { RateLimits } from "../app/ports/RateLimits.ts"
import { Signer } from "../app/ports/Signer.ts"
import { Milestones } from "../app/projects/Milestones.ts"
import { Projects } from "../app/projects/Projects.ts"
import { Tasks } from "../app/projects/Tasks.ts"
import { Workspaces } from "../app/workspaces/Workspaces.ts"
import { layerAnalyticsHandlers } from "./analytics/AnalyticsHandlers.ts"
import { layerClientsHandlers } from "./clients/ClientsHandlers.ts"
import { layerCreditNotesHandlers } from "./creditnotes/CreditNotesHandlers.ts"
import { layerAuditHandlers } from "./events/AuditHandlers.ts"
import { layerEventsHandlers } from "./events/EventsHandlers.ts"
import { layerWebhooksHandlers } from "./events/WebhooksHandlers.ts"
import { layerFilesHandlers } from "./files/FilesHandlers.ts"
import { layerInvoicesHandlers } from "./invoices/InvoicesHandlers.ts"
import { Paging } from "./lists/Paging.ts"
import { layerMailsHandlers } from "./mail/MailsHandlers.ts"
import { layerOAuthHandlers } from "./oauth/OAuthHandlers.ts"
import { layerCreditsHandlers } from "./payments/CreditsHandlers.ts"
import { layerPaymentsHandlers } from "./payments/PaymentsHandlers.ts"
import { layerMilestonesHandlers } from "./projects/MilestonesHandlers.ts"
import { layerProjectsHandlers } from "./projects/ProjectsHandlers.ts"
import { layerTasksHandlers } from "./projects/TasksHandlers.ts"
import { layerWorkspaceHandlers } from "./workspaces/WorkspaceHandlers.ts"

const layerGroups = Layer.mergeAll(
  layerProjectsHandlers,
  layerTasksHandlers,
  layerMilestonesHandlers,
  layerInvoicesHandlers,
  layerPaymentsHandlers,
  layerCreditsHandlers,
  layerCreditNotesHandlers,
  layerEventsHandlers,
  layerAuditHandlers,
  layerMailsHandlers,
  layerWebhooksHandlers,
  layerClientsHandlers,
  layerFilesHandlers,
  layerAnalyticsHandlers,
  layerWorkspaceHandlers,
  layerOAuthHandlers
).pipe(Layer.provide(Paging.layer))

const given = Context.pick(
  Analytics,
  Audit,
  Authentication,
  BodyErrors,
  ClientAddress,
  Clients,
  CreditNotes,
  Credits,
  Defects,
  Events,
  Files,
  Idempotency,
  Identity,
  Invoicing,
  MailRecords,
  Milestones,
  OAuthTokens,
  Payments,
  Projects,
  RateLimits,
  Reminders,
  Signer,
  Tasks,
  Upload,
  WebhookDeliveries,
  Webhooks,
  Workspaces
)

type Given = Layer.Services<typeof layerGroups>

export const layerHandlers = Layer.fromBuild((memo, scope) =>
  Effect.updateContext(
    Layer.buildWithMemoMap(layerGroups, memo, scope),
    (all: Context.Context<Given>): Context.Context<Given> => given(all)
  )
)
