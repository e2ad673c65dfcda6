/** Who takes a client's money: where the client is led to, and what is told afterwards. */
import { Context, Data, type Effect } from "effect"
import type { Receipt } from "../Payments.ts"
import type { AddressedInvoice } from "./PdfRenderer.ts"

export interface Checkout {
  readonly document: AddressedInvoice
  /** The pay page, where the client comes back to. */
  readonly payUrl: string
}

/** The client cannot be led there now. */
export class ProcessorUnavailable extends Data.TaggedError("ProcessorUnavailable")<{
  readonly reason: string
}> {}

/** A message that the processor did not sign, or not for now. */
export class MessageNotGenuine extends Data.TaggedError("MessageNotGenuine")<{
  readonly reason: string
}> {}

/** A signed message that says what cannot be booked: a part of a cent, an amount beyond all invoices. */
export class MessageMalformed extends Data.TaggedError("MessageMalformed")<{
  readonly reason: string
}> {}

export class PaymentProcessor extends Context.Service<
  PaymentProcessor,
  {
    readonly name: "test" | "stripe"
    /** Where the client pays the rest of the invoice. */
    readonly checkout: (checkout: Checkout) => Effect.Effect<string, ProcessorUnavailable>
    /** What a message says was paid; null where it says something else. */
    readonly receiptOf: (
      rawBody: string,
      signature: string
    ) => Effect.Effect<Receipt | null, MessageNotGenuine | MessageMalformed>
  }
>()("retainer/app/ports/PaymentProcessor") {}
