/** Mails a credit note once more: the stored document, under a Message-ID of its own. */
import { Effect } from "effect"
import { CreditNoteNotFound } from "../../domain/creditnotes/CreditNote.ts"
import {
  type CreditNoteResend,
  CreditNoteResource
} from "../../domain/creditnotes/CreditNoteResource.ts"
import type { CreditNoteId } from "../../domain/Ids.ts"
import { queuedDelivery } from "../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { requireMatch } from "../Preconditions.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { creditNoteIdOf } from "./CreditNoteDocuments.ts"

/** Part of a transaction: also a resend of the mail's record. */
export const writeCreditNoteResend = Effect.gen(function* () {
  const notes = yield* CreditNoteRepository
  const bounds = yield* MailBounds
  const queue = yield* MailQueue
  const journal = yield* Journal

  return Effect.fnUntraced(function* (
    { id: workspaceId }: Workspace,
    id: CreditNoteId,
    { email = null, message = null }: typeof CreditNoteResend.Type
  ) {
    const note = yield* notes.viewForUpdate(workspaceId, id)
    if (note === null) return yield* new CreditNoteNotFound({ id })
    yield* requireMatch(CreditNoteResource, note)
    const recipient = email ?? note.client.email
    yield* bounds.require(workspaceId, recipient)
    yield* notes.saveDelivery(workspaceId, id, queuedDelivery)
    yield* queue.enqueue({
      job: { kind: "credit_note", workspaceId, creditNoteId: id, email, message },
      recipient,
      trigger: "caller",
      isAgain: true
    })
    const after = { ...note, delivery: queuedDelivery }
    yield* journal.record(workspaceId, "credit_note.resent", note, after)
    return after
  })
})

export const resendCreditNote = Effect.gen(function* () {
  const write = yield* writeCreditNoteResend
  const { transact } = yield* UnitOfWork

  return useCase("CreditNotes.resend")(
    function* (workspace: Workspace, idText: string, input: typeof CreditNoteResend.Type) {
      const id = yield* creditNoteIdOf(idText)
      yield* annotate({ "credit_note.id": id })
      return yield* write(workspace, id, input)
    },
    transact,
    permitted("send")
  )
})
