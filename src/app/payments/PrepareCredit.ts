/**
 * Prepares a credit with reads alone. `store` inserts it, and `recordCreated` records its event,
 * after the events of the change that made it.
 */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { CreditId, type PaymentId } from "../../domain/Ids.ts"
import type { Invoice } from "../../domain/invoices/Invoice.ts"
import type { Credit, CreditView } from "../../domain/payments/CreditResource.ts"
import { Journal } from "../Journal.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"

type Money = Pick<
  Credit,
  "source" | "amountMinor" | "currency" | "receivedAt" | "processorReference"
> &
  Pick<CreditView, "reference">

export const prepareCredit = Effect.gen(function* () {
  const payments = yield* PaymentRepository
  const clients = yield* ClientRepository
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom

  /** The money arrived for this invoice, or came back by a credit note. */
  return Effect.fnUntraced(function* (
    { id: invoiceId, number, workspaceId, clientId }: Invoice,
    { processorReference, reference, ...money }: Money
  ) {
    const client = yield* clients.find(workspaceId, clientId)
    const id = yield* CreditId.next(random)
    const own = { ...money, id, createdAt: yield* DateTime.now }
    const view: CreditView = {
      ...own,
      client: { id: clientId, name: client?.name ?? "" },
      invoice: { id: invoiceId, number },
      appliedMinor: 0,
      refundedMinor: 0,
      withdrawnMinor: 0,
      remainingMinor: own.amountMinor,
      reference
    }
    return {
      id,
      /** `paymentId` is the payment whose excess it is. */
      store: (paymentId: PaymentId | null) =>
        payments.insertCredit({
          ...own,
          workspaceId,
          clientId,
          invoiceId,
          processorReference,
          paymentId
        }),
      recordCreated: journal.record(workspaceId, "credit.created", null, view)
    }
  })
})
