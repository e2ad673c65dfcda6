/** An invoice as a file: drawn as it is now, or the very file that was mailed. */
import { Effect } from "effect"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { PdfRenderer } from "../ports/invoices/PdfRenderer.ts"
import { annotate, useCase } from "../UseCase.ts"
import { invoiceIdOf } from "./InvoiceIds.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { SentDocuments } from "./SentDocuments.ts"

export interface InvoicePdf {
  readonly filename: string
  readonly bytes: Uint8Array
}

const pdfOf = (number: string, bytes: Uint8Array): InvoicePdf => ({
  filename: `${number}.pdf`,
  bytes
})

export const invoicePdf = Effect.gen(function* () {
  const views = yield* InvoiceViews
  const renderer = yield* PdfRenderer

  return useCase("Invoicing.pdf")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const document = yield* views.document(workspace, id)
    // Our fault in every case, and nothing that the caller could change.
    return pdfOf(document.invoice.number, yield* Effect.orDie(renderer.invoice(document)))
  })
})

export const sentInvoicePdf = Effect.gen(function* () {
  const views = yield* InvoiceViews
  const sentDocuments = yield* SentDocuments

  return useCase("Invoicing.sentPdf")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const invoice = yield* views.get(workspace, id)
    const file = sentDocuments.get(workspace, invoice)
    return pdfOf(invoice.number, yield* Effect.catchTag(file, "PdfNotDrawn", Effect.die))
  })
})
