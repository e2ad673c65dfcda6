/**
 * The package entry `retainer/testing`: the whole API in memory, and the receivers of its messages.
 * `startRetainer` is for tests without Effect; the rest are services and Layers.
 */
export { type Mail, Mailer, MailNotDelivered, MailRefused } from "./app/ports/mail/Mailer.ts"
export { Receivers } from "./testing/events/WebhookSenderMemory.ts"
export {
  PdfRendererControl,
  /** @deprecated Use `PdfRendererControl`. */
  PdfRendererControl as Printer
} from "./testing/invoices/PdfRendererMemory.ts"
export { Inbox } from "./testing/mail/MailerMemory.ts"
export {
  /** @deprecated Use `PaymentProcessorControl`. */
  PaymentProcessorControl as Cashier,
  PaymentProcessorControl,
  PaymentProcessorMemory
} from "./testing/payments/PaymentProcessorMemory.ts"
export {
  layerRetainerMemory,
  layerRetainerMemoryOn,
  layerRetainerMemoryWith,
  ownerPassword,
  RetainerMemory,
  type WorkspaceOptions
} from "./testing/RetainerMemory.ts"
export {
  type MailFault,
  type StartedRetainer,
  type StartOptions,
  startRetainer,
  type TestAgency
} from "./testing/StartRetainer.ts"
export { MemoryStore } from "./testing/store/MemoryStore.ts"
