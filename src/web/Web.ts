/** All pages for people, as one layer of routes. */
import { Layer } from "effect"
import { AssetsLive } from "./Assets.ts"
import { Brands } from "./Brands.ts"
import { CheckPageLive } from "./CheckPage.ts"
import { ConsentPagesLive } from "./ConsentPages.ts"
import { DocsPageLive } from "./docs/DocsPage.ts"
import { InvoicePageLive } from "./InvoicePage.ts"
import { PortalInvitationPagesLive } from "./PortalInvitationPages.ts"
import { PortalPagesLive } from "./PortalPages.ts"
import { SignInPagesLive } from "./SignInPages.ts"
import { AccessPageLive } from "./settings/AccessPage.ts"
import { ApiKeysPagesLive } from "./settings/ApiKeysPages.ts"
import { AppsPagesLive } from "./settings/AppsPages.ts"
import { ArchivedPagesLive } from "./settings/ArchivedPages.ts"
import { ConnectedAppsPagesLive } from "./settings/ConnectedAppsPages.ts"
import { PaymentLinksPagesLive } from "./settings/PaymentLinksPages.ts"
import { UsersPagesLive } from "./settings/UsersPages.ts"
import { WebhooksPagesLive } from "./settings/WebhooksPages.ts"
import { WorkspacePagesLive } from "./settings/WorkspacePages.ts"
import { Visits } from "./Visits.ts"

export const WebLive = Layer.mergeAll(
  AssetsLive,
  CheckPageLive,
  DocsPageLive,
  InvoicePageLive,
  SignInPagesLive,
  ConsentPagesLive,
  PortalInvitationPagesLive,
  PortalPagesLive,
  AccessPageLive,
  ApiKeysPagesLive,
  AppsPagesLive,
  ConnectedAppsPagesLive,
  ArchivedPagesLive,
  WorkspacePagesLive,
  UsersPagesLive,
  PaymentLinksPagesLive,
  WebhooksPagesLive
).pipe(Layer.provide(Layer.merge(Visits.layer, Brands.layer)))
