/**
 * Money that comes in (DECISIONS §12): recorded by a person, or told by a processor. A person's entry
 * above the rest is refused; money that has arrived is never refused, it becomes credit.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { InvoiceId, PaymentId, parseOrFail } from "../../domain/Ids.ts"
import { type Invalid, invalid } from "../../domain/Invalid.ts"
import * as Invoice from "../../domain/invoices/Invoice.ts"
import { InvoiceNotFound, type InvoiceNotPayable } from "../../domain/invoices/InvoiceErrors.ts"
import { allocate, type Payment, PaymentExceedsRest } from "../../domain/payments/Payment.ts"
import type { Page, PaymentView } from "../../domain/Views.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceChanges } from "../invoices/InvoiceChanges.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"
import type { CheckoutFailed, Receipt } from "../ports/payments/PaymentProcessor.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { PaymentMails } from "./PaymentMails.ts"

export interface PaymentInput {
  readonly amountMinor: number
  /** Default: now. */
  readonly paidAt?: DateTime.Utc
  readonly method?: string | null
  readonly reference?: string | null
}

type Refused = InvoiceNotFound | InvoiceNotPayable | PaymentExceedsRest | Invalid

const viewOf = ({ workspaceId, processorReference, ...view }: Payment): PaymentView => view

export class Payments extends Context.Service<
  Payments,
  {
    readonly record: (
      workspace: Workspace,
      invoiceId: string,
      input: PaymentInput
    ) => Effect.Effect<PaymentView, Refused>
    readonly list: (
      workspace: Workspace,
      invoiceId: string,
      page: PageRequest<PaymentId>
    ) => Effect.Effect<Page<PaymentView, PaymentId>, InvoiceNotFound>
    /** Books what arrived, once; fails only where no such invoice is ours. */
    readonly receive: (receipt: Receipt) => Effect.Effect<void, InvoiceNotFound>
    /** A checkout that ended without a payment is under way no longer. */
    readonly fail: (failed: CheckoutFailed) => Effect.Effect<void>
  }
>()("retainer/app/Payments") {
  static readonly layer = Layer.effect(
    Payments,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const payments = yield* PaymentRepository
      const checkouts = yield* CheckoutRepository
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews
      const changes = yield* InvoiceChanges
      const mails = yield* PaymentMails
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const parseId = (id: string) => parseOrFail(InvoiceId, id, () => new InvoiceNotFound({ id }))

      /** Adds the entry and what it makes of the invoice, each with its event. */
      const book = Effect.fnUntraced(function* (
        workspace: Workspace,
        invoice: Invoice.OpenInvoice,
        entry: Pick<
          Payment,
          "amountMinor" | "paidAt" | "method" | "reference" | "processorReference"
        >
      ) {
        const now = yield* DateTime.now
        const previous = yield* Effect.orDie(views.get(workspace, invoice.id))
        const payment: Payment = {
          id: yield* PaymentId.next(random),
          workspaceId: workspace.id,
          invoiceId: invoice.id,
          currency: invoice.currency,
          ...entry,
          createdAt: now
        }
        const paid = Invoice.applyPayment(invoice, entry.amountMinor, entry.paidAt, now)
        yield* payments.insert(payment)
        yield* invoices.save(paid, invoice.status)
        const view = yield* changes.record(
          workspace,
          invoice.id,
          "invoice.payment_recorded",
          previous
        )
        if (paid.status === "paid") {
          yield* changes.record(workspace, invoice.id, "invoice.paid", {
            ...view,
            status: invoice.status,
            paidAt: null
          })
        }
        const { id, amountMinor, paidAt } = payment
        yield* mails.owe(
          workspace,
          invoice.id,
          { id, amountMinor, paidAt, restMinor: Invoice.balanceDue(paid) },
          entry.processorReference === null ? "person" : "processor"
        )
        return payment
      })

      const credit = Effect.fnUntraced(function* (
        workspace: Workspace,
        receipt: Receipt,
        amountMinor: number
      ) {
        const view = yield* Effect.orDie(views.get(workspace, receipt.invoiceId))
        yield* payments.insertCredit({
          id: yield* PaymentId.next(random),
          workspaceId: workspace.id,
          invoiceId: receipt.invoiceId,
          amountMinor,
          currency: receipt.currency,
          receivedAt: receipt.receivedAt,
          processorReference: receipt.paymentReference,
          createdAt: yield* DateTime.now
        })
        yield* changes.record(workspace, receipt.invoiceId, "invoice.credit_recorded", view)
      })

      return Payments.of({
        record: Effect.fn("Payments.record")(function* (workspace, idText, input) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const locked = yield* changes.lock(workspace, id)
              const invoice = yield* Effect.fromResult(Invoice.requirePayable(locked))
              const now = yield* DateTime.now
              const paidAt = input.paidAt ?? now
              if (DateTime.isGreaterThan(paidAt, now)) {
                return yield* invalid("paid_at", "must not be in the future")
              }
              const restMinor = Invoice.balanceDue(invoice)
              if (input.amountMinor > restMinor) {
                return yield* new PaymentExceedsRest({ number: invoice.number, restMinor })
              }
              const payment = yield* book(workspace, invoice, {
                amountMinor: input.amountMinor,
                paidAt,
                method: input.method ?? null,
                reference: input.reference ?? null,
                processorReference: null
              })
              return viewOf(payment)
            })
          )
        }),

        list: Effect.fn("Payments.list")(function* (workspace, idText, page) {
          const id = yield* parseId(idText)
          yield* views.get(workspace, id)
          const found = yield* payments.list(workspace.id, id, page)
          return { ...found, items: found.items.map(viewOf) }
        }),

        receive: Effect.fn("Payments.receive")(function* (receipt) {
          const { workspaceId, invoiceId, processor, paymentReference, receivedAt } = receipt
          const workspace = yield* workspaces.find(workspaceId)
          if (workspace === null) return yield* new InvoiceNotFound({ id: invoiceId })
          yield* transact(
            Effect.gen(function* () {
              // The invoice's lock makes everything below happen one message after the other.
              const invoice = yield* changes.lock(workspace, invoiceId)
              if (receipt.checkout !== undefined) {
                yield* checkouts.end({ workspaceId, reference: receipt.checkout }, receivedAt)
              }
              const isNew = yield* payments.noteMessage(
                workspaceId,
                processor,
                receipt.messageId,
                receivedAt
              )
              if (!isNew || (yield* payments.isKnown(workspaceId, paymentReference))) return
              const payable = Invoice.requirePayable(invoice)
              const fits = payable._tag === "Success" && receipt.currency === invoice.currency
              const { appliedMinor, creditMinor } = allocate(
                receipt.amountMinor,
                fits ? Invoice.balanceDue(payable.success) : 0
              )
              if (fits && appliedMinor > 0) {
                yield* book(workspace, payable.success, {
                  amountMinor: appliedMinor,
                  paidAt: receivedAt,
                  method: "card",
                  reference: paymentReference,
                  processorReference: paymentReference
                })
              }
              if (creditMinor > 0) yield* credit(workspace, receipt, creditMinor)
            })
          )
        }),

        fail: Effect.fn("Payments.fail")(function* ({ workspaceId, failedCheckout }) {
          yield* checkouts.end({ workspaceId, reference: failedCheckout }, yield* DateTime.now)
        })
      })
    })
  )
}
