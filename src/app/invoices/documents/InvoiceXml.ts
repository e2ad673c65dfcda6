/**
 * The e-invoice of a sent invoice or of a credit note, from the data of the invoice's send. The XML
 * that a mail brought is stored with its file; every other format is written anew.
 */
import { Effect, Result } from "effect"
import {
  creditNoteOf,
  type EInvoiceModel,
  type XmlFormat
} from "../../../domain/einvoice/EInvoice.ts"
import { writeEInvoice } from "../../../domain/einvoice/EInvoiceXml.ts"
import { Invalid, invalid } from "../../../domain/Invalid.ts"
import { eInvoiceOf, formatOf, xmlOfSent } from "../../../domain/invoices/InvoiceEInvoice.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { AddressedInvoice, InvoiceDocument } from "../../ports/invoices/PdfRenderer.ts"
import {
  SentDocumentRepository,
  type SentXml
} from "../../ports/invoices/SentDocumentRepository.ts"
import { annotate, useCase } from "../../UseCase.ts"
import { InvoiceViews, invoiceIdOf } from "../InvoiceViews.ts"

/** An invoice, or a credit note with the invoice that it corrects. */
type Shown = AddressedInvoice & Partial<Pick<InvoiceDocument, "corrects">>

const modelOf = (shown: Shown): EInvoiceModel => {
  const { corrects = null, seller } = shown
  const words = wordsIn(seller.language).document
  const model = eInvoiceOf(shown, words.exemptions)
  return corrects === null
    ? model
    : creditNoteOf(model, corrects, words.creditTerms(corrects.number))
}

/** The XML, or every problem of the format by its path. */
export const writtenXml = (format: XmlFormat, shown: Shown): Result.Result<string, Invalid> =>
  Result.mapError(writeEInvoice(format, modelOf(shown)), ([first, ...rest]) =>
    first === undefined
      ? invalid("format", `the document cannot be written as ${format}`)
      : new Invalid({ problems: [first, ...rest] })
  )

/** The XML that the mail brings, or why it cannot be written; null of a PDF alone by choice. */
export const chosenXml = (shown: Shown): Result.Result<SentXml, Invalid> | null => {
  const sent = formatOf(shown)
  if (sent === null) return null
  const format = xmlOfSent[sent]
  return Result.map(writtenXml(format, shown), (text) => ({ format, text }))
}

/** The XML that the mail brings; null of a PDF alone. */
export const mailedXml = (shown: Shown): SentXml | null => {
  const chosen = chosenXml(shown)
  return chosen === null ? null : Result.getOrNull(chosen)
}

const encoder = new TextEncoder()

/** Factur-X is a PDF with its XML; the other formats are files beside it. */
export const withXmlInside = (document: InvoiceDocument, xml: SentXml | null): InvoiceDocument =>
  xml?.format === "cii"
    ? {
        ...document,
        attachment: {
          name: "factur-x.xml",
          profile: "EN 16931",
          bytes: encoder.encode(xml.text)
        }
      }
    : document

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
    return { filename, text: yield* Effect.fromResult(writtenXml(format, shown)) }
  })
})
