/** A person's entry: never above the rest, and never of the future. */
import { DateTime, Effect } from "effect"
import { invalid } from "../../domain/Invalid.ts"
import { balanceDue, requirePayable } from "../../domain/invoices/Invoice.ts"
import { PaymentExceedsRest } from "../../domain/payments/Payment.ts"
import type { PaymentInput } from "../../domain/payments/PaymentResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceChanges } from "../invoices/InvoiceChanges.ts"
import { invoiceIdOf } from "../invoices/InvoiceIds.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { bookPayment } from "./BookPayment.ts"
import { paymentViewOf } from "./ListPayments.ts"

export const recordPayment = Effect.gen(function* () {
  const { lock } = yield* InvoiceChanges
  const book = yield* bookPayment
  const { transact } = yield* UnitOfWork

  return useCase("Payments.record")(function* (
    workspace: Workspace,
    idText: string,
    input: PaymentInput
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const invoice = yield* Effect.fromResult(requirePayable(yield* lock(workspace, id)))
    const now = yield* DateTime.now
    const { amountMinor, paidAt = now, method = null, reference = null } = input
    if (DateTime.isGreaterThan(paidAt, now)) {
      return yield* invalid("paid_at", "must not be in the future")
    }
    const restMinor = balanceDue(invoice)
    if (amountMinor > restMinor) {
      return yield* new PaymentExceedsRest({ number: invoice.number, restMinor })
    }
    const entry = { amountMinor, paidAt, method, reference, processorReference: null }
    return paymentViewOf(yield* book(workspace, invoice, entry))
  }, transact)
})
