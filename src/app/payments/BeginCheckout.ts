/**
 * Begins or resumes a checkout at the processor. While a payment is in progress, no other checkout
 * begins. There is no transaction, because the processor is called between the writes.
 */
import { Data, DateTime, Effect } from "effect"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { type Checkout, isLate } from "../../domain/payments/Checkout.ts"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"
import { type CheckoutRequest, PaymentProcessor } from "../ports/payments/PaymentProcessor.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { NothingToPay, payableBehindLink } from "./links/PayableLink.ts"

/** The payer saw another amount than is due now. */
export class BalanceChanged extends Data.TaggedError("BalanceChanged")<{
  readonly expectedMinor: number
}> {}

/** Continues a checkout that was begun: its address, or undefined if it has ended. */
const resumeCheckout = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository
  const processor = yield* PaymentProcessor
  const { transact } = yield* UnitOfWork

  return Effect.fnUntraced(function* (request: CheckoutRequest, checkout: Checkout) {
    const { reference, pendingSince } = checkout
    const now = yield* DateTime.now
    const found = yield* processor.stateOf(request, reference).pipe(
      // A payment in progress stays so while the processor is unavailable.
      Effect.catchTag("ProcessorUnavailable", (error) =>
        pendingSince === null ? Effect.fail(error) : Effect.succeed({ state: "taken" as const })
      )
    )
    if (found.state === "payable") return found.url
    const isForgotten = pendingSince === null || isLate(pendingSince, now)
    if (found.state === "taken" || (found.state === "unknown" && !isForgotten)) {
      yield* transact(checkouts.markPending(checkout, now))
      return yield* new NothingToPay()
    }
    if (found.state === "outdated") yield* processor.close(reference)
    yield* transact(checkouts.end(checkout, now))
    return undefined
  })
})

export const beginCheckout = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository
  const processor = yield* PaymentProcessor
  const { transact } = yield* UnitOfWork
  const payable = yield* payableBehindLink
  const resume = yield* resumeCheckout

  return useCase("Checkouts.begin")(function* (token: string, expectedMinor?: number) {
    const request = yield* payable(token)
    const { workspace, invoice } = request.document
    if (expectedMinor !== undefined && expectedMinor !== balanceDue(invoice)) {
      return yield* new BalanceChanged({ expectedMinor })
    }
    yield* annotate({ "workspace.id": workspace.id, "invoice.id": invoice.id })
    for (const checkout of yield* checkouts.open(workspace.id, [invoice.id])) {
      const url = yield* resume(request, checkout)
      if (url !== undefined) return url
    }
    const attempt = yield* checkouts.countEnded(workspace.id, invoice.id)
    const { url, reference } = yield* processor.checkout(request, attempt)
    if (reference !== null) {
      const begunAt = yield* DateTime.now
      const about = { workspaceId: workspace.id, invoiceId: invoice.id }
      yield* transact(checkouts.insert({ ...about, reference, begunAt, pendingSince: null }))
    }
    return url
  })
})
