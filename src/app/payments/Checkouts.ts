/**
 * Checkouts: what a client may do between the pay page and the processor. While a payment is in
 * progress, no other checkout begins. The state comes from the processor, because a client's return
 * proves nothing; so no stranger with the link can block others from paying.
 */
import { Context, type DateTime, Effect, Layer } from "effect"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import type { ProcessorUnavailable } from "../ports/payments/PaymentProcessor.ts"
import { type BalanceChanged, beginCheckout } from "./BeginCheckout.ts"
import { type NothingToPay, paymentsInProgress } from "./links/PayableLink.ts"
import { type ReturnUnclear, returnFromCheckout } from "./ReturnFromCheckout.ts"
import { type Simulation, simulatedInvoice, simulatePayment } from "./SimulatePayment.ts"

type Refused = InvoiceNotFound | NothingToPay

export class Checkouts extends Context.Service<
  Checkouts,
  {
    /**
     * The address at which the client pays the expected balance. An open checkout is resumed.
     */
    readonly begin: (
      token: string,
      expectedMinor?: number
    ) => Effect.Effect<string, Refused | BalanceChanged | ProcessorUnavailable>
    /**
     * Queries the processor for the state of the checkout that the client returns from, and stores
     * it.
     */
    readonly returned: (
      token: string,
      reference: string
    ) => Effect.Effect<void, Refused | ReturnUnclear>
    /** When the payment in progress of each invoice began; an invoice without one is left out. */
    readonly underWay: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyMap<InvoiceId, DateTime.Utc>>
    /** The invoice of the simulated card form; only where the processor is the built-in one. */
    readonly simulated: (token: string) => Effect.Effect<AddressedInvoice, Refused>
    /** Plays the processor's message; true where money was, or will be, booked. */
    readonly simulate: (
      token: string,
      how: Simulation,
      expectedMinor?: number
    ) => Effect.Effect<boolean, Refused | BalanceChanged>
  }
>()("retainer/app/Checkouts") {
  static readonly layer = Layer.effect(
    Checkouts,
    Effect.all({
      begin: beginCheckout,
      returned: returnFromCheckout,
      underWay: paymentsInProgress,
      simulated: simulatedInvoice,
      simulate: simulatePayment
    })
  )
}

/**
 * Whether the agency's users are warned: other machines reach the server, and the test processor
 * lets anyone with a payment link mark its invoice as paid.
 */
export const WarnsOfSimulation = Context.Reference<boolean>("retainer/app/WarnsOfSimulation", {
  defaultValue: () => false
})
