/** Every port that the database answers, on whatever SqlClient is there. */
import { Layer } from "effect"
import { AnalyticsRepositorySql } from "./analytics/AnalyticsRepositorySql.ts"
import { ReportRepositorySql } from "./analytics/ReportRepositorySql.ts"
import { ClientBoardRepositorySql } from "./clients/ClientBoardRepositorySql.ts"
import { ClientRepositorySql } from "./clients/ClientRepositorySql.ts"
import { InvitationRepositorySql } from "./clients/InvitationRepositorySql.ts"
import { StatementRepositorySql } from "./clients/StatementRepositorySql.ts"
import { CreditNoteRepositorySql } from "./creditnotes/CreditNoteRepositorySql.ts"
import { EventLogSql } from "./events/EventLogSql.ts"
import { LogProofSql } from "./events/LogProofSql.ts"
import { WebhookRepositorySql } from "./events/WebhookRepositorySql.ts"
import { FileRepositorySql } from "./files/FileRepositorySql.ts"
import { HousekeepingSql } from "./HousekeepingSql.ts"
import { HomeRepositorySql } from "./home/HomeRepositorySql.ts"
import { IdempotencyRepositorySql } from "./IdempotencyRepositorySql.ts"
import { InvoiceDossiersSql } from "./invoices/InvoiceDossiersSql.ts"
import { InvoiceRepositorySql } from "./invoices/InvoiceRepositorySql.ts"
import { ReminderRepositorySql } from "./invoices/ReminderRepositorySql.ts"
import { SentDocumentRepositorySql } from "./invoices/SentDocumentRepositorySql.ts"
import { MailOutboxSql } from "./mail/MailOutboxSql.ts"
import { MailRepositorySql } from "./mail/MailRepositorySql.ts"
import { OAuthRepositorySql } from "./oauth/OAuthRepositorySql.ts"
import { CheckoutRepositorySql } from "./payments/CheckoutRepositorySql.ts"
import { CreditRepositorySql } from "./payments/CreditRepositorySql.ts"
import { PaymentRepositorySql } from "./payments/PaymentRepositorySql.ts"
import { ApiKeyRepositorySql } from "./people/ApiKeyRepositorySql.ts"
import { SecondFactorRepositorySql } from "./people/SecondFactorRepositorySql.ts"
import { SessionRepositorySql } from "./people/SessionRepositorySql.ts"
import { UserLinkRepositorySql } from "./people/UserLinkRepositorySql.ts"
import { UserRepositorySql } from "./people/UserRepositorySql.ts"
import { MilestoneRepositorySql } from "./projects/MilestoneRepositorySql.ts"
import { ProjectRepositorySql } from "./projects/ProjectRepositorySql.ts"
import { TaskRepositorySql } from "./projects/TaskRepositorySql.ts"
import { SearchRepositorySql } from "./search/SearchRepositorySql.ts"
import { UnitOfWorkSql } from "./UnitOfWorkSql.ts"
import { ExportRepositorySql } from "./workspaces/ExportRepositorySql.ts"
import { WorkspaceRepositorySql } from "./workspaces/WorkspaceRepositorySql.ts"
import { WorkspaceVersionsSql } from "./workspaces/WorkspaceVersionsSql.ts"

export const layerSqlPorts = Layer.mergeAll(
  AnalyticsRepositorySql,
  ApiKeyRepositorySql,
  CheckoutRepositorySql,
  ClientBoardRepositorySql,
  ClientRepositorySql,
  CreditNoteRepositorySql,
  CreditRepositorySql,
  EventLogSql,
  ExportRepositorySql,
  FileRepositorySql,
  HomeRepositorySql,
  HousekeepingSql,
  IdempotencyRepositorySql,
  InvitationRepositorySql,
  InvoiceDossiersSql,
  InvoiceRepositorySql,
  LogProofSql,
  Layer.provide(MailOutboxSql, UnitOfWorkSql),
  MailRepositorySql,
  MilestoneRepositorySql,
  OAuthRepositorySql,
  PaymentRepositorySql,
  ProjectRepositorySql,
  ReminderRepositorySql,
  ReportRepositorySql,
  SearchRepositorySql,
  SentDocumentRepositorySql,
  SecondFactorRepositorySql,
  SessionRepositorySql,
  StatementRepositorySql,
  TaskRepositorySql,
  UnitOfWorkSql,
  UserLinkRepositorySql,
  UserRepositorySql,
  WebhookRepositorySql,
  WorkspaceRepositorySql,
  WorkspaceVersionsSql
)
