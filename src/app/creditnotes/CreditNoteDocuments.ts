/**
 * The PDF of a credit note and its e-invoice, in the form, language and format of its invoice. A
 * note never changes, so its file is drawn once, for the mail or the first request, and stored.
 */
import { Context, DateTime, Effect, Layer, Result } from "effect"
import { CreditNoteNotFound } from "../../domain/creditnotes/CreditNote.ts"
import type { CreditNoteView } from "../../domain/creditnotes/CreditNoteResource.ts"
import type { XmlFormat } from "../../domain/einvoice/EInvoice.ts"
import { type ClientId, CreditNoteId, parseOrFail } from "../../domain/Ids.ts"
import { requiresEInvoice } from "../../domain/invoices/InvoiceEInvoice.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { Seller, Workspace } from "../../domain/workspaces/Workspace.ts"
import { pdfOf } from "../invoices/documents/InvoicePdfs.ts"
import { chosenXml, withXmlInside, writtenXml } from "../invoices/documents/InvoiceXml.ts"
import { renderFailure } from "../invoices/documents/RenderFailure.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import {
  type AddressedInvoice,
  type InvoiceDocument,
  type PdfNotDrawn,
  PdfRenderer
} from "../ports/invoices/PdfRenderer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

/** The invoice with the figures of the note. */
const correctionOf = <Original extends AddressedInvoice>(
  note: CreditNoteView,
  original: Original
) => ({
  ...original,
  corrects: { number: original.invoice.number, issueDate: original.invoice.issueDate },
  invoice: {
    ...original.invoice,
    number: note.number,
    // A note has no state that its document shows, and asks for no payment.
    status: "sent" as const,
    processorPaymentUrl: null,
    paidAt: null,
    issueDate: note.issueDate,
    lineItems: note.lineItems.map(({ line: _, ...item }) => item),
    subtotalMinor: note.subtotalMinor,
    discountMinor: note.discountMinor,
    taxMinor: note.taxMinor,
    taxes: note.taxes,
    totalMinor: note.totalMinor,
    amountPaidMinor: 0,
    amountCreditedMinor: 0,
    notes: note.reason,
    createdAt: note.createdAt,
    updatedAt: note.updatedAt
  }
})

/** The XML of the mail. The send of the invoice was not refused, so its note is not either. */
const findXml = Effect.fnUntraced(function* (note: CreditNoteView, document: InvoiceDocument) {
  const chosen = chosenXml(document)
  if (chosen === null || Result.isSuccess(chosen)) return chosen?.success ?? null
  if (requiresEInvoice(document)) {
    yield* Effect.logWarning("A credit note has no e-invoice: the format cannot express it", {
      creditNote: note.id,
      reason: chosen.failure.message
    })
  }
  return null
})

export class CreditNoteDocuments extends Context.Service<
  CreditNoteDocuments,
  {
    /** The content of the document, and the invoice that it corrects. */
    readonly compose: (
      workspace: Workspace,
      note: CreditNoteView
    ) => Effect.Effect<{ readonly document: InvoiceDocument; readonly original: InvoiceView }>
    /** The stored file, or a new one of this content. */
    readonly ensure: (
      workspace: Workspace,
      note: CreditNoteView,
      content: Effect.Effect<InvoiceDocument>
    ) => Effect.Effect<Uint8Array, PdfNotDrawn>
    /** The XML that the mail brings as a file of its own. */
    readonly attachedXml: (
      workspace: Workspace,
      note: CreditNoteView
    ) => Effect.Effect<string | null>
    /** The note that this file was mailed for, with its seller; null for any other file. */
    readonly identify: (
      content: Uint8Array
    ) => Effect.Effect<{ readonly note: CreditNoteView; readonly seller: Seller } | null>
  }
>()("retainer/app/CreditNoteDocuments") {
  static readonly layer = Layer.effect(
    CreditNoteDocuments,
    Effect.gen(function* () {
      const notes = yield* CreditNoteRepository
      const views = yield* InvoiceViews
      const workspaces = yield* WorkspaceRepository
      const renderer = yield* PdfRenderer
      const { transact } = yield* UnitOfWork

      const compose = Effect.fnUntraced(function* (workspace: Workspace, note: CreditNoteView) {
        const original = yield* Effect.orDie(views.document(workspace, note.invoice.id))
        const document = { ...correctionOf(note, original), payments: [] }
        return { document, original: original.invoice }
      })

      return CreditNoteDocuments.of({
        compose,
        ensure: Effect.fnUntraced(function* (workspace, note, content) {
          const stored = note.document && (yield* notes.findDocument(workspace.id, note.id))
          if (stored !== null) return stored
          const document = yield* content
          const xml = yield* findXml(note, document)
          const bytes = yield* renderer.invoice(withXmlInside(document, xml))
          const inserted = transact(
            notes.insertDocument(
              workspace.id,
              note.id,
              { content: bytes, xml },
              yield* DateTime.now
            )
          )
          // A concurrent request may have stored its file first.
          if (yield* Effect.flatten(inserted)) return bytes
          return (yield* notes.findDocument(workspace.id, note.id)) ?? bytes
        }),
        attachedXml: (workspace, { id }) =>
          Effect.map(notes.findXml(workspace.id, id), (xml) =>
            xml === null || xml.format === "cii" ? null : xml.text
          ),
        identify: Effect.fnUntraced(function* (content) {
          const found = yield* notes.findByContent(content)
          if (found === null) return null
          const workspace = yield* workspaces.find(found.workspaceId)
          const note = yield* notes.view(found.workspaceId, found.id)
          if (workspace === null || note === null) return null
          const { seller } = yield* Effect.orDie(views.addressed(workspace, note.invoice.id))
          return { note, seller }
        })
      })
    })
  )
}

/** The id of a path; an id of another form fails as an unknown one does. */
export const creditNoteIdOf = (id: string) =>
  parseOrFail(CreditNoteId, id, () => new CreditNoteNotFound({ id }))

/** The view of the note with the id of a path. */
export const findCreditNote = Effect.map(
  CreditNoteRepository,
  (notes) => (workspace: Workspace, idText: string) =>
    Effect.gen(function* () {
      const id = yield* creditNoteIdOf(idText)
      yield* annotate({ "credit_note.id": id })
      return (yield* notes.view(workspace.id, id)) ?? (yield* new CreditNoteNotFound({ id }))
    })
)

export const creditNotePdf = Effect.gen(function* () {
  const find = yield* findCreditNote
  const documents = yield* CreditNoteDocuments

  return useCase("CreditNotes.pdf")(function* (
    workspace: Workspace,
    idText: string,
    client?: ClientId
  ) {
    const note = yield* find(workspace, idText)
    if (client !== undefined && note.client.id !== client) {
      return yield* new CreditNoteNotFound({ id: idText })
    }
    const content = yield* Effect.cached(
      Effect.map(documents.compose(workspace, note), ({ document }) => document)
    )
    const drawn = documents.ensure(workspace, note, content)
    const refused = Effect.catchTag(drawn, "PdfNotDrawn", (error) =>
      Effect.flatMap(content, ({ invoice }) => renderFailure(invoice)(error))
    )
    return pdfOf(note.number, yield* refused)
  })
})

export const creditNoteXml = Effect.gen(function* () {
  const find = yield* findCreditNote
  const notes = yield* CreditNoteRepository
  const views = yield* InvoiceViews

  return useCase("CreditNotes.xml")(function* (
    workspace: Workspace,
    idText: string,
    format: XmlFormat
  ) {
    const note = yield* find(workspace, idText)
    const filename = `${note.number}.xml`
    const stored = yield* notes.findXml(workspace.id, note.id)
    if (stored?.format === format) return { filename, text: stored.text }
    const original = yield* Effect.orDie(views.addressed(workspace, note.invoice.id))
    const text = yield* Effect.fromResult(writtenXml(format, correctionOf(note, original)))
    return { filename, text }
  })
})
