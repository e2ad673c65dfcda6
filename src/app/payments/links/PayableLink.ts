/** Payable invoices: the open invoice behind a payment link, and payments already in progress. */
import { Data, type DateTime, Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { isOpen } from "../../../domain/invoices/Invoice.ts"
import { CheckoutRepository } from "../../ports/payments/CheckoutRepository.ts"
import { LinkedInvoices } from "./LinkedInvoices.ts"

/** Paid, void, not sent, or with a payment in progress: there is nothing to pay. */
export class NothingToPay extends Data.TaggedError("NothingToPay") {}

export const payableBehindLink = Effect.gen(function* () {
  const linked = yield* LinkedInvoices

  return Effect.fnUntraced(function* (token: string) {
    const document = yield* linked
      .byLink(token)
      .pipe(Effect.catchTag("InvoiceVoided", () => Effect.fail(new NothingToPay())))
    const payUrl = document.invoice.processorPaymentUrl
    if (!isOpen(document.invoice) || payUrl === null) return yield* new NothingToPay()
    return { document, payUrl }
  })
})

/** When the payment in progress of each invoice began at the processor. */
export const paymentsInProgress = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository

  return Effect.fnUntraced(function* (workspaceId: WorkspaceId, ids: ReadonlyArray<InvoiceId>) {
    const since = new Map<InvoiceId, DateTime.Utc>()
    for (const { invoiceId, pendingSince } of yield* checkouts.open(workspaceId, ids)) {
      if (pendingSince !== null && !since.has(invoiceId)) since.set(invoiceId, pendingSince)
    }
    return since
  })
})
