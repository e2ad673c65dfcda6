/**
 * From the pay page to the processor: what a client may begin, and the built-in processor's play. While
 * a payment is under way none is begun: the processor is asked, coming back alone proves nothing, so no
 * stranger with the link can keep others from paying.
 */
import { Context, Data, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import { balanceDue, isOpen, requirePayable } from "../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import { type Checkout, isLate } from "../../domain/payments/Checkout.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceChanges } from "../invoices/InvoiceChanges.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"
import {
  type CheckoutRequest,
  PaymentProcessor,
  type ProcessorUnavailable
} from "../ports/payments/PaymentProcessor.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { LinkedInvoices } from "./LinkedInvoices.ts"
import { Payments } from "./Payments.ts"

/** Paid, void, not sent, or being paid by a payment that is under way: there is nothing to pay. */
export class NothingToPay extends Data.TaggedError("NothingToPay") {}

/** Of a checkout that was begun: whether it was paid cannot be asked now. */
export class ReturnUnclear extends Data.TaggedError("ReturnUnclear")<{
  readonly begunAt: DateTime.Utc
}> {}

/** How the simulated card behaves. */
export type Simulation = "pay" | "twice" | "late" | "decline"

const lateBy = "5 seconds"

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
    Effect.gen(function* () {
      const pages = yield* LinkedInvoices
      const payments = yield* Payments
      const changes = yield* InvoiceChanges
      const checkouts = yield* CheckoutRepository
      const processor = yield* PaymentProcessor
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const payable = Effect.fnUntraced(function* (token: string) {
        const document = yield* pages
          .byLink(token)
          .pipe(Effect.catchTag("InvoiceVoided", () => Effect.fail(new NothingToPay())))
        const payUrl = document.invoice.processorPaymentUrl
        if (!isOpen(document.invoice) || payUrl === null) return yield* new NothingToPay()
        return { document, payUrl }
      })

      const underWay = Effect.fnUntraced(function* (
        workspaceId: WorkspaceId,
        ids: ReadonlyArray<InvoiceId>
      ) {
        const since = new Map<InvoiceId, DateTime.Utc>()
        for (const { invoiceId, underWaySince } of yield* checkouts.open(workspaceId, ids)) {
          if (underWaySince !== null && !since.has(invoiceId)) since.set(invoiceId, underWaySince)
        }
        return since
      })

      /** Goes on with a checkout that was begun: where it is paid, or undefined where it is over. */
      const resume = Effect.fnUntraced(function* (request: CheckoutRequest, checkout: Checkout) {
        const { reference, underWaySince } = checkout
        const now = yield* DateTime.now
        const found = yield* processor.stateOf(request, reference).pipe(
          // What is under way stays so while nobody can say otherwise.
          Effect.catchTag("ProcessorUnavailable", (error) =>
            underWaySince === null
              ? Effect.fail(error)
              : Effect.succeed({ state: "taken" as const })
          )
        )
        if (found.state === "payable") return found.url
        const isForgotten = underWaySince === null || isLate(underWaySince, now)
        if (found.state === "taken" || (found.state === "unknown" && !isForgotten)) {
          yield* checkouts.markUnderWay(checkout, now)
          return yield* new NothingToPay()
        }
        if (found.state === "outdated") yield* processor.close(reference)
        yield* checkouts.end(checkout, now)
        return undefined
      })

      const simulated = Effect.fnUntraced(function* (token: string) {
        if (processor.name !== "test") return yield* new NothingToPay()
        const { document } = yield* payable(token)
        const { workspace, invoice } = document
        const found = yield* underWay(workspace.id, [invoice.id])
        return found.size === 0 ? document : yield* new NothingToPay()
      })

      /** Under the invoice's lock, so that of two cards at once only one is taken. */
      const take = (workspace: Workspace, invoiceId: InvoiceId, reference: string) =>
        transact(
          Effect.gen(function* () {
            const locked = yield* changes.lock(workspace, invoiceId)
            const invoice = yield* Effect.mapError(
              Effect.fromResult(requirePayable(locked)),
              () => new NothingToPay()
            )
            const before = yield* underWay(workspace.id, [invoiceId])
            if (before.size > 0) return yield* new NothingToPay()
            const now = yield* DateTime.now
            yield* checkouts.insert({
              workspaceId: workspace.id,
              invoiceId,
              reference,
              begunAt: now,
              underWaySince: now
            })
            return invoice
          })
        )

      return Checkouts.of({
        underWay,
        simulated,
        begin: Effect.fn("Checkouts.begin")(function* (token) {
          const request = yield* payable(token)
          const { workspace, invoice } = request.document
          for (const checkout of yield* checkouts.open(workspace.id, [invoice.id])) {
            const url = yield* resume(request, checkout)
            if (url !== undefined) return url
          }
          const attempt = yield* checkouts.countEnded(workspace.id, invoice.id)
          const { url, reference } = yield* processor.checkout(request, attempt)
          if (reference !== null) {
            yield* checkouts.insert({
              workspaceId: workspace.id,
              invoiceId: invoice.id,
              reference,
              begunAt: yield* DateTime.now,
              underWaySince: null
            })
          }
          return url
        }),

        returned: Effect.fn("Checkouts.returned")(function* (token, reference) {
          const request = yield* payable(token)
          const { workspace, invoice } = request.document
          const open = yield* checkouts.open(workspace.id, [invoice.id])
          const checkout = open.find((begun) => begun.reference === reference)
          if (checkout === undefined || checkout.underWaySince !== null) return
          const { state } = yield* Effect.catchTag(
            processor.stateOf(request, reference),
            "ProcessorUnavailable",
            () => new ReturnUnclear(checkout)
          )
          if (state === "taken") yield* checkouts.markUnderWay(checkout, yield* DateTime.now)
        }),

        simulate: Effect.fn("Checkouts.simulate")(function* (token, how) {
          const { workspace, invoice } = yield* simulated(token)
          if (how === "decline") return false
          const id = yield* random.uuidV7()
          const reference = `test_${id}`
          const taken = yield* take(workspace, invoice.id, reference)
          const receive = (messageId: string) =>
            Effect.flatMap(DateTime.now, (receivedAt) =>
              payments.receive({
                processor: "test",
                messageId,
                paymentReference: reference,
                checkout: reference,
                workspaceId: workspace.id,
                invoiceId: invoice.id,
                amountMinor: balanceDue(taken),
                currency: taken.currency,
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
