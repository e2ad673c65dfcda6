/** Reads payments: those of one invoice, and one by its id. */
import { Effect } from "effect"
import { PaymentId, parseOrFail } from "../../domain/Ids.ts"
import { PaymentNotFound } from "../../domain/payments/Payment.ts"
import { paymentViewOf } from "../../domain/payments/PaymentResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceViews, invoiceIdOf } from "../invoices/InvoiceViews.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

export const listPayments = Effect.gen(function* () {
  const payments = yield* PaymentRepository
  const views = yield* InvoiceViews

  return useCase("Payments.list")(function* (
    workspace: Workspace,
    idText: string,
    page: PageRequest<PaymentId>
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    yield* views.get(workspace, id)
    const found = yield* payments.list(workspace.id, id, page)
    return { ...found, items: found.items.map(paymentViewOf) }
  })
})

export const getPayment = Effect.gen(function* () {
  const payments = yield* PaymentRepository

  return useCase("Payments.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* parseOrFail(PaymentId, idText, () => new PaymentNotFound({ id: idText }))
    yield* annotate({ "payment.id": id })
    const payment = yield* payments.find(workspace.id, id)
    return payment === null ? yield* new PaymentNotFound({ id }) : paymentViewOf(payment)
  })
})
