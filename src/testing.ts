/** What `retainer/testing` is: the whole API in memory, and the other side of what it sends. */
export { Receivers } from "./testing/events/WebhookSenderMemory.ts"
export { Printer } from "./testing/invoices/PdfRendererMemory.ts"
export { MemoryStore } from "./testing/MemoryStore.ts"
export { Inbox } from "./testing/mail/MailerMemory.ts"
export { Cashier, PaymentProcessorMemory } from "./testing/payments/PaymentProcessorMemory.ts"
export {
  layerRetainerMemory,
  layerRetainerMemoryOn,
  ownerPassword,
  RetainerMemory,
  type WorkspaceOptions
} from "./testing/RetainerMemory.ts"
