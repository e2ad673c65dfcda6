/** All use cases as one Layer; what it still needs are the ports. */
import { Layer } from "effect"
import { ApiKeys } from "./ApiKeys.ts"
import { Clients } from "./Clients.ts"
import { DemoData } from "./DemoData.ts"
import { InvitationLinks } from "./InvitationLinks.ts"
import { InvoicePages } from "./InvoicePages.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { Invoicing } from "./Invoicing.ts"
import { MailDelivery } from "./MailDelivery.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import { Projects } from "./Projects.ts"
import { Workspaces } from "./Workspaces.ts"

const views = InvoiceViews.layer.pipe(Layer.provideMerge(PaymentLinks.layer))

export const layerApplication = Layer.mergeAll(
  Projects.layer,
  Clients.layer,
  Invoicing.layer,
  InvoicePages.layer,
  MailDelivery.layer,
  Workspaces.layer,
  DemoData.layer
).pipe(Layer.provideMerge(Layer.mergeAll(views, InvitationLinks.layer, ApiKeys.layer)))
