/** All pages for people, as one layer of routes. */
import { Layer } from "effect"
import { layerAssets } from "./Assets.ts"
import { layerPortalInvitationPages } from "./clients/PortalInvitationPages.ts"
import { layerPortalPages } from "./clients/PortalPages.ts"
import { layerDocsPage } from "./docs/DocsPage.ts"
import { layerCheckPage } from "./invoices/CheckPage.ts"
import { layerInvoicePage } from "./invoices/InvoicePage.ts"
import { layerTestPaymentPage } from "./invoices/TestPaymentPage.ts"
import { layerConsentPages } from "./oauth/ConsentPages.ts"
import { layerConfirmPages } from "./people/ConfirmPages.ts"
import { layerSignInPages } from "./people/SignInPages.ts"
import { layerAccessPage } from "./settings/AccessPage.ts"
import { layerApiKeysPages } from "./settings/ApiKeysPages.ts"
import { layerAppsPages } from "./settings/AppsPages.ts"
import { layerArchivedPages } from "./settings/ArchivedPages.ts"
import { layerAuditPages } from "./settings/AuditPages.ts"
import { layerConnectedAppsPages } from "./settings/ConnectedAppsPages.ts"
import { layerCreditsPages } from "./settings/CreditsPages.ts"
import { layerFilesPages } from "./settings/FilesPages.ts"
import { layerMailsPages } from "./settings/MailsPages.ts"
import { layerPaymentLinksPages } from "./settings/PaymentLinksPages.ts"
import { layerSessionsPages } from "./settings/SessionsPages.ts"
import { layerUsersPages } from "./settings/UsersPages.ts"
import { layerWebhooksPages } from "./settings/WebhooksPages.ts"
import { layerWorkspacePages } from "./settings/WorkspacePages.ts"
import { Visits } from "./Visits.ts"

export const layerWeb = Layer.mergeAll(
  layerAssets,
  layerCheckPage,
  layerDocsPage,
  layerInvoicePage,
  layerTestPaymentPage,
  layerSignInPages,
  layerConfirmPages,
  layerConsentPages,
  layerPortalInvitationPages,
  layerPortalPages,
  layerAccessPage,
  layerApiKeysPages,
  layerAppsPages,
  layerConnectedAppsPages,
  layerFilesPages,
  layerArchivedPages,
  layerWorkspacePages,
  layerUsersPages,
  layerSessionsPages,
  layerAuditPages,
  layerCreditsPages,
  layerMailsPages,
  layerPaymentLinksPages,
  layerWebhooksPages
).pipe(Layer.provide(Visits.layer))
