/** Use cases of credit notes (docs/spec.md §12). */

import { Context, Effect, Layer } from "effect"
import type { CreditNoteNotFound } from "../../domain/creditnotes/CreditNote.ts"
import type {
  CreditNoteInput,
  CreditNoteListItem,
  CreditNoteResend,
  CreditNoteView
} from "../../domain/creditnotes/CreditNoteResource.ts"
import type { XmlFormat } from "../../domain/einvoice/EInvoice.ts"
import type { ClientId, CreditNoteId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type {
  InvoiceNotCreditable,
  InvoiceNotFound,
  InvoiceTooLarge
} from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { MailBoundReached } from "../../domain/mail/MailBounds.ts"
import type { Page } from "../../domain/Page.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { InvoicePdf } from "../invoices/documents/InvoicePdfs.ts"
import type { InvoiceXml } from "../invoices/documents/InvoiceXml.ts"
import {
  type CreditNoteFilter,
  CreditNoteRepository
} from "../ports/creditnotes/CreditNoteRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { useCase } from "../UseCase.ts"
import { correctInvoice } from "./CorrectInvoice.ts"
import { createCreditNote } from "./CreateCreditNote.ts"
import { creditNotePdf, creditNoteXml, findCreditNote } from "./CreditNoteDocuments.ts"
import { resendCreditNote } from "./ResendCreditNote.ts"

const getCreditNote = Effect.map(findCreditNote, (find) =>
  useCase("CreditNotes.get")(function* (workspace: Workspace, id: string) {
    return yield* find(workspace, id)
  })
)

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
      InvoiceNotFound | InvoiceNotCreditable | Invalid | PreconditionFailed | RoleTooLow
    >
    /** Credits all that is left of an invoice, and returns a draft with its content. */
    readonly correct: (
      workspace: Workspace,
      invoiceId: string,
      reason: string
    ) => Effect.Effect<
      InvoiceView,
      InvoiceNotFound | InvoiceNotCreditable | Invalid | PreconditionFailed | RoleTooLow
    >
    readonly get: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<CreditNoteView, CreditNoteNotFound>
    /** The mailed file; only of a note of this client, if one is given. */
    readonly pdf: (
      workspace: Workspace,
      id: string,
      client?: ClientId
    ) => Effect.Effect<InvoicePdf, CreditNoteNotFound | InvoiceTooLarge>
    /** The XML in this format, or what the data of the invoice's send lacks for it. */
    readonly xml: (
      workspace: Workspace,
      id: string,
      format: XmlFormat
    ) => Effect.Effect<InvoiceXml, CreditNoteNotFound | Invalid>
    readonly resend: (
      workspace: Workspace,
      id: string,
      input: typeof CreditNoteResend.Type
    ) => Effect.Effect<
      CreditNoteView,
      CreditNoteNotFound | MailBoundReached | PreconditionFailed | RoleTooLow
    >
    readonly list: (
      workspace: Workspace,
      filter: CreditNoteFilter,
      page: PageRequest<CreditNoteId>
    ) => Effect.Effect<Page<CreditNoteListItem, CreditNoteId>>
  }
>()("retainer/app/CreditNotes") {
  static readonly layer = Layer.effect(
    CreditNotes,
    Effect.all({
      create: createCreditNote,
      correct: correctInvoice,
      get: getCreditNote,
      list: listCreditNotes,
      pdf: creditNotePdf,
      xml: creditNoteXml,
      resend: resendCreditNote
    })
  )
}
