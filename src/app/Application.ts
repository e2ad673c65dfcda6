/** All use cases as one Layer; what it still needs are the ports. */
import { Layer } from "effect"
import { ApiKeys } from "./ApiKeys.ts"
import { Clients } from "./Clients.ts"
import { Credentials } from "./Credentials.ts"
import { DemoData } from "./DemoData.ts"
import { InvitationLinks } from "./InvitationLinks.ts"
import { Invitations } from "./Invitations.ts"
import { InvoicePages } from "./InvoicePages.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { Invoicing } from "./Invoicing.ts"
import { MailDelivery } from "./MailDelivery.ts"
import { OAuthApps } from "./OAuthApps.ts"
import { OAuthAuthorizations } from "./OAuthAuthorizations.ts"
import { OAuthTokens } from "./OAuthTokens.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import { Portal } from "./Portal.ts"
import { Projects } from "./Projects.ts"
import { SignIn } from "./SignIn.ts"
import { UserLinks } from "./UserLinks.ts"
import { Users } from "./Users.ts"
import { Workspaces } from "./Workspaces.ts"

const links = Layer.mergeAll(PaymentLinks.layer, InvitationLinks.layer, UserLinks.layer)

const shared = Layer.mergeAll(
  InvoiceViews.layer,
  Invitations.layer,
  ApiKeys.layer,
  OAuthTokens.layer
).pipe(Layer.provideMerge(links))

export const layerApplication = Layer.mergeAll(
  Projects.layer,
  Clients.layer,
  InvoicePages.layer,
  MailDelivery.layer,
  Workspaces.layer,
  DemoData.layer,
  Credentials.layer,
  SignIn.layer,
  Users.layer,
  OAuthApps.layer,
  OAuthAuthorizations.layer,
  Portal.layer
).pipe(Layer.provideMerge(Invoicing.layer), Layer.provideMerge(shared))
