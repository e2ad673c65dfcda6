/** One invoice of the client in the portal, its document and its receipt. */
import { Effect } from "effect"
import { isCredited } from "../../domain/invoices/Invoice.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import { InvoiceDocuments } from "../invoices/documents/InvoiceDocuments.ts"
import { pdfOf, receiptOf } from "../invoices/documents/InvoicePdfs.ts"
import { InvoiceViews, invoiceIdOf } from "../invoices/InvoiceViews.ts"
import { InvoiceVoided } from "../payments/links/LinkedInvoices.ts"
import type { DocumentKind } from "../ports/invoices/PdfRenderer.ts"
import { annotate, useCase } from "../UseCase.ts"
import { ClientInvoices } from "./ClientInvoices.ts"
import type { Visitor } from "./OpenInvitation.ts"

/** The client's own, of those that were sent; a draft is the agency's. */
export const portalInvoice = Effect.gen(function* () {
  const views = yield* InvoiceViews
  const invoices = yield* ClientInvoices

  return useCase("Portal.invoice")(function* ({ workspace, client }: Visitor, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "workspace.id": workspace.id, "invoice.id": id })
    const shown = yield* views.addressed(workspace, id)
    const { invoice, seller, voidReason: reason } = shown
    if (invoice.client.id !== client.id || invoice.delivery === null) {
      return yield* new InvoiceNotFound({ id: idText })
    }
    if (invoice.status === "void") {
      const { number } = invoice
      return yield* new InvoiceVoided({
        ...{ workspace, number, isCredited: isCredited(invoice), reason, seller }
      })
    }
    return yield* invoices.complete(shown)
  })
})

export const portalDocument = Effect.gen(function* () {
  const documents = yield* InvoiceDocuments

  return useCase("Portal.document")(function* (
    { workspace, client }: Visitor,
    idText: string,
    kind: DocumentKind = "invoice"
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "workspace.id": workspace.id, "invoice.id": id })
    const state = yield* documents.state(workspace, id)
    const isOwn = state.clientId === client.id && state.wasSent
    // A draft, and one that was voided before it was sent, are the agency's own.
    if (!isOwn || (kind === "receipt" && state.status !== "paid")) {
      return yield* new InvoiceNotFound({ id: idText })
    }
    const bytes = yield* documents.file(workspace, state, kind)
    return kind === "receipt" ? receiptOf(state.number, bytes) : pdfOf(state.number, bytes)
  })
})
