/** Payments of an invoice and their booking, for tests of the ports. */

import { Effect } from "effect"
import { InvoiceRepository } from "../../src/app/ports/invoices/InvoiceRepository.ts"
import { PaymentRepository } from "../../src/app/ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { PaymentId } from "../../src/domain/Ids.ts"
import * as Invoice from "../../src/domain/invoices/Invoice.ts"
import type { Payment } from "../../src/domain/payments/PaymentResource.ts"
import { now, random } from "./records.ts"

export const paymentOf = Effect.fnUntraced(function* (
  invoice: Invoice.SentInvoice,
  amountMinor: number,
  fields: Partial<Payment> = {}
) {
  const payment: Payment = {
    id: yield* PaymentId.next(yield* random),
    workspaceId: invoice.workspaceId,
    invoiceId: invoice.id,
    amountMinor,
    currency: invoice.currency,
    paidAt: now,
    method: "cash",
    reference: null,
    processorReference: null,
    creditId: null,
    collected: true,
    reverses: null,
    reason: null,
    createdAt: now,
    ...fields
  }
  return payment
})

/** The entry and what it makes of the invoice, in one transaction as the ledger wants it. */
export const book = (invoice: Invoice.SentInvoice, payment: Payment) =>
  Effect.gen(function* () {
    const { transact } = yield* UnitOfWork
    const paid = Invoice.applyPayment(invoice, payment.amountMinor, payment.paidAt, now)
    yield* transact(
      Effect.gen(function* () {
        yield* (yield* PaymentRepository).insert(payment)
        yield* (yield* InvoiceRepository).save(paid, invoice.status)
      })
    )
    return paid
  })
