/** When the payment in progress of each invoice began at the processor. */
import { type DateTime, Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"

export const paymentsUnderWay = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository

  return Effect.fnUntraced(function* (workspaceId: WorkspaceId, ids: ReadonlyArray<InvoiceId>) {
    const since = new Map<InvoiceId, DateTime.Utc>()
    for (const { invoiceId, underWaySince } of yield* checkouts.open(workspaceId, ids)) {
      if (underWaySince !== null && !since.has(invoiceId)) since.set(invoiceId, underWaySince)
    }
    return since
  })
})
