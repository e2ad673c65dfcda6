/**
 * Records a payment that a person enters, or sets off a credit. An amount above the balance is
 * refused, unless its excess shall become credit; so is a date in the future.
 */
import { DateTime, Effect } from "effect"
import { invalid } from "../../domain/Invalid.ts"
import { balanceDue, type OpenInvoice, requirePayable } from "../../domain/invoices/Invoice.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { applied, setOff } from "../../domain/payments/Credit.ts"
import { allocate, creditMethod, PaymentExceedsRest } from "../../domain/payments/Payment.ts"
import {
  type PaymentInput,
  paymentViewOf,
  standing
} from "../../domain/payments/PaymentResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { InvoiceChanges, type InvoiceForChange } from "../invoices/InvoiceChanges.ts"
import { invoiceIdOf } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { CreditRepository } from "../ports/payments/CreditRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { bookPayment } from "./BookPayment.ts"
import { prepareCredit } from "./PrepareCredit.ts"

type Payable = InvoiceForChange & { readonly invoice: OpenInvoice }

/** Takes a part of a credit, under its lock, and books it as a payment. */
const applyCredit = Effect.gen(function* () {
  const credits = yield* CreditRepository
  const journal = yield* Journal
  const book = yield* bookPayment

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    found: Payable,
    input: PaymentInput & { readonly creditId: NonNullable<PaymentInput["creditId"]> },
    paidAt: DateTime.Utc
  ) {
    const { amountMinor: wanted, creditId, method = null, reference = null } = input
    yield* annotate({ "credit.id": creditId })
    if (method !== null) {
      return yield* invalid("method", `must not be given with credit_id: it is ${creditMethod}`)
    }
    // After the invoice's lock, as everywhere: two that take of one credit wait here.
    const credit = yield* credits.lock(workspace.id, creditId)
    if (credit === null) {
      return yield* invalid("credit_id", `no credit has the id ${creditId}`)
    }
    const amountMinor = yield* Effect.fromResult(setOff(credit, found.invoice, wanted))
    const payment = yield* book(workspace, found, {
      amountMinor,
      paidAt,
      method: creditMethod,
      reference,
      processorReference: null,
      creditId,
      collected: credit.source === "payment"
    })
    const after = applied(credit, amountMinor)
    yield* journal.record(workspace.id, "credit.applied", credit, after)
    return payment
  })
})

/** Books what the invoice takes; what is beyond it becomes credit, where that is wanted. */
const bookMoney = Effect.gen(function* () {
  const book = yield* bookPayment
  const prepare = yield* prepareCredit

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    found: Payable,
    { amountMinor, method = null, reference = null, excess = null }: PaymentInput,
    paidAt: DateTime.Utc
  ) {
    if (amountMinor === undefined) return yield* invalid("amount", "is required")
    const { invoice } = found
    const { number, currency } = invoice
    const restMinor = balanceDue(invoice)
    const { appliedMinor, creditMinor } = allocate(amountMinor, restMinor)
    if (creditMinor > 0 && excess === null) {
      return yield* new PaymentExceedsRest({ number, currency, restMinor })
    }
    const money = {
      source: "payment",
      amountMinor: creditMinor,
      currency,
      receivedAt: paidAt,
      processorReference: null,
      reference
    } as const
    const credit = creditMinor === 0 ? null : yield* prepare(invoice, money)
    const payment = yield* book(workspace, found, {
      amountMinor: appliedMinor,
      paidAt,
      method,
      reference,
      processorReference: null,
      creditId: null,
      collected: true
    })
    if (credit === null) return { ...payment, ...standing }
    yield* credit.store(payment.id)
    yield* credit.recordCreated
    return { ...payment, reversed: false, excessId: credit.id, excessMinor: creditMinor }
  })
})

export const recordPayment = Effect.gen(function* () {
  const { getForChange } = yield* InvoiceChanges
  const book = yield* bookMoney
  const apply = yield* applyCredit
  const { transact } = yield* UnitOfWork

  return useCase("Payments.record")(
    function* (workspace: Workspace, idText: string, input: PaymentInput) {
      const id = yield* invoiceIdOf(idText)
      yield* annotate({ "invoice.id": id })
      const { creditId = null, excess = null } = input
      const found = yield* getForChange(workspace, id, "lock")
      yield* requireMatch(InvoiceResource, found.shown.invoice)
      const invoice = yield* Effect.fromResult(requirePayable(found.invoice))
      const payable = { ...found, invoice }
      const now = yield* DateTime.now
      const { paidAt = now } = input
      if (DateTime.isGreaterThan(paidAt, now)) {
        return yield* invalid("paid_at", "must not be in the future")
      }
      if (creditId === null) return paymentViewOf(yield* book(workspace, payable, input, paidAt))
      if (excess !== null) {
        return yield* invalid("excess", "must not be given with credit_id: a credit has no excess")
      }
      const payment = yield* apply(workspace, payable, { ...input, creditId }, paidAt)
      return paymentViewOf({ ...payment, ...standing })
    },
    transact,
    permitted("pay")
  )
})
