/**
 * The e-invoice of a sent invoice, from the data of its send. The XML that a mail brought is stored
 * with its file; every other format is written anew.
 */
import { Effect, Result } from "effect"
import type { EInvoiceModel, XmlFormat } from "../../../domain/einvoice/EInvoice.ts"
import { writeEInvoice } from "../../../domain/einvoice/EInvoiceXml.ts"
import { Invalid, invalid } from "../../../domain/Invalid.ts"
import { eInvoiceOf, formatOf, xmlOfSent } from "../../../domain/invoices/InvoiceEInvoice.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { AddressedInvoice } from "../../ports/invoices/PdfRenderer.ts"
import {
  SentDocumentRepository,
  type SentXml
} from "../../ports/invoices/SentDocumentRepository.ts"
import { annotate, useCase } from "../../UseCase.ts"
import { InvoiceViews, invoiceIdOf } from "../InvoiceViews.ts"

const modelOf = (shown: AddressedInvoice): EInvoiceModel =>
  eInvoiceOf(shown, wordsIn(shown.seller.language).document.exemptions)

/** The XML that the mail of the invoice brings; null of a PDF alone. */
export const mailedXml = (shown: AddressedInvoice): SentXml | null => {
  const sent = formatOf(shown)
  if (sent === null) return null
  const format = xmlOfSent[sent]
  const written = writeEInvoice(format, modelOf(shown))
  return Result.isSuccess(written) ? { format, text: written.success } : null
}

/** The XML, or every problem of the format by its path. */
const writtenXml = (format: XmlFormat, model: EInvoiceModel): Result.Result<string, Invalid> =>
  Result.mapError(writeEInvoice(format, model), ([first, ...rest]) =>
    first === undefined
      ? invalid("format", `the invoice cannot be written as ${format}`)
      : new Invalid({ problems: [first, ...rest] })
  )

export interface InvoiceXml {
  readonly filename: string
  readonly text: string
}

export const invoiceXml = Effect.gen(function* () {
  const views = yield* InvoiceViews
  const documents = yield* SentDocumentRepository

  return useCase("Invoicing.xml")(function* (
    workspace: Workspace,
    idText: string,
    format: XmlFormat
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const shown = yield* views.addressed(workspace, id)
    const { number, status, delivery } = shown.invoice
    if (delivery === null) {
      const message = `Invoice ${number} is ${status} and was never sent; only a sent one has an XML`
      return yield* invalid("", message)
    }
    const filename = `${number}.xml`
    const stored = yield* documents.findXml(workspace.id, id)
    if (stored?.format === format) return { filename, text: stored.text }
    return { filename, text: yield* Effect.fromResult(writtenXml(format, modelOf(shown))) }
  })
})
