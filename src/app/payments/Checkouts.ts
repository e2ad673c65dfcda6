/**
 * From the pay page to the processor: what a client may begin, and the built-in processor's play. While
 * a payment is under way none is begun: the processor is asked, coming back alone proves nothing, so no
 * stranger with the link can keep others from paying.
 */
import { Context, type DateTime, Effect, Layer } from "effect"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import type { ProcessorUnavailable } from "../ports/payments/PaymentProcessor.ts"
import { beginCheckout } from "./BeginCheckout.ts"
import type { NothingToPay } from "./PayableLink.ts"
import { paymentsUnderWay } from "./PaymentsUnderWay.ts"
import { type ReturnUnclear, returnFromCheckout } from "./ReturnFromCheckout.ts"
import { type Simulation, simulatedInvoice, simulatePayment } from "./SimulatePayment.ts"

type Refused = InvoiceNotFound | NothingToPay

export class Checkouts extends Context.Service<
  Checkouts,
  {
    /** Where the client pays; one begun before is gone on with. */
    readonly begin: (token: string) => Effect.Effect<string, Refused | ProcessorUnavailable>
    /** Asks what became of the checkout from which the client says to come back, and notes it. */
    readonly returned: (
      token: string,
      reference: string
    ) => Effect.Effect<void, Refused | ReturnUnclear>
    /** Since when a payment of each invoice is under way; an invoice without one is left out. */
    readonly underWay: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyMap<InvoiceId, DateTime.Utc>>
    /** The invoice of the simulated card form; only where the processor is the built-in one. */
    readonly simulated: (token: string) => Effect.Effect<AddressedInvoice, Refused>
    /** Plays the processor's message; true where money was, or will be, booked. */
    readonly simulate: (token: string, how: Simulation) => Effect.Effect<boolean, Refused>
  }
>()("retainer/app/Checkouts") {
  static readonly layer = Layer.effect(
    Checkouts,
    Effect.all({
      begin: beginCheckout,
      returned: returnFromCheckout,
      underWay: paymentsUnderWay,
      simulated: simulatedInvoice,
      simulate: simulatePayment
    })
  )
}
