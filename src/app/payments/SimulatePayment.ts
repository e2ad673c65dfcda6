/** Test processor: a simulated card that pays, and the messages that a processor would send. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { InvoiceId } from "../../domain/Ids.ts"
import { balanceDue, requirePayable } from "../../domain/invoices/Invoice.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceChanges } from "../invoices/InvoiceChanges.ts"
import { CheckoutRepository } from "../ports/payments/CheckoutRepository.ts"
import { PaymentProcessor } from "../ports/payments/PaymentProcessor.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { BalanceChanged } from "./BeginCheckout.ts"
import { LinkedInvoices } from "./links/LinkedInvoices.ts"
import { NothingToPay, payableBehindLink, paymentsInProgress } from "./links/PayableLink.ts"
import { Payments } from "./Payments.ts"

/** `refund`: the processor pays back a payment that it took. */
export type Simulation = "pay" | "twice" | "late" | "decline" | "refund"

const lateBy = "5 seconds"

/** The invoice of the simulated card form; only where the processor is the built-in one. */
export const simulatedInvoice = Effect.gen(function* () {
  const processor = yield* PaymentProcessor
  const payable = yield* payableBehindLink
  const underWay = yield* paymentsInProgress

  return Effect.fnUntraced(function* (token: string) {
    if (processor.name !== "test") return yield* new NothingToPay()
    const { document } = yield* payable(token)
    const { workspace, invoice } = document
    const found = yield* underWay(workspace.id, [invoice.id])
    return found.size === 0 ? document : yield* new NothingToPay()
  })
})

/** Under the invoice's lock, so that of two concurrent payments only one is accepted. */
const takePayment = Effect.gen(function* () {
  const checkouts = yield* CheckoutRepository
  const { lock } = yield* InvoiceChanges
  const underWay = yield* paymentsInProgress
  const { transact } = yield* UnitOfWork

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    invoiceId: InvoiceId,
    reference: string,
    expectedMinor: number | undefined
  ) {
    const payable = Effect.fromResult(requirePayable(yield* lock(workspace, invoiceId)))
    const invoice = yield* Effect.mapError(payable, () => new NothingToPay())
    if (expectedMinor !== undefined && expectedMinor !== balanceDue(invoice)) {
      return yield* new BalanceChanged({ expectedMinor })
    }
    const before = yield* underWay(workspace.id, [invoiceId])
    if (before.size > 0) return yield* new NothingToPay()
    const now = yield* DateTime.now
    yield* checkouts.insert({
      workspaceId: workspace.id,
      invoiceId,
      reference,
      begunAt: now,
      pendingSince: now
    })
    return invoice
  }, transact)
})

const simulateRefund = Effect.gen(function* () {
  const payments = yield* Payments
  const ledger = yield* PaymentRepository
  const linked = yield* LinkedInvoices
  const processor = yield* PaymentProcessor
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (token: string) {
    const { workspace, invoice } = yield* linked
      .byLink(token)
      .pipe(Effect.catchTag("InvoiceVoided", () => Effect.fail(new NothingToPay())))
    const { items } = yield* ledger.list(workspace.id, invoice.id, { limit: 100, after: null })
    const isTaken = items.some(({ processorReference }) => processorReference !== null)
    if (processor.name !== "test" || !isTaken) return yield* new NothingToPay()
    yield* payments.noteReturned({
      processor: "test",
      messageId: yield* random.uuidV7(),
      workspaceId: workspace.id,
      invoiceId: invoice.id,
      returnedAt: yield* DateTime.now
    })
  })
})

export const simulatePayment = Effect.gen(function* () {
  const payments = yield* Payments
  const refund = yield* simulateRefund
  const simulated = yield* simulatedInvoice
  const take = yield* takePayment
  const random = yield* SecureRandom.SecureRandom

  return useCase("Checkouts.simulate")(function* (
    token: string,
    how: Simulation,
    expectedMinor?: number
  ) {
    if (how === "refund") return yield* Effect.as(refund(token), false)
    const { workspace, invoice } = yield* simulated(token)
    yield* annotate({ "workspace.id": workspace.id, "invoice.id": invoice.id })
    if (how === "decline") return false
    const id = yield* random.uuidV7()
    const reference = `test_${id}`
    const taken = yield* take(workspace, invoice.id, reference, expectedMinor)
    const receive = (messageId: string) =>
      Effect.flatMap(DateTime.now, (receivedAt) =>
        payments.receive({
          processor: "test",
          messageId,
          paymentReference: reference,
          checkout: reference,
          workspaceId: workspace.id,
          invoiceId: invoice.id,
          amountMinor: balanceDue(taken),
          currency: taken.currency,
          receivedAt
        })
      )
    if (how === "late") {
      // A simulator may lose it when the process ends; a real processor sends it once more.
      yield* Effect.forkDetach(Effect.ignore(Effect.delay(receive(id), lateBy)))
      return true
    }
    yield* receive(id)
    // The same payment in another message, and the same message twice.
    if (how === "twice") {
      yield* receive(`${id}-again`)
      yield* receive(id)
    }
    return true
  })
})
