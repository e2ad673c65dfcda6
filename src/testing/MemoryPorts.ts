/** Every port in memory, as one Layer: nothing outside the process is touched. */
import { Layer } from "effect"
import { WebhookRepositoryMemory } from "./events/WebhookRepositoryMemory.ts"
import { WebhookSenderMemory } from "./events/WebhookSenderMemory.ts"
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
import { InvoiceRepositoryMemory } from "./invoices/InvoiceRepositoryMemory.ts"
import { SentDocumentRepositoryMemory } from "./invoices/SentDocumentRepositoryMemory.ts"
import {
  OAuthRepositoryMemory,
  SessionRepositoryMemory,
  UserLinkRepositoryMemory
} from "./MemoryAccess.ts"
import {
  HousekeepingMemory,
  IdempotencyRepositoryMemory,
  PaymentRepositoryMemory,
  ReminderRepositoryMemory
} from "./MemoryMoney.ts"
import { layerMailQueueMemory, layerMemoryStore, MailOutboxMemory } from "./MemoryOutbox.ts"
import {
  ApiKeyRepositoryMemory,
  EventLogMemory,
  InvitationRepositoryMemory,
  UserRepositoryMemory,
  WorkspaceRepositoryMemory
} from "./MemoryPeople.ts"
import { UnitOfWorkMemory } from "./MemoryStore.ts"
import {
  ClientRepositoryMemory,
  ProjectRepositoryMemory,
  WorkItemRepositoryMemory
} from "./MemoryWork.ts"
import { MailerMemory } from "./mail/MailerMemory.ts"
import { CheckoutRepositoryMemory } from "./payments/CheckoutRepositoryMemory.ts"

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
