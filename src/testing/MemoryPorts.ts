/** Every port in memory, as one Layer: nothing outside the process is touched. */
import { Layer } from "effect"
import {
  LogoDecoderMemory,
  layerSeededRandom,
  MailComposerMemory,
  PasswordHasherMemory,
  PdfRendererMemory,
  PublicUrlsMemory,
  SignerMemory,
  VaultMemory
} from "./Fakes.ts"
import { MailerMemory } from "./Inbox.ts"
import {
  OAuthRepositoryMemory,
  SessionRepositoryMemory,
  UserLinkRepositoryMemory
} from "./MemoryAccess.ts"
import { CheckoutRepositoryMemory } from "./MemoryCheckouts.ts"
import { SentDocumentRepositoryMemory } from "./MemoryDocuments.ts"
import { InvoiceRepositoryMemory } from "./MemoryInvoices.ts"
import {
  HousekeepingMemory,
  IdempotencyRepositoryMemory,
  PaymentRepositoryMemory,
  ReminderRepositoryMemory
} from "./MemoryMoney.ts"
import { layerMailQueueMemory, MailOutboxMemory, layerMemoryStore } from "./MemoryOutbox.ts"
import {
  ApiKeyRepositoryMemory,
  EventLogMemory,
  InvitationRepositoryMemory,
  UserRepositoryMemory,
  WorkspaceRepositoryMemory
} from "./MemoryPeople.ts"
import { UnitOfWorkMemory } from "./MemoryStore.ts"
import { WebhookRepositoryMemory } from "./MemoryWebhooks.ts"
import {
  ClientRepositoryMemory,
  ProjectRepositoryMemory,
  WorkItemRepositoryMemory
} from "./MemoryWork.ts"
import { WebhookSenderMemory } from "./Receivers.ts"

/** The storage ports, and the MemoryStore for tests that look inside. */
export const MemoryStorage = Layer.mergeAll(
  ApiKeyRepositoryMemory,
  CheckoutRepositoryMemory,
  ClientRepositoryMemory,
  EventLogMemory,
  HousekeepingMemory,
  IdempotencyRepositoryMemory,
  InvitationRepositoryMemory,
  InvoiceRepositoryMemory,
  MailOutboxMemory,
  OAuthRepositoryMemory,
  PaymentRepositoryMemory,
  ReminderRepositoryMemory,
  WebhookRepositoryMemory,
  ProjectRepositoryMemory,
  SentDocumentRepositoryMemory,
  SessionRepositoryMemory,
  UnitOfWorkMemory,
  UserLinkRepositoryMemory,
  UserRepositoryMemory,
  WorkItemRepositoryMemory,
  WorkspaceRepositoryMemory
).pipe(
  Layer.provideMerge(layerMemoryStore),
  Layer.provide(layerMailQueueMemory),
  Layer.provideMerge(layerSeededRandom("retainer"))
)

export const MemoryPorts = Layer.mergeAll(
  MemoryStorage,
  LogoDecoderMemory,
  MailerMemory,
  MailComposerMemory,
  PasswordHasherMemory,
  PdfRendererMemory,
  PublicUrlsMemory,
  SignerMemory,
  VaultMemory,
  WebhookSenderMemory
)
