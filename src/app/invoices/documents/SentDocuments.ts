/**
 * The PDF that a client was mailed. It is rendered once, for the mail or the first request, and
 * stored: every attempt of the mail attaches these bytes.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { requiresEInvoice } from "../../../domain/invoices/InvoiceEInvoice.ts"
import {
  type InvoiceNotFound,
  SentDocumentNotFound
} from "../../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import {
  type AddressedInvoice,
  type InvoiceDocument,
  type PdfNotDrawn,
  PdfRenderer
} from "../../ports/invoices/PdfRenderer.ts"
import { SentDocumentRepository } from "../../ports/invoices/SentDocumentRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"
import { InvoiceViews } from "../InvoiceViews.ts"
import { mailedXml, withXmlInside } from "./InvoiceXml.ts"

/** Sent, but its file is not rendered yet. */
export const isToBeDrawn = ({ status, delivery, document }: InvoiceView): boolean =>
  status !== "void" && delivery?.status === "queued" && document === null

export class SentDocuments extends Context.Service<
  SentDocuments,
  {
    /**
     * The stored file of a sent invoice, or a new one from this document; null if the invoice is
     * void.
     */
    readonly ensure: (document: InvoiceDocument) => Effect.Effect<Uint8Array | null, PdfNotDrawn>
    /** The XML that the mail brings as a file of its own. */
    readonly attachedXml: (document: AddressedInvoice) => Effect.Effect<string | null>
    readonly get: (
      workspace: Workspace,
      invoice: InvoiceView
    ) => Effect.Effect<Uint8Array, InvoiceNotFound | SentDocumentNotFound | PdfNotDrawn>
    /** The invoice that this file was mailed for; null for any other file. */
    readonly identify: (content: Uint8Array) => Effect.Effect<AddressedInvoice | null>
  }
>()("retainer/app/SentDocuments") {
  static readonly layer = Layer.effect(
    SentDocuments,
    Effect.gen(function* () {
      const documents = yield* SentDocumentRepository
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews
      const renderer = yield* PdfRenderer
      const { transact } = yield* UnitOfWork

      const ensure = Effect.fnUntraced(function* (document: InvoiceDocument) {
        const { workspace, invoice } = document
        const stored = invoice.document && (yield* documents.find(workspace.id, invoice.id))
        if (stored !== null) return stored
        const xml = mailedXml(document)
        const content = yield* renderer.invoice(withXmlInside(document, xml))
        const inserted = transact(
          documents.insert(workspace.id, invoice.id, { content, xml }, yield* DateTime.now)
        )
        // A concurrent request may have stored its file first; a void invoice has none.
        return (yield* Effect.flatten(inserted))
          ? content
          : yield* documents.find(workspace.id, invoice.id)
      })

      return SentDocuments.of({
        ensure,
        attachedXml: (document) =>
          requiresEInvoice(document)
            ? Effect.map(documents.findXml(document.workspace.id, document.invoice.id), (xml) =>
                xml === null || xml.format === "cii" ? null : xml.text
              )
            : Effect.succeed(null),
        get: Effect.fnUntraced(function* (workspace, invoice) {
          const file = isToBeDrawn(invoice)
            ? yield* ensure(yield* views.document(workspace, invoice.id))
            : yield* documents.find(workspace.id, invoice.id)
          const { id, number } = invoice
          return file ?? (yield* new SentDocumentNotFound({ id, number }))
        }),
        identify: Effect.fnUntraced(function* (content) {
          const found = yield* documents.findByContent(content)
          if (found === null) return null
          const workspace = yield* workspaces.find(found.workspaceId)
          return workspace === null
            ? null
            : yield* Effect.orDie(views.addressed(workspace, found.invoiceId))
        })
      })
    })
  )
}
