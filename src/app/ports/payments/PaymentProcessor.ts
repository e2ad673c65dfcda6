/** Payment processors: checkouts that clients are sent to, and messages about payments. */
import { Context, Data, type DateTime, type Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { ProcessorName } from "../../../domain/payments/Checkout.ts"
import type { AddressedInvoice } from "../invoices/PdfRenderer.ts"

export interface CheckoutRequest {
  readonly document: AddressedInvoice
  /** The pay page, which the client returns to. */
  readonly payUrl: string
}

/** The checkout's page at the processor. */
interface BegunCheckout {
  readonly url: string
  /** The processor's name for it; null where nothing was begun yet. */
  readonly reference: string | null
}

/**
 * The state of a checkout: to be paid; to be paid, but with an outdated amount or return address;
 * taken, though the money may arrive later; over without a payment.
 */
export type CheckoutState =
  | { readonly state: "payable"; readonly url: string }
  | { readonly state: "outdated" | "taken" | "over" | "unknown" }

/** A payment that a processor reports. */
export interface Receipt {
  readonly processor: ProcessorName
  /** The message's own id; one that was seen before changes nothing. */
  readonly messageId: string
  /** The payment's id; a known one changes nothing, in any message. */
  readonly paymentReference: string
  /** The checkout by which it was paid, which ends with it. */
  readonly checkout?: string
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  readonly amountMinor: number
  readonly currency: CurrencyCode
  readonly receivedAt: DateTime.Utc
}

/** A message that a checkout ended without a payment. */
export interface CheckoutFailed {
  readonly workspaceId: WorkspaceId
  readonly failedCheckout: string
}

/** A message that the processor paid a payment of ours back: by a refund, or a lost dispute. */
export interface PaymentReturned {
  readonly processor: ProcessorName
  readonly messageId: string
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  readonly returnedAt: DateTime.Utc
}

export type ProcessorMessage = Receipt | CheckoutFailed | PaymentReturned

/** The processor cannot be reached or cannot take this payment. */
export class ProcessorUnavailable extends Data.TaggedError("ProcessorUnavailable")<{
  readonly reason: string
}> {}

/** A message that the processor did not sign, or not for now. */
export class MessageNotGenuine extends Data.TaggedError("MessageNotGenuine")<{
  readonly reason: string
}> {}

/**
 * A signed message with an amount that cannot be booked: a part of a cent, or more than all
 * invoices.
 */
export class MessageMalformed extends Data.TaggedError("MessageMalformed")<{
  readonly reason: string
}> {}

/** Signed messages of a processor to `/processor/<name>`, which report money. */
interface ProcessorMessages {
  /** The request header with the signature, in lower case. */
  readonly signatureHeader: string
  /**
   * The report of a message; null where it reports nothing of ours. A message that cannot be
   * understood without the processor fails while that is unavailable, and is sent once more.
   */
  readonly read: (
    rawBody: string,
    signature: string
  ) => Effect.Effect<
    ProcessorMessage | null,
    MessageNotGenuine | MessageMalformed | ProcessorUnavailable
  >
}

export class PaymentProcessor extends Context.Service<
  PaymentProcessor,
  {
    readonly name: ProcessorName
    /** A checkout for the rest of the invoice. The same attempt is the same checkout. */
    readonly checkout: (
      request: CheckoutRequest,
      attempt: number
    ) => Effect.Effect<BegunCheckout, ProcessorUnavailable>
    /** The state of a checkout that was begun for this request. */
    readonly stateOf: (
      request: CheckoutRequest,
      reference: string
    ) => Effect.Effect<CheckoutState, ProcessorUnavailable>
    /** Closes a checkout, so that it can take no more payments. */
    readonly close: (reference: string) => Effect.Effect<void, ProcessorUnavailable>
    /** Null for a processor that sends no messages. */
    readonly messages: ProcessorMessages | null
  }
>()("retainer/app/ports/PaymentProcessor") {}
