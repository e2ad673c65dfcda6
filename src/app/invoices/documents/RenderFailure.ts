/**
 * The error for a document that could not be rendered: its size, a full queue, or a fault of ours.
 */
import { Effect } from "effect"
import { InvoiceTooLarge } from "../../../domain/invoices/InvoiceErrors.ts"
import { type InvoiceView, writtenTexts } from "../../../domain/invoices/InvoiceResource.ts"
import { Busy } from "../../AdmissionControl.ts"
import type { PdfNotDrawn } from "../../ports/invoices/PdfRenderer.ts"

const charactersOf = (invoice: InvoiceView): number =>
  writtenTexts(invoice).reduce((sum, text) => sum + [...text].length, 0)

export const renderFailure =
  (invoice: InvoiceView) =>
  (error: PdfNotDrawn): Effect.Effect<never, InvoiceTooLarge> => {
    if (error.because === "busy") return Effect.die(new Busy({ reason: "drawings" }))
    if (error.because === "fault") return Effect.die(error)
    return Effect.fail(
      new InvoiceTooLarge({
        number: invoice.number,
        lines: invoice.lineItems.length,
        characters: charactersOf(invoice),
        reason: error.reason
      })
    )
  }
