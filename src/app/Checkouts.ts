/** From the pay page to the processor: what a client may begin, and the built-in processor's play. */
import { Context, Data, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { isOpen, restOf } from "../domain/Invoice.ts"
import type { InvoiceNotFound } from "../domain/InvoiceErrors.ts"
import { InvoicePages } from "./InvoicePages.ts"
import { Payments } from "./Payments.ts"
import { PaymentProcessor, type ProcessorUnavailable } from "./ports/PaymentProcessor.ts"
import type { AddressedInvoice } from "./ports/PdfRenderer.ts"

/** Paid, void, or not sent: there is nothing to pay. */
export class NothingToPay extends Data.TaggedError("NothingToPay") {}

/** How the simulated card behaves. */
export type Simulation = "pay" | "twice" | "late" | "decline"

const lateBy = "5 seconds"

export class Checkouts extends Context.Service<
  Checkouts,
  {
    /** Where the client pays. */
    readonly begin: (
      token: string
    ) => Effect.Effect<string, InvoiceNotFound | NothingToPay | ProcessorUnavailable>
    /** The invoice of the simulated card form; only where the processor is the built-in one. */
    readonly simulated: (
      token: string
    ) => Effect.Effect<AddressedInvoice, InvoiceNotFound | NothingToPay>
    /** Plays the processor's message; true where money was, or will be, booked. */
    readonly simulate: (
      token: string,
      how: Simulation
    ) => Effect.Effect<boolean, InvoiceNotFound | NothingToPay>
  }
>()("retainer/app/Checkouts") {
  static readonly layer = Layer.effect(
    Checkouts,
    Effect.gen(function* () {
      const pages = yield* InvoicePages
      const payments = yield* Payments
      const processor = yield* PaymentProcessor
      const random = yield* SecureRandom.SecureRandom

      const payable = Effect.fnUntraced(function* (token: string) {
        const document = yield* pages
          .byLink(token)
          .pipe(Effect.catchTag("InvoiceVoided", () => Effect.fail(new NothingToPay())))
        return isOpen(document.invoice) ? document : yield* new NothingToPay()
      })

      const simulated = Effect.fnUntraced(function* (token: string) {
        return processor.name === "test" ? yield* payable(token) : yield* new NothingToPay()
      })

      return Checkouts.of({
        simulated,
        begin: Effect.fn("Checkouts.begin")(function* (token) {
          const document = yield* payable(token)
          const payUrl = document.invoice.processorPaymentUrl
          if (payUrl === null) return yield* new NothingToPay()
          return yield* processor.checkout({ document, payUrl })
        }),

        simulate: Effect.fn("Checkouts.simulate")(function* (token, how) {
          const { workspace, invoice } = yield* simulated(token)
          if (how === "decline") return false
          const id = yield* random.uuidV7()
          const receive = (messageId: string) =>
            Effect.flatMap(DateTime.now, (receivedAt) =>
              payments.receive({
                processor: "test",
                messageId,
                paymentReference: `test_${id}`,
                workspaceId: workspace.id,
                invoiceId: invoice.id,
                amountMinor: restOf(invoice),
                currency: invoice.currency,
                receivedAt
              })
            )
          if (how === "late") {
            // A simulator may forget it when the process ends; a real processor tells again.
            yield* Effect.forkDetach(Effect.ignore(Effect.delay(receive(id), lateBy)))
            return true
          }
          yield* receive(id)
          // The same payment in another message, and the same message again.
          if (how === "twice") {
            yield* receive(`${id}-again`)
            yield* receive(id)
          }
          return true
        })
      })
    })
  )
}
