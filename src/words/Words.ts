/**
 * Every text of documents, mails and pages, in each language. One type, so that a missing word does
 * not compile. Texts hold no logic: figures, dates and names come in as formatted texts.
 */
import type { Language } from "../domain/text/Language.ts"
import { accountDe } from "./account/AccountDe.ts"
import { accountEn } from "./account/AccountEn.ts"
import { accountEs } from "./account/AccountEs.ts"
import { accountFr } from "./account/AccountFr.ts"
import type { AccountWords } from "./account/AccountWords.ts"
import { secondFactorDe } from "./account/SecondFactorDe.ts"
import { secondFactorEn } from "./account/SecondFactorEn.ts"
import { secondFactorEs } from "./account/SecondFactorEs.ts"
import { secondFactorFr } from "./account/SecondFactorFr.ts"
import type { SecondFactorWords } from "./account/SecondFactorWords.ts"
import { clientDe } from "./clients/ClientDe.ts"
import { clientEn } from "./clients/ClientEn.ts"
import { clientEs } from "./clients/ClientEs.ts"
import { clientFormDe } from "./clients/ClientFormDe.ts"
import { clientFormEn } from "./clients/ClientFormEn.ts"
import { clientFormEs } from "./clients/ClientFormEs.ts"
import { clientFormFr } from "./clients/ClientFormFr.ts"
import type { ClientFormWords } from "./clients/ClientFormWords.ts"
import { clientFr } from "./clients/ClientFr.ts"
import type { ClientWords } from "./clients/ClientWords.ts"
import { statementDe } from "./clients/StatementDe.ts"
import { statementEn } from "./clients/StatementEn.ts"
import { statementEs } from "./clients/StatementEs.ts"
import { statementFr } from "./clients/StatementFr.ts"
import type { StatementWords } from "./clients/StatementWords.ts"
import { appsDe } from "./developers/AppDe.ts"
import { appsEn } from "./developers/AppEn.ts"
import { appsEs } from "./developers/AppEs.ts"
import { appsFr } from "./developers/AppFr.ts"
import type { AppWords } from "./developers/AppWords.ts"
import { scopesDe } from "./developers/ScopeDe.ts"
import { scopesEn } from "./developers/ScopeEn.ts"
import { scopesEs } from "./developers/ScopeEs.ts"
import { scopesFr } from "./developers/ScopeFr.ts"
import type { ScopeWords } from "./developers/ScopeWords.ts"
import { webhooksDe } from "./developers/WebhookDe.ts"
import { webhooksEn } from "./developers/WebhookEn.ts"
import { webhooksEs } from "./developers/WebhookEs.ts"
import { webhooksFr } from "./developers/WebhookFr.ts"
import type { WebhookWords } from "./developers/WebhookWords.ts"
import { documentDe } from "./document/DocumentDe.ts"
import { documentEn } from "./document/DocumentEn.ts"
import { documentEs } from "./document/DocumentEs.ts"
import { documentFr } from "./document/DocumentFr.ts"
import type { DocumentWords } from "./document/DocumentWords.ts"
import { fileDe } from "./files/FileDe.ts"
import { fileEn } from "./files/FileEn.ts"
import { fileEs } from "./files/FileEs.ts"
import { fileFr } from "./files/FileFr.ts"
import type { FileWords } from "./files/FileWords.ts"
import { homeDe } from "./home/HomeDe.ts"
import { homeEn } from "./home/HomeEn.ts"
import { homeEs } from "./home/HomeEs.ts"
import { homeFr } from "./home/HomeFr.ts"
import type { HomeWords } from "./home/HomeWords.ts"
import { invoiceDe } from "./invoices/InvoiceDe.ts"
import { invoiceEn } from "./invoices/InvoiceEn.ts"
import { invoiceEs } from "./invoices/InvoiceEs.ts"
import { invoiceFormDe } from "./invoices/InvoiceFormDe.ts"
import { invoiceFormEn } from "./invoices/InvoiceFormEn.ts"
import { invoiceFormEs } from "./invoices/InvoiceFormEs.ts"
import { invoiceFormFr } from "./invoices/InvoiceFormFr.ts"
import type { InvoiceFormWords } from "./invoices/InvoiceFormWords.ts"
import { invoiceFr } from "./invoices/InvoiceFr.ts"
import { invoiceListDe } from "./invoices/InvoiceListDe.ts"
import { invoiceListEn } from "./invoices/InvoiceListEn.ts"
import { invoiceListEs } from "./invoices/InvoiceListEs.ts"
import { invoiceListFr } from "./invoices/InvoiceListFr.ts"
import type { InvoiceListWords } from "./invoices/InvoiceListWords.ts"
import type { InvoiceWords } from "./invoices/InvoiceWords.ts"
import { mailDe } from "./mail/MailDe.ts"
import { mailEn } from "./mail/MailEn.ts"
import { mailEs } from "./mail/MailEs.ts"
import { mailFr } from "./mail/MailFr.ts"
import type { MailWords } from "./mail/MailWords.ts"
import { payDe } from "./pages/PayDe.ts"
import { payEn } from "./pages/PayEn.ts"
import { payEs } from "./pages/PayEs.ts"
import { payFr } from "./pages/PayFr.ts"
import type { PayWords } from "./pages/PayWords.ts"
import { portalDe } from "./pages/PortalDe.ts"
import { portalEn } from "./pages/PortalEn.ts"
import { portalEs } from "./pages/PortalEs.ts"
import { portalFr } from "./pages/PortalFr.ts"
import type { PortalWords } from "./pages/PortalWords.ts"
import { visitDe } from "./pages/VisitDe.ts"
import { visitEn } from "./pages/VisitEn.ts"
import { visitEs } from "./pages/VisitEs.ts"
import { visitFr } from "./pages/VisitFr.ts"
import type { VisitWords } from "./pages/VisitWords.ts"
import { projectDe } from "./projects/ProjectDe.ts"
import { projectEn } from "./projects/ProjectEn.ts"
import { projectEs } from "./projects/ProjectEs.ts"
import { projectFr } from "./projects/ProjectFr.ts"
import { projectListDe } from "./projects/ProjectListDe.ts"
import { projectListEn } from "./projects/ProjectListEn.ts"
import { projectListEs } from "./projects/ProjectListEs.ts"
import { projectListFr } from "./projects/ProjectListFr.ts"
import type { ProjectListWords } from "./projects/ProjectListWords.ts"
import type { ProjectWords } from "./projects/ProjectWords.ts"
import { reportDe } from "./reports/ReportDe.ts"
import { reportEn } from "./reports/ReportEn.ts"
import { reportEs } from "./reports/ReportEs.ts"
import { reportFr } from "./reports/ReportFr.ts"
import type { ReportWords } from "./reports/ReportWords.ts"
import { auditDe } from "./settings/AuditDe.ts"
import { auditEn } from "./settings/AuditEn.ts"
import { auditEs } from "./settings/AuditEs.ts"
import { auditFr } from "./settings/AuditFr.ts"
import type { AuditWords } from "./settings/AuditWords.ts"
import { settingsDe } from "./settings/SettingsDe.ts"
import { settingsEn } from "./settings/SettingsEn.ts"
import { settingsEs } from "./settings/SettingsEs.ts"
import { settingsFr } from "./settings/SettingsFr.ts"
import type { SettingsWords } from "./settings/SettingsWords.ts"
import { workspaceFormDe } from "./settings/WorkspaceFormDe.ts"
import { workspaceFormEn } from "./settings/WorkspaceFormEn.ts"
import { workspaceFormEs } from "./settings/WorkspaceFormEs.ts"
import { workspaceFormFr } from "./settings/WorkspaceFormFr.ts"
import type { WorkspaceFormWords } from "./settings/WorkspaceFormWords.ts"
import { frameDe } from "./work/FrameDe.ts"
import { frameEn } from "./work/FrameEn.ts"
import { frameEs } from "./work/FrameEs.ts"
import { frameFr } from "./work/FrameFr.ts"
import type { FrameWords } from "./work/FrameWords.ts"
import { leaveDe } from "./work/LeaveDe.ts"
import { leaveEn } from "./work/LeaveEn.ts"
import { leaveEs } from "./work/LeaveEs.ts"
import { leaveFr } from "./work/LeaveFr.ts"
import type { LeaveWords } from "./work/LeaveWords.ts"
import { searchDe } from "./work/SearchDe.ts"
import { searchEn } from "./work/SearchEn.ts"
import { searchEs } from "./work/SearchEs.ts"
import { searchFr } from "./work/SearchFr.ts"
import type { SearchWords } from "./work/SearchWords.ts"

export interface Words {
  readonly document: DocumentWords
  readonly mail: MailWords
  readonly pay: PayWords
  readonly portal: PortalWords
  readonly visit: VisitWords
  readonly frame: FrameWords
  readonly search: SearchWords
  readonly account: AccountWords
  readonly report: ReportWords
  readonly leave: LeaveWords
  readonly settings: SettingsWords
  readonly audit: AuditWords
  readonly workspaceForm: WorkspaceFormWords
  readonly secondFactor: SecondFactorWords
  readonly invoiceList: InvoiceListWords
  readonly invoice: InvoiceWords
  readonly invoiceForm: InvoiceFormWords
  readonly client: ClientWords
  readonly clientForm: ClientFormWords
  readonly statement: StatementWords
  readonly projectList: ProjectListWords
  readonly project: ProjectWords
  readonly files: FileWords
  readonly home: HomeWords
  readonly scopes: ScopeWords
  readonly apps: AppWords
  readonly webhooks: WebhookWords
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    document: documentEn,
    mail: mailEn,
    pay: payEn,
    portal: portalEn,
    visit: visitEn,
    frame: frameEn,
    search: searchEn,
    account: accountEn,
    report: reportEn,
    leave: leaveEn,
    settings: settingsEn,
    audit: auditEn,
    workspaceForm: workspaceFormEn,
    secondFactor: secondFactorEn,
    invoiceList: invoiceListEn,
    invoice: invoiceEn,
    invoiceForm: invoiceFormEn,
    client: clientEn,
    clientForm: clientFormEn,
    statement: statementEn,
    projectList: projectListEn,
    project: projectEn,
    files: fileEn,
    home: homeEn,
    scopes: scopesEn,
    apps: appsEn,
    webhooks: webhooksEn
  },
  de: {
    document: documentDe,
    mail: mailDe,
    pay: payDe,
    portal: portalDe,
    visit: visitDe,
    frame: frameDe,
    search: searchDe,
    account: accountDe,
    report: reportDe,
    leave: leaveDe,
    settings: settingsDe,
    audit: auditDe,
    workspaceForm: workspaceFormDe,
    secondFactor: secondFactorDe,
    invoiceList: invoiceListDe,
    invoice: invoiceDe,
    invoiceForm: invoiceFormDe,
    client: clientDe,
    clientForm: clientFormDe,
    statement: statementDe,
    projectList: projectListDe,
    project: projectDe,
    files: fileDe,
    home: homeDe,
    scopes: scopesDe,
    apps: appsDe,
    webhooks: webhooksDe
  },
  fr: {
    document: documentFr,
    mail: mailFr,
    pay: payFr,
    portal: portalFr,
    visit: visitFr,
    frame: frameFr,
    search: searchFr,
    account: accountFr,
    report: reportFr,
    leave: leaveFr,
    settings: settingsFr,
    audit: auditFr,
    workspaceForm: workspaceFormFr,
    secondFactor: secondFactorFr,
    invoiceList: invoiceListFr,
    invoice: invoiceFr,
    invoiceForm: invoiceFormFr,
    client: clientFr,
    clientForm: clientFormFr,
    statement: statementFr,
    projectList: projectListFr,
    project: projectFr,
    files: fileFr,
    home: homeFr,
    scopes: scopesFr,
    apps: appsFr,
    webhooks: webhooksFr
  },
  es: {
    document: documentEs,
    mail: mailEs,
    pay: payEs,
    portal: portalEs,
    visit: visitEs,
    frame: frameEs,
    search: searchEs,
    account: accountEs,
    report: reportEs,
    leave: leaveEs,
    settings: settingsEs,
    audit: auditEs,
    workspaceForm: workspaceFormEs,
    secondFactor: secondFactorEs,
    invoiceList: invoiceListEs,
    invoice: invoiceEs,
    invoiceForm: invoiceFormEs,
    client: clientEs,
    clientForm: clientFormEs,
    statement: statementEs,
    projectList: projectListEs,
    project: projectEs,
    files: fileEs,
    home: homeEs,
    scopes: scopesEs,
    apps: appsEs,
    webhooks: webhooksEs
  }
}

export const wordsIn = (language: Language): Words => words[language]
