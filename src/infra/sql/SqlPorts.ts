/** Every port that the database answers, on whatever SqlClient is there. */
import { Layer } from "effect"
import { ApiKeyRepositorySql } from "./ApiKeyRepositorySql.ts"
import { CheckoutRepositorySql } from "./CheckoutRepositorySql.ts"
import { ClientRepositorySql } from "./ClientRepositorySql.ts"
import { EventLogSql } from "./EventLogSql.ts"
import { HousekeepingSql } from "./HousekeepingSql.ts"
import { IdempotencyRepositorySql } from "./IdempotencyRepositorySql.ts"
import { InvitationRepositorySql } from "./InvitationRepositorySql.ts"
import { InvoiceRepositorySql } from "./InvoiceRepositorySql.ts"
import { MailOutboxSql } from "./MailOutboxSql.ts"
import { OAuthRepositorySql } from "./OAuthRepositorySql.ts"
import { PaymentRepositorySql } from "./PaymentRepositorySql.ts"
import { ProjectRepositorySql } from "./ProjectRepositorySql.ts"
import { ReminderRepositorySql } from "./ReminderRepositorySql.ts"
import { SentDocumentRepositorySql } from "./SentDocumentRepositorySql.ts"
import { SessionRepositorySql } from "./SessionRepositorySql.ts"
import { UnitOfWorkSql } from "./UnitOfWorkSql.ts"
import { UserLinkRepositorySql } from "./UserLinkRepositorySql.ts"
import { UserRepositorySql } from "./UserRepositorySql.ts"
import { WebhookRepositorySql } from "./WebhookRepositorySql.ts"
import { WorkItemRepositorySql } from "./WorkItemRepositorySql.ts"
import { WorkspaceRepositorySql } from "./WorkspaceRepositorySql.ts"

export const SqlPorts = Layer.mergeAll(
  ApiKeyRepositorySql,
  CheckoutRepositorySql,
  ClientRepositorySql,
  EventLogSql,
  HousekeepingSql,
  IdempotencyRepositorySql,
  InvitationRepositorySql,
  InvoiceRepositorySql,
  MailOutboxSql,
  OAuthRepositorySql,
  PaymentRepositorySql,
  ProjectRepositorySql,
  ReminderRepositorySql,
  SentDocumentRepositorySql,
  SessionRepositorySql,
  UnitOfWorkSql,
  UserLinkRepositorySql,
  UserRepositorySql,
  WebhookRepositorySql,
  WorkItemRepositorySql,
  WorkspaceRepositorySql
)
