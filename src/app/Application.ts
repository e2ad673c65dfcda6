/** All use cases as one Layer; what it still needs are the ports. */
import { Layer } from "effect"
import { ApiKeys } from "./ApiKeys.ts"
import { Checkouts } from "./Checkouts.ts"
import { Clients } from "./Clients.ts"
import { Credentials } from "./Credentials.ts"
import { DemoData } from "./DemoData.ts"
import { EventLinks } from "./EventLinks.ts"
import { Events } from "./Events.ts"
import { InvitationLinks } from "./InvitationLinks.ts"
import { Invitations } from "./Invitations.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { LinkedInvoices } from "./InvoicePages.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { Invoicing } from "./Invoicing.ts"
import { LinkReplacements } from "./LinkReplacements.ts"
import { LinkRequests } from "./LinkRequests.ts"
import { MailDispatch } from "./MailDelivery.ts"
import { Mails } from "./Mails.ts"
import { OAuthApps } from "./OAuthApps.ts"
import { OAuthAuthorizations } from "./OAuthAuthorizations.ts"
import { OAuthClients } from "./OAuthClients.ts"
import { OAuthTokens } from "./OAuthTokens.ts"
import { Passwords } from "./Passwords.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import { PaymentMails } from "./PaymentMails.ts"
import { Payments } from "./Payments.ts"
import { Portal } from "./Portal.ts"
import { Projects } from "./Projects.ts"
import { Reminders } from "./Reminders.ts"
import { SentDocuments } from "./SentDocuments.ts"
import { SignIn } from "./SignIn.ts"
import { Sweeps } from "./Sweeps.ts"
import { UserLinks } from "./UserLinks.ts"
import { Users } from "./Users.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"
import { WebhookDispatch } from "./WebhookDelivery.ts"
import { Webhooks } from "./Webhooks.ts"
import { Workspaces } from "./Workspaces.ts"

const links = Layer.mergeAll(PaymentLinks.layer, InvitationLinks.layer, UserLinks.layer)

const shared = Layer.mergeAll(
  SentDocuments.layer.pipe(Layer.provideMerge(InvoiceViews.layer)),
  EventLinks.layer,
  Invitations.layer,
  Passwords.layer,
  ApiKeys.layer,
  OAuthTokens.layer.pipe(Layer.provide(OAuthClients.layer))
).pipe(Layer.provideMerge(links))

/** What changes invoices, on their one lock. */
const changing = Layer.mergeAll(
  Invoicing.layer,
  Payments.layer.pipe(Layer.provide(PaymentMails.layer)),
  Reminders.layer,
  LinkReplacements.layer,
  LinkedInvoices.layer
).pipe(Layer.provideMerge(InvoiceChanges.layer))

export const layerApplication = Layer.mergeAll(
  Projects.layer,
  Clients.layer,
  MailDispatch.layer.pipe(Layer.provide(Mails.layer)),
  Workspaces.layer,
  DemoData.layer,
  Credentials.layer,
  SignIn.layer,
  Users.layer,
  OAuthApps.layer,
  OAuthAuthorizations.layer,
  Portal.layer.pipe(Layer.provideMerge(Checkouts.layer)),
  Events.layer,
  Sweeps.layer,
  Webhooks.layer,
  WebhookDeliveries.layer,
  WebhookDispatch.layer
).pipe(
  Layer.provideMerge(changing),
  Layer.provideMerge(LinkRequests.layer),
  Layer.provideMerge(shared)
)
