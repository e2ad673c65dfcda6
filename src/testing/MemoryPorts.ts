/** Every port in memory, as one Layer: nothing outside the process is touched. */
import { createHash } from "node:crypto"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccessLogMemory } from "./AccessLogMemory.ts"
import { AnalyticsRepositoryMemory } from "./analytics/AnalyticsRepositoryMemory.ts"
import { ReportRepositoryMemory } from "./analytics/ReportRepositoryMemory.ts"
import { ClientBoardRepositoryMemory } from "./clients/ClientBoardRepositoryMemory.ts"
import { ClientRepositoryMemory } from "./clients/ClientRepositoryMemory.ts"
import { InvitationRepositoryMemory } from "./clients/InvitationRepositoryMemory.ts"
import { StatementRepositoryMemory } from "./clients/StatementRepositoryMemory.ts"
import { CreditNoteRepositoryMemory } from "./creditnotes/CreditNoteRepositoryMemory.ts"
import { DiskSpaceMemory } from "./DiskSpaceMemory.ts"
import { EventLogMemory } from "./events/EventLogMemory.ts"
import { LogProofMemory } from "./events/LogProofMemory.ts"
import { WebhookRepositoryMemory } from "./events/WebhookRepositoryMemory.ts"
import { WebhookSenderMemory } from "./events/WebhookSenderMemory.ts"
import { FileRepositoryMemory } from "./files/FileRepositoryMemory.ts"
import { FileSnifferMemory } from "./files/FileSnifferMemory.ts"
import { FileStorageMemory } from "./files/FileStorageMemory.ts"
import { HousekeepingMemory } from "./HousekeepingMemory.ts"
import { HomeRepositoryMemory } from "./home/HomeRepositoryMemory.ts"
import { IdempotencyRepositoryMemory } from "./IdempotencyRepositoryMemory.ts"
import { InvoiceDossiersMemory } from "./invoices/InvoiceDossiersMemory.ts"
import { InvoiceRepositoryMemory } from "./invoices/InvoiceRepositoryMemory.ts"
import { PdfRendererMemory } from "./invoices/PdfRendererMemory.ts"
import { ReminderRepositoryMemory } from "./invoices/ReminderRepositoryMemory.ts"
import { SentDocumentRepositoryMemory } from "./invoices/SentDocumentRepositoryMemory.ts"
import { MailComposerMemory } from "./mail/MailComposerMemory.ts"
import { MailerMemory } from "./mail/MailerMemory.ts"
import { MailFolderMemory } from "./mail/MailFolderMemory.ts"
import { MailOutboxMemory } from "./mail/MailOutboxMemory.ts"
import { layerMailQueueMemory, layerMemoryStore } from "./mail/MailQueue.ts"
import { MailRepositoryMemory } from "./mail/MailRepositoryMemory.ts"
import { OAuthRepositoryMemory } from "./oauth/OAuthRepositoryMemory.ts"
import { PublicUrlsMemory } from "./PublicUrlsMemory.ts"
import { CheckoutRepositoryMemory } from "./payments/CheckoutRepositoryMemory.ts"
import { CreditRepositoryMemory } from "./payments/CreditRepositoryMemory.ts"
import { PaymentProcessorMemory } from "./payments/PaymentProcessorMemory.ts"
import { PaymentRepositoryMemory } from "./payments/PaymentRepositoryMemory.ts"
import { ApiKeyRepositoryMemory } from "./people/ApiKeyRepositoryMemory.ts"
import { CommonPasswordsMemory } from "./people/CommonPasswordsMemory.ts"
import { OneTimePasswordsMemory } from "./people/OneTimePasswordsMemory.ts"
import { PasswordHasherMemory } from "./people/PasswordHasherMemory.ts"
import { SecondFactorRepositoryMemory } from "./people/SecondFactorRepositoryMemory.ts"
import { SessionRepositoryMemory } from "./people/SessionRepositoryMemory.ts"
import { UserLinkRepositoryMemory } from "./people/UserLinkRepositoryMemory.ts"
import { UserRepositoryMemory } from "./people/UserRepositoryMemory.ts"
import { MilestoneRepositoryMemory } from "./projects/MilestoneRepositoryMemory.ts"
import { ProjectRepositoryMemory } from "./projects/ProjectRepositoryMemory.ts"
import { TaskRepositoryMemory } from "./projects/TaskRepositoryMemory.ts"
import { RateLimitsMemory } from "./RateLimitsMemory.ts"
import { SignerMemory } from "./SignerMemory.ts"
import { SearchRepositoryMemory } from "./search/SearchRepositoryMemory.ts"
import { UnitOfWorkMemory } from "./UnitOfWorkMemory.ts"
import { VaultMemory } from "./VaultMemory.ts"
import { ArchiverMemory } from "./workspaces/ArchiverMemory.ts"
import { ExportRepositoryMemory } from "./workspaces/ExportRepositoryMemory.ts"
import { LogoDecoderMemory } from "./workspaces/LogoDecoderMemory.ts"
import { WorkspaceMovesMemory } from "./workspaces/WorkspaceMovesMemory.ts"
import { WorkspaceRepositoryMemory } from "./workspaces/WorkspaceRepositoryMemory.ts"
import { WorkspaceVersionsMemory } from "./workspaces/WorkspaceVersionsMemory.ts"

/** Repeatable randomness: the same seed gives the same ids, keys and passwords. */
export const layerSeededRandom = (seed: string) =>
  Layer.sync(SecureRandom.SecureRandom, () => {
    let block = 0
    return SecureRandom.make((size) => {
      const chunks: Buffer[] = []
      for (let length = 0; length < size; length += 32) {
        chunks.push(createHash("sha256").update(`${seed}:${block++}`).digest())
      }
      return new Uint8Array(Buffer.concat(chunks).subarray(0, size))
    })
  })

/** The storage ports, and the MemoryStore for tests that look inside. */
export const layerMemoryStorage = Layer.mergeAll(
  AnalyticsRepositoryMemory,
  ApiKeyRepositoryMemory,
  CheckoutRepositoryMemory,
  ClientBoardRepositoryMemory,
  ClientRepositoryMemory,
  CreditNoteRepositoryMemory,
  CreditRepositoryMemory,
  EventLogMemory,
  ExportRepositoryMemory,
  FileRepositoryMemory,
  LogProofMemory,
  HomeRepositoryMemory,
  HousekeepingMemory,
  IdempotencyRepositoryMemory,
  InvitationRepositoryMemory,
  InvoiceDossiersMemory,
  InvoiceRepositoryMemory,
  MailOutboxMemory,
  MailRepositoryMemory,
  MilestoneRepositoryMemory,
  OAuthRepositoryMemory,
  PaymentRepositoryMemory,
  ReminderRepositoryMemory,
  ReportRepositoryMemory,
  WebhookRepositoryMemory,
  ProjectRepositoryMemory,
  SearchRepositoryMemory,
  SentDocumentRepositoryMemory,
  SecondFactorRepositoryMemory,
  SessionRepositoryMemory,
  StatementRepositoryMemory,
  TaskRepositoryMemory,
  UnitOfWorkMemory,
  UserLinkRepositoryMemory,
  UserRepositoryMemory,
  WorkspaceRepositoryMemory,
  WorkspaceVersionsMemory
).pipe(
  Layer.provideMerge(layerMemoryStore),
  Layer.provide(layerMailQueueMemory),
  Layer.provideMerge(layerSeededRandom("retainer"))
)

export const layerMemoryPorts = Layer.mergeAll(
  layerMemoryStorage,
  AccessLogMemory,
  ArchiverMemory,
  DiskSpaceMemory,
  FileSnifferMemory,
  FileStorageMemory,
  LogoDecoderMemory,
  MailFolderMemory.pipe(Layer.provideMerge(MailerMemory)),
  MailComposerMemory,
  OneTimePasswordsMemory,
  PasswordHasherMemory,
  CommonPasswordsMemory,
  PaymentProcessorMemory,
  PdfRendererMemory,
  PublicUrlsMemory,
  RateLimitsMemory,
  SignerMemory,
  VaultMemory,
  WorkspaceMovesMemory,
  WebhookSenderMemory
)
