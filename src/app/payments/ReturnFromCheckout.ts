/**
 * Handles a client's return from a checkout. A return proves nothing, so the processor is queried.
 */
import { Data, DateTime, Effect } from "effect"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"
import { PaymentProcessor } from "../ports/payments/PaymentProcessor.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { payableBehindLink } from "./links/PayableLink.ts"

/** The processor cannot be reached, so it is unknown whether the checkout was paid. */
export class ReturnUnclear extends Data.TaggedError("ReturnUnclear")<{
  readonly begunAt: DateTime.Utc
}> {}

export const returnFromCheckout = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository
  const processor = yield* PaymentProcessor
  const { transact } = yield* UnitOfWork
  const payable = yield* payableBehindLink

  return useCase("Checkouts.returned")(function* (token: string, reference: string) {
    const request = yield* payable(token)
    const { workspace, invoice } = request.document
    yield* annotate({ "workspace.id": workspace.id, "invoice.id": invoice.id })
    const open = yield* checkouts.open(workspace.id, [invoice.id])
    const checkout = open.find((begun) => begun.reference === reference)
    if (checkout === undefined || checkout.pendingSince !== null) return
    const { state } = yield* Effect.catchTag(
      processor.stateOf(request, reference),
      "ProcessorUnavailable",
      () => new ReturnUnclear(checkout)
    )
    if (state === "taken") {
      yield* transact(checkouts.markPending(checkout, yield* DateTime.now))
    }
  })
})
