/** Use cases of credit notes (docs/spec.md §12). */
import { Context, Effect, Layer } from "effect"
import { CreditNoteNotFound } from "../../domain/creditnotes/CreditNote.ts"
import type {
  CreditNoteInput,
  CreditNoteListItem,
  CreditNoteView
} from "../../domain/creditnotes/CreditNoteResource.ts"
import { CreditNoteId, parseOrFail } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { InvoiceNotCreditable, InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { Page } from "../../domain/Page.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import {
  type CreditNoteFilter,
  CreditNoteRepository
} from "../ports/creditnotes/CreditNoteRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { annotate, useCase } from "../UseCase.ts"
import { createCreditNote } from "./CreateCreditNote.ts"

const creditNoteIdOf = (id: string) =>
  parseOrFail(CreditNoteId, id, () => new CreditNoteNotFound({ id }))

const getCreditNote = Effect.gen(function* () {
  const notes = yield* CreditNoteRepository
  return useCase("CreditNotes.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* creditNoteIdOf(idText)
    yield* annotate({ "credit_note.id": id })
    return (yield* notes.view(workspace.id, id)) ?? (yield* new CreditNoteNotFound({ id }))
  })
})

const listCreditNotes = Effect.gen(function* () {
  const notes = yield* CreditNoteRepository
  return useCase("CreditNotes.list")(function* (
    workspace: Workspace,
    filter: CreditNoteFilter,
    page: PageRequest<CreditNoteId>
  ) {
    return yield* notes.list(workspace.id, filter, page)
  })
})

export class CreditNotes extends Context.Service<
  CreditNotes,
  {
    /** Credits an invoice, wholly or in part. */
    readonly create: (
      workspace: Workspace,
      invoiceId: string,
      input: CreditNoteInput
    ) => Effect.Effect<
      CreditNoteView,
      InvoiceNotFound | InvoiceNotCreditable | Invalid | PreconditionFailed
    >
    readonly get: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<CreditNoteView, CreditNoteNotFound>
    readonly list: (
      workspace: Workspace,
      filter: CreditNoteFilter,
      page: PageRequest<CreditNoteId>
    ) => Effect.Effect<Page<CreditNoteListItem, CreditNoteId>>
  }
>()("retainer/app/CreditNotes") {
  static readonly layer = Layer.effect(
    CreditNotes,
    Effect.all({ create: createCreditNote, get: getCreditNote, list: listCreditNotes })
  )
}
