/** All pages for people, as one layer of routes. */
import { Layer } from "effect"
import { layerAccountPages } from "./account/AccountPages.ts"
import { layerEmailLinkPages } from "./account/EmailLinkPages.ts"
import { layerSecondFactorPages } from "./account/SecondFactorPages.ts"
import { layerAssets } from "./assets/Assets.ts"
import { BrowserRequests } from "./BrowserRequests.ts"
import { layerCreditRedirects } from "./clients/CreditRedirects.ts"
import { layerClientEditorPages } from "./clients/editor/ClientEditorPages.ts"
import { layerClientListPage } from "./clients/list/ClientListPage.ts"
import { layerPortalInvitationPages } from "./clients/PortalInvitationPages.ts"
import { layerPortalItems, layerPortalPages } from "./clients/PortalPages.ts"
import { layerPortalStatement } from "./clients/PortalStatementPages.ts"
import { layerClientPage } from "./clients/page/ClientPage.ts"
import { layerStatementPages } from "./clients/statement/StatementPages.ts"
import { layerDocsPage } from "./docs/DocsPage.ts"
import { layerFilesPages } from "./files/FilesPages.ts"
import { layerHomePages } from "./home/HomePages.ts"
import { layerCheckPage } from "./invoices/CheckPage.ts"
import { layerEditorPages } from "./invoices/editor/EditorPages.ts"
import { layerInvoiceListPage } from "./invoices/InvoiceListPage.ts"
import { layerInvoicePage, layerLinkedDocuments } from "./invoices/InvoicePage.ts"
import { layerPaymentLinkRedirects } from "./invoices/PaymentLinkRedirects.ts"
import { layerCreditNoteFiles } from "./invoices/page/CreditNoteFiles.ts"
import { layerInvoiceDetailPage, layerInvoiceFiles } from "./invoices/page/InvoiceDetailPage.ts"
import { layerTestPaymentPage } from "./invoices/TestPaymentPage.ts"
import { layerConsentPages } from "./oauth/ConsentPages.ts"
import { PageHosts } from "./PageHosts.ts"
import { layerConfirmPages } from "./people/ConfirmPages.ts"
import { layerPasswordLinkPages } from "./people/PasswordLinkPages.ts"
import { layerSignInPages } from "./people/SignInPages.ts"
import { layerProjectFormPages } from "./projects/form/ProjectFormPages.ts"
import { layerProjectListPage } from "./projects/ProjectListPage.ts"
import { layerProjectDetailPage } from "./projects/page/ProjectDetailPage.ts"
import { layerReportsPage } from "./reports/ReportsPage.ts"
import { layerSearchPage } from "./search/SearchPage.ts"
import { layerAppsPages } from "./settings/apps/AppsPages.ts"
import { layerConnectedAppsPages } from "./settings/apps/ConnectedAppsPages.ts"
import { layerAuditPages } from "./settings/audit/AuditPages.ts"
import { layerAccessPage } from "./settings/keys/AccessPage.ts"
import { layerApiKeysPages } from "./settings/keys/ApiKeysPages.ts"
import { layerMailsPages } from "./settings/mails/MailsPages.ts"
import { layerUsersPages } from "./settings/users/UsersPages.ts"
import { layerWebhookDeliveriesPages } from "./settings/webhooks/WebhookDeliveriesPages.ts"
import { layerWebhooksPages } from "./settings/webhooks/WebhooksPages.ts"
import { layerExportPages } from "./settings/workspace/ExportPages.ts"
import { layerLeavePages } from "./settings/workspace/LeavePages.ts"
import { layerWorkspacePages } from "./settings/workspace/WorkspacePages.ts"

export const layerWeb = Layer.mergeAll(
  layerAssets,
  layerCheckPage,
  layerDocsPage,
  layerHomePages,
  layerInvoicePage,
  layerLinkedDocuments,
  layerInvoiceDetailPage,
  layerInvoiceFiles,
  layerCreditNoteFiles,
  layerInvoiceListPage,
  layerEditorPages,
  layerTestPaymentPage,
  layerReportsPage,
  layerSearchPage,
  layerSignInPages,
  layerPasswordLinkPages,
  layerConfirmPages,
  layerConsentPages,
  layerPortalInvitationPages,
  layerPortalItems,
  layerPortalStatement,
  layerPortalPages,
  layerClientListPage,
  layerClientEditorPages,
  layerClientPage,
  layerStatementPages,
  layerAccessPage,
  layerApiKeysPages,
  layerAppsPages,
  layerConnectedAppsPages,
  layerFilesPages,
  layerProjectListPage,
  layerProjectFormPages,
  layerProjectDetailPage,
  layerExportPages,
  layerLeavePages,
  layerWorkspacePages,
  layerUsersPages,
  layerAccountPages,
  layerEmailLinkPages,
  layerSecondFactorPages,
  layerAuditPages,
  layerCreditRedirects,
  layerMailsPages,
  layerPaymentLinkRedirects,
  layerWebhooksPages,
  layerWebhookDeliveriesPages
).pipe(Layer.provide(Layer.merge(BrowserRequests.layer, PageHosts.layer)))
