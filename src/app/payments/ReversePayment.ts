/**
 * Reverses a payment that was recorded by hand. A further entry of the ledger takes its amount
 * back, and the invoice is open again. A credit that paid gets its amount back; the credit of an
 * excess is withdrawn.
 */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { type CreditId, PaymentId, parseOrFail } from "../../domain/Ids.ts"
import { requireLinked, reversePayment } from "../../domain/invoices/Invoice.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { applied, requireUnused, withdrawn } from "../../domain/payments/Credit.ts"
import { PaymentNotFound, requireReversible, reversalOf } from "../../domain/payments/Payment.ts"
import {
  type PaymentRecord,
  paymentViewOf,
  standing
} from "../../domain/payments/PaymentResource.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { InvoiceChanges, type InvoiceForChange } from "../invoices/InvoiceChanges.ts"
import { invoiceIdOf } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { CreditRepository } from "../ports/payments/CreditRepository.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"

/** Part of a transaction that holds the invoice's lock. It reads nothing after its first write. */
const addReversal = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const payments = yield* PaymentRepository
  const { recordAs } = yield* InvoiceChanges
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { invoice: locked, references, shown }: InvoiceForChange,
    payment: PaymentRecord,
    reason: string
  ) {
    // A draft and a void invoice have no payment that was not reversed.
    const invoice = yield* Effect.orDie(Effect.fromResult(requireLinked(locked)))
    const now = yield* DateTime.now
    const reversal = reversalOf(payment, reason, yield* PaymentId.next(random), now)
    const today = yield* todayIn(workspace.zone)
    const open = reversePayment(invoice, payment.amountMinor, today, now)
    yield* payments.insert(reversal)
    yield* invoices.save(open, invoice.status)
    const changed = { invoice: open, references }
    const view = yield* recordAs(workspace, changed, "invoice.payment_reversed", shown.invoice)
    if (open.status === "overdue" && invoice.status !== "overdue") {
      yield* recordAs(workspace, changed, "invoice.overdue", { ...view, status: "sent" })
    }
    return reversal
  })
})

export const reversePaymentOf = Effect.gen(function* () {
  const payments = yield* PaymentRepository
  const credits = yield* CreditRepository
  const journal = yield* Journal
  const { getForChange } = yield* InvoiceChanges
  const reverse = yield* addReversal
  const { transact } = yield* UnitOfWork

  const lockCredit = (workspace: Workspace, id: CreditId | null) =>
    id === null ? Effect.succeed(null) : credits.lock(workspace.id, id)

  return useCase("Payments.reverse")(
    function* (workspace: Workspace, idText: string, paymentText: string, reason: string) {
      const id = yield* invoiceIdOf(idText)
      const missing = () => new PaymentNotFound({ id: paymentText })
      // The locks come first: what they guard is read after them.
      const invoice = yield* getForChange(workspace, id, "lock")
      yield* requireMatch(InvoiceResource, invoice.shown.invoice)
      const paymentId = yield* parseOrFail(PaymentId, paymentText, missing)
      yield* annotate({ "invoice.id": id, "payment.id": paymentId })
      const found = yield* payments.find(workspace.id, paymentId)
      if (found === null || found.invoiceId !== id) return yield* missing()
      const payment = yield* Effect.fromResult(requireReversible(found))
      const used = yield* lockCredit(workspace, payment.creditId)
      const excess = yield* lockCredit(workspace, payment.excessId)
      if (excess !== null) yield* Effect.fromResult(requireUnused(excess))
      const reversal = yield* reverse(workspace, invoice, payment, reason)
      if (used !== null) {
        const after = applied(used, reversal.amountMinor)
        yield* journal.record(workspace.id, "credit.restored", used, after)
      }
      if (excess !== null) {
        yield* journal.record(workspace.id, "credit.withdrawn", excess, withdrawn(excess))
      }
      return paymentViewOf({ ...reversal, ...standing })
    },
    transact,
    permitted("reverse")
  )
})
