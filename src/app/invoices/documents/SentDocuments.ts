/**
 * The file that a client was mailed. It is drawn once, for the mail or for the first request, and
 * kept as it is from then on: every try of the mail attaches these bytes.
 */
import { Context, DateTime, Effect, Layer } from "effect"
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

/** Sent, the mail not yet delivered and the file not yet drawn: the first request draws it. */
export const isToBeDrawn = ({ status, delivery, document }: InvoiceView): boolean =>
  status !== "void" && delivery?.status === "queued" && document === null

export class SentDocuments extends Context.Service<
  SentDocuments,
  {
    /** The file of an invoice that was sent, drawn from this where it is not there yet; none once it is void. */
    readonly ensure: (document: InvoiceDocument) => Effect.Effect<Uint8Array | null, PdfNotDrawn>
    /** The file that was mailed; an invoice that none was mailed for has none. */
    readonly get: (
      workspace: Workspace,
      invoice: InvoiceView
    ) => Effect.Effect<Uint8Array, InvoiceNotFound | SentDocumentNotFound | PdfNotDrawn>
    /** The invoice that this very file was mailed for; null where it is no file of ours. */
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
        // It was read with the rest whether there is one.
        const kept = invoice.document && (yield* documents.find(workspace.id, invoice.id))
        if (kept !== null) return kept
        const bytes = yield* renderer.invoice(document)
        const inserted = transact(
          documents.insert(workspace.id, invoice.id, bytes, yield* DateTime.now)
        )
        // A concurrent second drawing uses the file of the first; a void invoice has none.
        return (yield* Effect.flatten(inserted))
          ? bytes
          : yield* documents.find(workspace.id, invoice.id)
      })

      return SentDocuments.of({
        ensure,
        get: Effect.fnUntraced(function* (workspace, invoice) {
          const kept = isToBeDrawn(invoice)
            ? yield* ensure(yield* views.document(workspace, invoice.id))
            : yield* documents.find(workspace.id, invoice.id)
          const { id, number } = invoice
          return kept ?? (yield* new SentDocumentNotFound({ id, number }))
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
