/** A document prints the amounts of its e-invoice and no others, in the format of its locale. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { creditNoteOf } from "../../../src/domain/einvoice/EInvoice.ts"
import { writeEInvoice } from "../../../src/domain/einvoice/EInvoiceXml.ts"
import { eInvoiceOf } from "../../../src/domain/invoices/InvoiceEInvoice.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { makeFonts } from "../../../src/infra/pdf/font/Fonts.ts"
import { drawDocument } from "../../../src/infra/pdf/invoice/DrawDocument.ts"
import { pdfInputOf } from "../../../src/infra/pdf/invoice/PdfInput.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { fullDocument } from "../../support/fullDocument.ts"
import { printedAmounts, writtenAmounts } from "../../support/printedAmounts.ts"
import { readers } from "../../support/readers.ts"
import { lineOf } from "../../support/views.ts"

const fonts = makeFonts(null)

const locales = [
  ["en", "en-GB"],
  ["de", "de-DE"],
  ["fr", "fr-FR"],
  ["es", "es-ES"]
] as const

/** Neither quantities nor rates have the two decimals of an amount. */
const anyLine = fc
  .record({
    tenths: fc.integer({ min: 1, max: 99_999 }),
    tens: fc.integer({ min: -1_000, max: 5_000_000 }),
    tax: fc.constantFrom(
      { taxCategory: "S", taxRate: 0.19 } as const,
      { taxCategory: "S", taxRate: 0.055 } as const,
      { taxCategory: "AE", taxRate: 0 } as const
    )
  })
  .map(({ tenths, tens, tax }) => ({
    ...lineOf("Design", tenths / 10, tens * 10, tenths * tens),
    ...tax,
    unit: "HUR"
  }))

const anyDocument = fc
  .record({
    lineItems: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    place: fc.constantFrom(...locales),
    isCredit: fc.boolean()
  })
  .map(({ lineItems: others, place: [language, locale], isCredit }) => {
    const lineItems = [{ ...lineOf("Relaunch", 1, 1_000_000_000), unit: "LS" }, ...others]
    const document = fullDocument({ language, locale, lineItems })
    const corrects = { number: "INV-0042", issueDate: CalendarDate.make("2026-03-01") }
    return isCredit ? { ...document, corrects } : document
  })

describe("the amounts of a document", () => {
  it("are those of its XML", async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (document) => {
        const { corrects, seller } = document
        const words = wordsIn(seller.language).document
        const invoice = eInvoiceOf(document, words.exemptions)
        const model = corrects === null ? invoice : creditNoteOf(invoice, corrects, "Set off")
        const cii = Result.getOrThrow(writeEInvoice("cii", model))
        const text = (await readers.pdfjs(drawDocument(pdfInputOf(document), fonts).bytes)) ?? ""
        assert.deepStrictEqual(printedAmounts(text, seller.locale), writtenAmounts(cii), text)
      }),
      { numRuns: 40 }
    )
  })
})
