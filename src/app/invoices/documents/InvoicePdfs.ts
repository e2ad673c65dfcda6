/** The PDF of an invoice: rendered as it is now, or the mailed file. */
import { Effect } from "effect"
import { InvoiceNotFound } from "../../../domain/invoices/InvoiceErrors.ts"
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

/** The paid document under the title of a receipt. */
export const invoiceReceipt = Effect.gen(function* () {
  const documents = yield* InvoiceDocuments

  return useCase("Invoicing.receipt")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const state = yield* documents.state(workspace, id)
    if (state.status !== "paid") return yield* new InvoiceNotFound({ id: idText })
    return receiptOf(state.number, yield* documents.file(workspace, state, "receipt"))
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
