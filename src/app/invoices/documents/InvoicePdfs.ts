/** The PDF of an invoice: rendered as it is now, or the mailed file. */
import { Effect } from "effect"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { annotate, useCase } from "../../UseCase.ts"
import { InvoiceViews, invoiceIdOf } from "../InvoiceViews.ts"
import { InvoiceDocuments } from "./InvoiceDocuments.ts"
import { renderFailure } from "./RenderFailure.ts"
import { SentDocuments } from "./SentDocuments.ts"

export interface InvoicePdf {
  readonly filename: string
  /** Shared with other callers; must not be modified. */
  readonly bytes: Uint8Array
}

export const pdfOf = (number: string, bytes: Uint8Array): InvoicePdf => ({
  filename: `${number}.pdf`,
  bytes
})

export const receiptOf = (number: string, bytes: Uint8Array): InvoicePdf =>
  pdfOf(`${number}-receipt`, bytes)

export const invoicePdf = Effect.gen(function* () {
  const documents = yield* InvoiceDocuments

  return useCase("Invoicing.pdf")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const { number, bytes } = yield* documents.current(workspace, id)
    return pdfOf(number, bytes)
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
    return pdfOf(
      invoice.number,
      yield* Effect.catchTag(file, "PdfNotDrawn", renderFailure(invoice))
    )
  })
})
