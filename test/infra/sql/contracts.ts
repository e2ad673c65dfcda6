/**
 * The contracts of the storage ports, and how they run: all of them on one storage, each in
 * workspaces of its own. contracts.test.ts notices a contract that is missing here.
 */
import { layer, type Vitest } from "@effect/vitest"
import type { Layer } from "effect"
import { describe } from "vitest"
import type { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import type { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { analyticsRepositoryContract } from "./analytics/AnalyticsRepositoryContract.ts"
import { reportRepositoryContract } from "./analytics/ReportRepositoryContract.ts"
import { clientBoardRepositoryContract } from "./clients/ClientBoardRepositoryContract.ts"
import { clientRepositoryContract } from "./clients/ClientRepositoryContract.ts"
import { invitationRepositoryContract } from "./clients/InvitationRepositoryContract.ts"
import { statementRepositoryContract } from "./clients/StatementRepositoryContract.ts"
import { creditNoteRepositoryContract } from "./creditnotes/CreditNoteRepositoryContract.ts"
import { eventLogContract } from "./events/EventLogContract.ts"
import { logProofContract } from "./events/LogProofContract.ts"
import { webhookRepositoryContract } from "./events/WebhookRepositoryContract.ts"
import { fileRepositoryContract } from "./files/FileRepositoryContract.ts"
import { housekeepingContract } from "./HousekeepingContract.ts"
import { homeRepositoryContract } from "./home/HomeRepositoryContract.ts"
import { idempotencyRepositoryContract } from "./IdempotencyRepositoryContract.ts"
import { invoiceDossiersContract } from "./invoices/InvoiceDossiersContract.ts"
import { invoiceListContract } from "./invoices/InvoiceListContract.ts"
import { invoiceRepositoryContract } from "./invoices/InvoiceRepositoryContract.ts"
import { reminderRepositoryContract } from "./invoices/ReminderRepositoryContract.ts"
import { sentDocumentRepositoryContract } from "./invoices/SentDocumentRepositoryContract.ts"
import { mailOutboxContract } from "./mail/MailOutboxContract.ts"
import { mailRepositoryContract } from "./mail/MailRepositoryContract.ts"
import { oAuthRepositoryContract } from "./oauth/OAuthRepositoryContract.ts"
import { pageOrderContract } from "./PageOrderContract.ts"
import { checkoutRepositoryContract } from "./payments/CheckoutRepositoryContract.ts"
import { creditRepositoryContract } from "./payments/CreditRepositoryContract.ts"
import { paymentRepositoryContract } from "./payments/PaymentRepositoryContract.ts"
import { apiKeyRepositoryContract } from "./people/ApiKeyRepositoryContract.ts"
import { secondFactorRepositoryContract } from "./people/SecondFactorRepositoryContract.ts"
import { sessionRepositoryContract } from "./people/SessionRepositoryContract.ts"
import { userLinkRepositoryContract } from "./people/UserLinkRepositoryContract.ts"
import { userRepositoryContract } from "./people/UserRepositoryContract.ts"
import { milestoneRepositoryContract } from "./projects/MilestoneRepositoryContract.ts"
import { projectRepositoryContract } from "./projects/ProjectRepositoryContract.ts"
import { taskRepositoryContract } from "./projects/TaskRepositoryContract.ts"
import { searchContract } from "./SearchContract.ts"
import { searchRepositoryContract } from "./search/SearchRepositoryContract.ts"
import { unitOfWorkContract } from "./UnitOfWorkContract.ts"
import { exportRepositoryContract } from "./workspaces/ExportRepositoryContract.ts"
import { workspaceRepositoryContract } from "./workspaces/WorkspaceRepositoryContract.ts"
import { workspaceVersionsContract } from "./workspaces/WorkspaceVersionsContract.ts"

export type ContractPorts = Exclude<Layer.Success<typeof layerMemoryStorage>, MemoryStore>

export type StorageContract = (it: Vitest.MethodsNonLive<ContractPorts>) => void

/** By path: contracts.test.ts compares them with the files. */
export const contracts: Readonly<Record<string, StorageContract>> = {
  "HousekeepingContract.ts": housekeepingContract,
  "IdempotencyRepositoryContract.ts": idempotencyRepositoryContract,
  "PageOrderContract.ts": pageOrderContract,
  "SearchContract.ts": searchContract,
  "UnitOfWorkContract.ts": unitOfWorkContract,
  "analytics/AnalyticsRepositoryContract.ts": analyticsRepositoryContract,
  "clients/ClientBoardRepositoryContract.ts": clientBoardRepositoryContract,
  "analytics/ReportRepositoryContract.ts": reportRepositoryContract,
  "clients/ClientRepositoryContract.ts": clientRepositoryContract,
  "clients/InvitationRepositoryContract.ts": invitationRepositoryContract,
  "clients/StatementRepositoryContract.ts": statementRepositoryContract,
  "creditnotes/CreditNoteRepositoryContract.ts": creditNoteRepositoryContract,
  "events/EventLogContract.ts": eventLogContract,
  "events/LogProofContract.ts": logProofContract,
  "events/WebhookRepositoryContract.ts": webhookRepositoryContract,
  "files/FileRepositoryContract.ts": fileRepositoryContract,
  "home/HomeRepositoryContract.ts": homeRepositoryContract,
  "invoices/InvoiceDossiersContract.ts": invoiceDossiersContract,
  "invoices/InvoiceListContract.ts": invoiceListContract,
  "invoices/InvoiceRepositoryContract.ts": invoiceRepositoryContract,
  "invoices/ReminderRepositoryContract.ts": reminderRepositoryContract,
  "invoices/SentDocumentRepositoryContract.ts": sentDocumentRepositoryContract,
  "mail/MailOutboxContract.ts": mailOutboxContract,
  "mail/MailRepositoryContract.ts": mailRepositoryContract,
  "oauth/OAuthRepositoryContract.ts": oAuthRepositoryContract,
  "payments/CheckoutRepositoryContract.ts": checkoutRepositoryContract,
  "payments/CreditRepositoryContract.ts": creditRepositoryContract,
  "payments/PaymentRepositoryContract.ts": paymentRepositoryContract,
  "people/ApiKeyRepositoryContract.ts": apiKeyRepositoryContract,
  "people/SecondFactorRepositoryContract.ts": secondFactorRepositoryContract,
  "people/SessionRepositoryContract.ts": sessionRepositoryContract,
  "people/UserLinkRepositoryContract.ts": userLinkRepositoryContract,
  "people/UserRepositoryContract.ts": userRepositoryContract,
  "projects/MilestoneRepositoryContract.ts": milestoneRepositoryContract,
  "projects/ProjectRepositoryContract.ts": projectRepositoryContract,
  "projects/TaskRepositoryContract.ts": taskRepositoryContract,
  "search/SearchRepositoryContract.ts": searchRepositoryContract,
  "workspaces/ExportRepositoryContract.ts": exportRepositoryContract,
  "workspaces/WorkspaceRepositoryContract.ts": workspaceRepositoryContract,
  "workspaces/WorkspaceVersionsContract.ts": workspaceVersionsContract
}

/** Every contract, on this storage. */
export const runContracts = <E>(name: string, storage: Layer.Layer<ContractPorts, E>): void =>
  layer(storage, { excludeTestServices: true })(name, (it) => {
    for (const [file, contract] of Object.entries(contracts)) {
      describe(file.slice(file.lastIndexOf("/") + 1, -"Contract.ts".length), () => contract(it))
    }
  })
