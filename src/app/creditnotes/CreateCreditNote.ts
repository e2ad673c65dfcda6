/**
 * Credits an invoice: the note with the next number of its series, what it changes at the invoice,
 * and the credit for what is beyond the rest. The read of the invoice is an optimistic lock. Every
 * note changes the invoice, so of concurrent notes the later ones run again.
 */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  credit as creditedBy,
  creditNoteViewOf,
  issueCreditNote
} from "../../domain/creditnotes/CreditNote.ts"
import type { CreditNoteInput } from "../../domain/creditnotes/CreditNoteResource.ts"
import { CreditNoteId } from "../../domain/Ids.ts"
import { type IssuedInvoice, requireCreditable } from "../../domain/invoices/Invoice.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { InvoiceChanges, withNumber } from "../invoices/InvoiceChanges.ts"
import { invoiceIdOf } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { requireMatch } from "../Preconditions.ts"
import { prepareCredit } from "../payments/PrepareCredit.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"

/** Stores the credit for what is beyond the rest of the invoice; its event comes later. */
const makeExcess = Effect.map(prepareCredit, (prepare) =>
  Effect.fnUntraced(function* (invoice: IssuedInvoice, amountMinor: number) {
    if (amountMinor === 0) return null
    const credit = yield* prepare(invoice, {
      source: "credit_note",
      amountMinor,
      currency: invoice.currency,
      receivedAt: yield* DateTime.now,
      processorReference: null,
      reference: null
    })
    yield* credit.store(null)
    return credit
  })
)

/** Part of a transaction: credits the invoice. */
export const writeCreditNote = Effect.gen(function* () {
  const notes = yield* CreditNoteRepository
  const invoices = yield* InvoiceRepository
  const mails = yield* MailQueue
  const journal = yield* Journal
  const { getForChange, recordAs } = yield* InvoiceChanges
  const storeExcess = yield* makeExcess
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    idText: string,
    input: CreditNoteInput
  ) {
    const invoiceId = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": invoiceId })
    const { invoice, references, shown } = yield* getForChange(workspace, invoiceId)
    const { invoice: previous, recipient } = shown
    yield* requireMatch(InvoiceResource, previous)
    const creditable = yield* Effect.fromResult(requireCreditable(invoice))
    const now = yield* DateTime.now
    const issued = yield* Effect.fromResult(
      issueCreditNote(creditable, yield* notes.creditedLines(workspace.id, invoiceId), input, {
        id: yield* CreditNoteId.next(random),
        today: yield* todayIn(workspace.zone),
        now
      })
    )
    const parties = {
      invoiceNumber: previous.number,
      clientName: recipient.name,
      clientEmail: recipient.email
    }
    yield* annotate({ "credit_note.id": issued.note.id })
    // It reads the client, so it precedes every write.
    const credit = yield* storeExcess(creditable, issued.excessMinor)
    const { standIn, number } = yield* notes.nextNumber(workspace.id)
    const note = { ...issued.note, number: standIn, creditId: credit?.id ?? null }
    const changed = { invoice: creditedBy(creditable, issued, now), references }
    yield* invoices.save(changed.invoice, creditable.status)
    yield* notes.insert(note)
    yield* mails.enqueue({
      job: {
        kind: "credit_note",
        workspaceId: workspace.id,
        creditNoteId: note.id,
        email: null,
        message: null
      },
      recipient: recipient.email,
      trigger: "first"
    })
    const view = creditNoteViewOf(note, parties, issued.excessMinor)
    yield* journal.record(workspace.id, "credit_note.created", null, view)
    const after = yield* recordAs(workspace, changed, "invoice.credited", previous)
    if (after.status !== creditable.status) {
      const before = { ...after, status: creditable.status, paidAt: null }
      const type = after.status === "paid" ? "invoice.paid" : "invoice.voided"
      yield* recordAs(workspace, changed, type, before)
    }
    if (credit !== null) yield* credit.recordCreated
    return { view, number }
  })
})

export const createCreditNote = Effect.gen(function* () {
  const write = yield* writeCreditNote
  const { transact } = yield* UnitOfWork
  return useCase("CreditNotes.create")(
    function* (workspace: Workspace, idText: string, input: CreditNoteInput) {
      return yield* write(workspace, idText, input)
    },
    transact,
    withNumber,
    permitted("credit")
  )
})
