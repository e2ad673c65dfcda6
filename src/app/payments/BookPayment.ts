/** Adds a ledger entry, updates the invoice, records their events and queues the mails. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { PaymentId } from "../../domain/Ids.ts"
import { applyPayment, balanceDue, type OpenInvoice } from "../../domain/invoices/Invoice.ts"
import type { Payment } from "../../domain/payments/PaymentResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceChanges, type InvoiceForChange } from "../invoices/InvoiceChanges.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { annotate } from "../UseCase.ts"
import { PaymentMails } from "./PaymentMails.ts"

type Entry = Pick<
  Payment,
  | "amountMinor"
  | "paidAt"
  | "method"
  | "reference"
  | "processorReference"
  | "creditId"
  | "collected"
>

interface InvoiceToPay extends InvoiceForChange {
  readonly invoice: OpenInvoice
}

/** Part of a transaction that holds the invoice's lock. It reads nothing after its first write. */
export const bookPayment = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const payments = yield* PaymentRepository
  const { recordAs } = yield* InvoiceChanges
  const mails = yield* PaymentMails
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { invoice, references, shown }: InvoiceToPay,
    entry: Entry
  ) {
    const now = yield* DateTime.now
    const payment: Payment = {
      id: yield* PaymentId.next(random),
      workspaceId: workspace.id,
      invoiceId: invoice.id,
      currency: invoice.currency,
      ...entry,
      reverses: null,
      reason: null,
      createdAt: now
    }
    const { id, amountMinor, paidAt } = payment
    yield* annotate({ "payment.id": id })
    const paid = applyPayment(invoice, amountMinor, paidAt, now)
    yield* payments.insert(payment)
    yield* invoices.save(paid, invoice.status)
    const changed = { invoice: paid, references }
    const view = yield* recordAs(workspace, changed, "invoice.payment_recorded", shown.invoice)
    if (paid.status === "paid") {
      const before = { ...view, status: invoice.status, paidAt: null }
      yield* recordAs(workspace, changed, "invoice.paid", before)
    }
    yield* mails.owe(
      workspace,
      invoice,
      {
        id,
        amountMinor,
        paidAt,
        restMinor: balanceDue(paid),
        byCredit: entry.creditId !== null
      },
      entry.processorReference === null ? "person" : "processor"
    )
    return payment
  })
})
