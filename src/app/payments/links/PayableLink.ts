/** The open invoice behind a payment link, with where it is paid. */
import { Data, Effect } from "effect"
import { isOpen } from "../../../domain/invoices/Invoice.ts"
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
