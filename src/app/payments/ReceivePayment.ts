/**
 * Receives payments from processors. Money that has arrived is never refused: what exceeds the
 * balance, or finds no payable invoice, becomes credit.
 */
import { DateTime, Effect } from "effect"
import { processorActor } from "../../domain/access/Actor.ts"
import { balanceDue, type Invoice, requirePayable } from "../../domain/invoices/Invoice.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import { allocate } from "../../domain/payments/Payment.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { actingAs } from "../CurrentActor.ts"
import { InvoiceChanges } from "../invoices/InvoiceChanges.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"
import type {
  CheckoutFailed,
  PaymentReturned,
  Receipt
} from "../ports/payments/PaymentProcessor.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { bookPayment } from "./BookPayment.ts"
import { prepareCredit } from "./PrepareCredit.ts"

const giveCredit = Effect.gen(function* () {
  const views = yield* InvoiceViews
  const journal = yield* Journal
  const prepare = yield* prepareCredit

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    invoice: Invoice,
    { currency, receivedAt, paymentReference }: Receipt,
    amountMinor: number
  ) {
    const view = yield* Effect.orDie(views.get(workspace, invoice.id))
    const { store, recordCreated } = yield* prepare(invoice, {
      source: "payment",
      amountMinor,
      currency,
      receivedAt,
      processorReference: paymentReference,
      reference: paymentReference
    })
    yield* store(null)
    // The credit changes nothing that the invoice shows.
    yield* journal.record(workspace.id, "invoice.credit_recorded", view, view)
    yield* recordCreated
  })
})

/**
 * Records a receipt; true where neither its message nor its payment was known. Either way its
 * checkout ends.
 */
const noteReceipt = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository
  const payments = yield* PaymentRepository

  return Effect.fnUntraced(function* (receipt: Receipt) {
    const { workspaceId, processor, messageId, paymentReference, receivedAt } = receipt
    if (receipt.checkout !== undefined) {
      yield* checkouts.end({ workspaceId, reference: receipt.checkout }, receivedAt)
    }
    const isNew = yield* payments.noteMessage(workspaceId, processor, messageId, receivedAt)
    return isNew && !(yield* payments.isKnown(workspaceId, paymentReference))
  })
})

export const receivePayment = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const { getForChange } = yield* InvoiceChanges
  const note = yield* noteReceipt
  const book = yield* bookPayment
  const credit = yield* giveCredit
  const { transact } = yield* UnitOfWork

  return useCase("Payments.receive")(
    function* (receipt: Receipt) {
      const { workspaceId, invoiceId, paymentReference, amountMinor, receivedAt } = receipt
      yield* annotate({ "workspace.id": workspaceId, "invoice.id": invoiceId })
      const workspace = yield* workspaces.findAny(workspaceId)
      if (workspace === null) return yield* new InvoiceNotFound({ id: invoiceId })
      // The invoice's lock makes everything below happen one message after the other.
      const found = yield* getForChange(workspace, invoiceId, "lock")
      const { invoice } = found
      if (!(yield* note(receipt))) return
      const payable = requirePayable(invoice)
      const fits = payable._tag === "Success" && receipt.currency === invoice.currency
      const restMinor = fits ? balanceDue(payable.success) : 0
      const { appliedMinor, creditMinor } = allocate(amountMinor, restMinor)
      if (fits && appliedMinor > 0) {
        yield* book(
          workspace,
          { ...found, invoice: payable.success },
          {
            amountMinor: appliedMinor,
            paidAt: receivedAt,
            method: "card",
            reference: paymentReference,
            processorReference: paymentReference,
            creditId: null,
            collected: true
          }
        )
      }
      if (creditMinor > 0) yield* credit(workspace, invoice, receipt, creditMinor)
    },
    transact,
    actingAs(processorActor)
  )
})

/** Nothing was paid: the checkout has ended. */
export const failCheckout = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository
  const { transact } = yield* UnitOfWork

  return useCase("Payments.fail")(function* ({ workspaceId, failedCheckout }: CheckoutFailed) {
    yield* annotate({ "workspace.id": workspaceId })
    yield* checkouts.end({ workspaceId, reference: failedCheckout }, yield* DateTime.now)
  }, transact)
})

/** The processor paid a payment back: an event, because only people know what follows from it. */
export const noteReturned = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const payments = yield* PaymentRepository
  const { getForChange, recordAs } = yield* InvoiceChanges
  const { transact } = yield* UnitOfWork

  return useCase("Payments.noteReturned")(
    function* ({ workspaceId, invoiceId, processor, messageId, returnedAt }: PaymentReturned) {
      yield* annotate({ "workspace.id": workspaceId, "invoice.id": invoiceId })
      const workspace = yield* workspaces.findAny(workspaceId)
      if (workspace === null) return yield* new InvoiceNotFound({ id: invoiceId })
      const found = yield* getForChange(workspace, invoiceId, "lock")
      if (!(yield* payments.noteMessage(workspaceId, processor, messageId, returnedAt))) return
      yield* recordAs(workspace, found, "invoice.processor_refunded", found.shown.invoice)
    },
    transact,
    actingAs(processorActor)
  )
})
