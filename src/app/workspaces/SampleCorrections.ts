/**
 * Corrections in the sample data, by the use cases of the service: of each 50 invoices one was sent
 * again, one has a credit note, and the payment of one was reversed. Their mails are recorded as
 * sent and do not reach the outbox.
 */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { type InvoiceId, MailId, type PaymentId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { createCreditNote } from "../creditnotes/CreateCreditNote.ts"
import { resendInvoice } from "../invoices/SendInvoice.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { MailQueue, mailRecordOf } from "../mail/MailQueue.ts"
import { reversePaymentOf } from "../payments/ReversePayment.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"

/** Stores each mail with its result instead of sending it. It counts towards no bound. */
const sentMails = Effect.gen(function* () {
  const mails = yield* MailRepository
  const invoices = yield* InvoiceRepository
  const notes = yield* CreditNoteRepository
  const random = yield* SecureRandom.SecureRandom
  const result = { status: "sent", attempts: 1, lastError: null } as const
  return MailQueue.of({
    enqueue: Effect.fnUntraced(function* (mail) {
      const record = yield* mailRecordOf(mail, yield* MailId.next(random))
      const sentAt = yield* DateTime.now
      yield* mails.insert({ ...record, ...result, sentAt, counted: false })
      const { workspaceId, invoiceId, creditNoteId } = record
      if (invoiceId !== null) yield* invoices.saveDelivery(workspaceId, invoiceId, result)
      if (creditNoteId !== null) yield* notes.saveDelivery(workspaceId, creditNoteId, result)
    })
  })
})

interface Corrections {
  readonly creditNotes: number
  /** Reversals, which are payments too. */
  readonly payments: number
}

export const addSampleCorrections = Effect.gen(function* () {
  const queue = yield* sentMails
  const resend = yield* Effect.provideService(
    resendInvoice,
    MailBounds,
    MailBounds.of({ require: () => Effect.void, reachedBefore: () => Effect.succeed(null) })
  ).pipe(Effect.provideService(MailQueue, queue))
  const credit = yield* Effect.provideService(createCreditNote, MailQueue, queue)
  const reverse = yield* reversePaymentOf

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { id, paymentId }: { readonly id: InvoiceId; readonly paymentId: PaymentId | null },
    index: number
  ): Effect.fn.Return<Corrections> {
    const none = { creditNotes: 0, payments: 0 }
    switch (index % 50) {
      case 2:
        yield* Effect.orDie(resend(workspace, id, { email: "accounting@example.com" }))
        return none
      case 3: {
        const lines = [{ line: 0, quantity: 0.25 }]
        const input = { lines, reason: "A quarter less than invoiced" }
        yield* Effect.orDie(credit(workspace, id, input))
        return { ...none, creditNotes: 1 }
      }
      case 4:
        if (paymentId === null) return none
        yield* Effect.orDie(reverse(workspace, id, paymentId, "Booked to the wrong invoice"))
        return { ...none, payments: 1 }
      default:
        return none
    }
  })
})
