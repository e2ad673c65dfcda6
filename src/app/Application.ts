/** All use cases as one Layer; what it still needs are the ports. */
import { Layer } from "effect"
import { Credentials } from "./access/Credentials.ts"
import { Analytics } from "./analytics/Analytics.ts"
import { Reports } from "./analytics/Reports.ts"
import { ClientAccounts } from "./clients/ClientAccounts.ts"
import { Clients } from "./clients/Clients.ts"
import { InvitationLinks } from "./clients/InvitationLinks.ts"
import { Invitations } from "./clients/Invitations.ts"
import { Statements } from "./clients/Statements.ts"
import { CreditNoteDocuments } from "./creditnotes/CreditNoteDocuments.ts"
import { CreditNotes } from "./creditnotes/CreditNotes.ts"
import { MailDispatch } from "./delivery/MailDispatch.ts"
import { MailRecords } from "./delivery/MailRecords.ts"
import { Mails } from "./delivery/Mails.ts"
import { BrandingPreviews } from "./delivery/PreviewBranding.ts"
import { Audit } from "./events/Audit.ts"
import { EventLinks } from "./events/EventLinks.ts"
import { Events } from "./events/Events.ts"
import { Verification } from "./events/Verification.ts"
import { WebhookDeliveries } from "./events/webhooks/WebhookDeliveries.ts"
import { WebhookDispatch } from "./events/webhooks/WebhookDispatch.ts"
import { WebhookSweep } from "./events/webhooks/WebhookSweep.ts"
import { Webhooks } from "./events/webhooks/Webhooks.ts"
import { FileLinks } from "./files/FileLinks.ts"
import { Files } from "./files/Files.ts"
import { Home } from "./home/Home.ts"
import { SampleData } from "./home/SampleData.ts"
import { InvoiceDocuments } from "./invoices/documents/InvoiceDocuments.ts"
import { SentDocuments } from "./invoices/documents/SentDocuments.ts"
import { InvoiceChanges } from "./invoices/InvoiceChanges.ts"
import { InvoiceViews } from "./invoices/InvoiceViews.ts"
import { Invoicing } from "./invoices/Invoicing.ts"
import { Reminders } from "./invoices/reminders/Reminders.ts"
import { Journal } from "./Journal.ts"
import { MailBounds } from "./mail/MailBounds.ts"
import { MailQueue } from "./mail/MailQueue.ts"
import { Notices } from "./mail/Notices.ts"
import { OAuthApps } from "./oauth/OAuthApps.ts"
import { OAuthAuthorizations } from "./oauth/OAuthAuthorizations.ts"
import { OAuthClients } from "./oauth/OAuthClients.ts"
import { OAuthTokens } from "./oauth/OAuthTokens.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import { PeriodicJobs } from "./PeriodicJobs.ts"
import { Checkouts } from "./payments/Checkouts.ts"
import { Credits } from "./payments/Credits.ts"
import { LinkedInvoices } from "./payments/links/LinkedInvoices.ts"
import { LinkOpens } from "./payments/links/LinkOpens.ts"
import { LinkReplacements } from "./payments/links/LinkReplacements.ts"
import { PaymentMails } from "./payments/PaymentMails.ts"
import { Payments } from "./payments/Payments.ts"
import { ApiKeys } from "./people/ApiKeys.ts"
import { OwnAccount } from "./people/account/OwnAccount.ts"
import { SecondFactors } from "./people/account/SecondFactors.ts"
import { LinkRequests } from "./people/LinkRequests.ts"
import { Passwords } from "./people/Passwords.ts"
import { SignIn } from "./people/SignIn.ts"
import { SignInAudit } from "./people/SignInAudit.ts"
import { UserLinks } from "./people/UserLinks.ts"
import { Users } from "./people/Users.ts"
import { ClientInvoices } from "./portal/ClientInvoices.ts"
import { Portal } from "./portal/Portal.ts"
import { Milestones } from "./projects/Milestones.ts"
import { Projects } from "./projects/Projects.ts"
import { Tasks } from "./projects/Tasks.ts"
import { WorkspaceSearch } from "./search/WorkspaceSearch.ts"
import { DemoData } from "./workspaces/DemoData.ts"
import { Exports } from "./workspaces/Exports.ts"
import { WorkspaceExport } from "./workspaces/ExportWorkspace.ts"
import { Workspaces } from "./workspaces/Workspaces.ts"

const links = Layer.mergeAll(PaymentLinks.layer, InvitationLinks.layer, UserLinks.layer)

const shared = Layer.mergeAll(
  Layer.mergeAll(SentDocuments.layer, InvoiceDocuments.layer, CreditNoteDocuments.layer).pipe(
    Layer.provideMerge(InvoiceViews.layer)
  ),
  EventLinks.layer,
  Invitations.layer,
  FileLinks.layer,
  Passwords.layer,
  ApiKeys.layer,
  OAuthTokens.layer.pipe(Layer.provide(OAuthClients.layer))
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(links, Notices.layer).pipe(
      Layer.provideMerge(Layer.mergeAll(Journal.layer, MailQueue.layer, MailBounds.layer))
    )
  )
)

/** Use cases that change invoices, under the lock of each invoice. */
const invoiceChanges = Layer.mergeAll(
  Invoicing.layer,
  Credits.layer,
  CreditNotes.layer,
  Payments.layer.pipe(Layer.provide(PaymentMails.layer)),
  Reminders.layer,
  LinkReplacements.layer,
  LinkedInvoices.layer,
  LinkOpens.layer
).pipe(Layer.provideMerge(InvoiceChanges.layer))

export const layerApplication = Layer.mergeAll(
  Analytics.layer,
  Home.layer,
  Reports.layer,
  Projects.layer,
  Tasks.layer,
  Milestones.layer,
  Clients.layer,
  ClientAccounts.layer,
  MailRecords.layer,
  BrandingPreviews.layer,
  MailDispatch.layer.pipe(Layer.provide(Mails.layer)),
  Workspaces.layer,
  SampleData.layer.pipe(Layer.provideMerge(DemoData.layer)),
  Exports.layer.pipe(Layer.provideMerge(WorkspaceExport.layer)),
  WorkspaceSearch.layer,
  Credentials.layer,
  Layer.merge(SignIn.layer, OwnAccount.layer).pipe(
    Layer.provide(SignInAudit.layer),
    Layer.provideMerge(SecondFactors.layer)
  ),
  Users.layer,
  OAuthApps.layer,
  OAuthAuthorizations.layer,
  Portal.layer.pipe(
    Layer.provideMerge(ClientInvoices.layer),
    Layer.provideMerge(Layer.mergeAll(Checkouts.layer, Files.layer, Statements.layer))
  ),
  Events.layer,
  Audit.layer,
  Verification.layer,
  PeriodicJobs.layer,
  Webhooks.layer,
  WebhookDeliveries.layer,
  WebhookDispatch.layer,
  WebhookSweep.layer
).pipe(
  Layer.provideMerge(invoiceChanges),
  Layer.provideMerge(LinkRequests.layer),
  Layer.provideMerge(shared)
)
