/** Mails a credit note once more: the stored document, under a Message-ID of its own. */
import { Effect } from "effect"
import type { CreditNoteResend } from "../../domain/creditnotes/CreditNoteResource.ts"
import { CreditNoteResource } from "../../domain/creditnotes/CreditNoteResource.ts"
import { queuedDelivery } from "../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { requireMatch } from "../Preconditions.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { findCreditNote } from "./CreditNoteDocuments.ts"

export const resendCreditNote = Effect.gen(function* () {
  const notes = yield* CreditNoteRepository
  const find = yield* findCreditNote
  const bounds = yield* MailBounds
  const queue = yield* MailQueue
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("CreditNotes.resend")(function* (
    workspace: Workspace,
    idText: string,
    { email = null, message = null }: typeof CreditNoteResend.Type
  ) {
    const note = yield* find(workspace, idText)
    yield* requireMatch(CreditNoteResource, note)
    const recipient = email ?? note.client.email
    yield* bounds.require(workspace.id, recipient)
    yield* notes.saveDelivery(workspace.id, note.id, queuedDelivery)
    yield* queue.enqueue({
      job: {
        kind: "credit_note",
        workspaceId: workspace.id,
        creditNoteId: note.id,
        email,
        message
      },
      recipient,
      trigger: "caller",
      isAgain: true
    })
    const after = { ...note, delivery: queuedDelivery }
    yield* journal.record(workspace.id, "credit_note.resent", note, after)
    return after
  }, transact)
})
