/**
 * The particulars of article 226 of directive 2006/112 on a document, with the figures of the API,
 * and how to pay.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type InvoiceDocument, PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { formatsOf } from "../../../src/domain/money/Formats.ts"
import { transferText } from "../../../src/domain/payments/TransferCode.ts"
import { Language } from "../../../src/domain/text/Language.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { fullDocument, taxedLines } from "../../support/fullDocument.ts"
import { sampleDocument } from "../../support/invoiceDocument.ts"
import { pdfPages, pdfTags } from "../../support/pdf.ts"

const render = (document: InvoiceDocument) =>
  Effect.flatMap(PdfRenderer, ({ invoice }) => invoice(document))
const textOf = Effect.fnUntraced(function* (document: InvoiceDocument) {
  const bytes = yield* render(document)
  return (yield* Effect.promise(() => pdfPages(bytes))).join(" ").replace(/ {2,}/g, " ")
})
const count = (text: string, part: string): number => text.split(part).length - 1

layer(PdfRendererThreads(null), { excludeTestServices: true })("details of documents", (it) => {
  it.effect("names both parties with their numbers, and what the invoice is for", () =>
    Effect.gen(function* () {
      const text = yield* textOf(fullDocument())
      for (const part of [
        "Weg 1 10115 Berlin Germany",
        "VAT ID: DE123456789",
        "Tax number: 29/123/45678",
        "Registration number: HRB 12345 B",
        "Eva Muster Phone: +49 30 1234567",
        "VAT ID: GB123456789 Registration number: 01234567",
        "Service period 1 Feb 2026 – 28 Feb 2026",
        "Purchase order PO-4711",
        "Contract C-12",
        "Your reference 04011000-1234512345-06",
        "Cost centre KST 7",
        "Payment terms No deduction for early payment.",
        "Managing director: Eva Muster"
      ]) {
        assert.include(text, part)
      }
      const delivered = { servicePeriod: null, deliveryDate: CalendarDate.make("2026-02-27") }
      assert.include(
        yield* textOf(fullDocument({ change: delivered })),
        "Delivery date 27 Feb 2026"
      )
    })
  )

  it.effect("a credit note names its invoice and its reason, and asks for no payment", () =>
    Effect.gen(function* () {
      const titles = {
        en: /Credit note CN-0007 for invoice INV-0042 of 8 March 2026/,
        de: /Rechnungskorrektur CN-0007 zur Rechnung INV-0042 vom 8\. März 2026/,
        fr: /Avoir CN-0007 sur la facture INV-0042 du 8 mars 2026/,
        es: /Factura rectificativa CN-0007 de la factura INV-0042 del 8 de marzo de 2026/
      } as const
      for (const [language, title] of Object.entries(titles)) {
        const document = fullDocument({
          language: Schema.decodeUnknownSync(Language)(language),
          locale: language === "en" ? "en-GB" : language,
          change: { number: "CN-0007", notes: "Too much", processorPaymentUrl: null }
        })
        const issueDate = CalendarDate.make("2026-03-08")
        const note = { ...document, payments: [], corrects: { number: "INV-0042", issueDate } }
        const text = yield* textOf(note)
        assert.match(text, title)
        const { document: words } = wordsIn(document.seller.language)
        assert.include(text, `${words.reason} Too much`)
        assert.include(text, words.total)
        const spaced = (sentence: string) => sentence.replace(/\s+/g, " ")
        assert.include(spaced(text), spaced(words.creditTerms("INV-0042")))
        for (const absent of [words.balanceDue, words.dueDate, words.iban, words.payOnline]) {
          assert.notInclude(text, absent)
        }
      }
    })
  )

  it.effect("says under the title what is due and when", () =>
    Effect.gen(function* () {
      const dueDate = CalendarDate.make("2026-12-23")
      const due = { dueDate, currency: CurrencyCode.make("USD"), totalMinor: 288_225 }
      const text = yield* textOf(fullDocument({ change: due }))
      assert.match(text, /Invoice INV-0042 2,882\.25 USD due 23 December 2026/)
      const german = fullDocument({ language: "de", locale: "de-DE", change: due })
      assert.include(yield* textOf(german), "2.882,25 USD fällig am 23. Dezember 2026")
      const paid = { ...due, amountPaidMinor: 288_225, status: "paid" } as const
      assert.notInclude(yield* textOf(fullDocument({ change: paid })), "due 23")
    })
  )

  it.effect("names units, and the tax of each line where there are several", () =>
    Effect.gen(function* () {
      const text = yield* textOf(fullDocument())
      assert.include(text, "Design of week 1 1.5 hours 95.00 19% 142.50")
      assert.include(text, "Design of week 2 2.5 days 95.00 7% 237.50")
      assert.include(text, "Design of week 3 3.5 units 95.00 0% AE 332.50")
      assert.include(text, "Design of week 4 4.5 95.00 0% E 427.50")
      const plain = yield* textOf(sampleDocument())
      assert.include(plain, "Quantity Unit price Total Design 1.5 100.00 150.00")
    })
  )

  it.effect("has a table of several taxes with their reasons, and one tax in the totals", () =>
    Effect.gen(function* () {
      const document = fullDocument()
      const text = yield* textOf(document)
      const { amount, percent } = formatsOf("en-GB")
      const { currency, taxes, taxMinor, totalMinor } = document.invoice
      for (const { rate, category, baseMinor, taxMinor: tax } of taxes) {
        const label = category === "S" ? percent(rate) : `${percent(rate)} ${category}`
        const figures = [baseMinor, tax, baseMinor + tax].map((minor) => amount(minor, currency))
        assert.include(text, [label, ...figures].join(" "))
      }
      assert.include(text, `Tax ${amount(taxMinor, currency)} EUR`)
      assert.include(text, `Total ${amount(totalMinor, currency)} EUR`)
      assert.include(text, "AE: Reverse charge E: Steuerfrei nach § 4 Nr. 21 UStG")
      const one = yield* textOf(sampleDocument())
      assert.include(one, "9.975% VAT on 145.00 14.47 EUR Total 159.47 EUR")
      assert.notInclude(one, "Gross")
      const charged = { taxRate: 0, taxMinor: 0, totalMinor: 14_500, amountPaidMinor: 0 }
      const taxesOf = (category: "AE" | "K" | "Z") =>
        [{ category, rate: 0, baseMinor: 14_500, taxMinor: 0, exemptionReason: null }] as const
      const reversed = sampleDocument({ ...charged, taxes: taxesOf("AE") })
      assert.include(yield* textOf(reversed), "No VAT 0.00 EUR Total 145.00 EUR")
      assert.include(yield* textOf(reversed), "Reverse charge")
      const goods = sampleDocument({ ...charged, taxes: taxesOf("K") })
      assert.include(yield* textOf(goods), "Intra-Community supply, VAT exempt")
    })
  )

  it.effect("its amounts are those of the invoice, in every currency and for any lines", () =>
    Effect.gen(function* () {
      for (const code of ["EUR", "JPY", "KWD"]) {
        for (const lines of [1, 3, 40]) {
          const currency = CurrencyCode.make(code)
          const document = fullDocument({ lineItems: taxedLines(lines), change: { currency } })
          const text = yield* textOf(document)
          const { lineItems, taxes, subtotalMinor, taxMinor, totalMinor } = document.invoice
          const { amount } = formatsOf("en-GB")
          const shown = (minor: number) => amount(minor, currency)
          for (const { unitPriceMinor, totalMinor: total } of lineItems) {
            assert.include(text, shown(unitPriceMinor))
            assert.include(text, ` ${shown(total)} `)
          }
          for (const { baseMinor, taxMinor: tax } of taxes) {
            assert.include(text, shown(baseMinor))
            assert.include(text, shown(tax))
          }
          for (const [label, minor] of [
            ["Subtotal", subtotalMinor],
            ["Total", totalMinor],
            ["Balance due", totalMinor]
          ] as const) {
            assert.include(text, `${label} ${shown(minor)} ${code}`)
          }
          assert.include(text, `${shown(taxMinor)} ${code}`)
        }
      }
    })
  )

  it.effect("many taxes go over pages, and what is left to pay does not stand alone", () =>
    Effect.gen(function* () {
      const taxes = Array.from({ length: 90 }, (_, index) => ({
        category: "S" as const,
        rate: (index + 1) / 1000,
        baseMinor: 1000 + index,
        taxMinor: index,
        exemptionReason: null
      }))
      const bytes = yield* render(fullDocument({ change: { taxes } }))
      const pages = yield* Effect.promise(() => pdfPages(bytes))
      assert.isAbove(pages.length, 2)
      assert.include(pages.join(), "10.89")
      const [last = ""] = pages.filter((page) => page.includes("Balance due"))
      assert.include(last, "Subtotal")
    })
  )

  it.effect(
    "offers bank transfer and link to pay, never for a draft, a void or a paid invoice",
    () =>
      Effect.gen(function* () {
        const text = yield* textOf(fullDocument())
        assert.include(text, "Account holder: Agency GmbH IBAN: DE89 3704 0044 0532 0130 00")
        assert.include(text, "BIC: COBADEFFXXX Payment reference: INV-0042")
        const figures = (document: InvoiceDocument) =>
          Effect.map(render(document), (bytes) => count(pdfTags(bytes).join(" "), "Figure"))
        assert.strictEqual(yield* figures(fullDocument()), 2)
        // The code is for euros; the account is named for every currency.
        const dollars = fullDocument({ change: { currency: CurrencyCode.make("USD") } })
        assert.strictEqual(yield* figures(dollars), 1)
        assert.include(yield* textOf(dollars), "IBAN: DE89")
        const closed = {
          amountPaidMinor: fullDocument().invoice.totalMinor,
          status: "paid"
        } as const
        for (const change of [{ status: "draft" }, { status: "void" }, closed] as const) {
          assert.strictEqual(yield* figures(fullDocument({ change })), 0)
          assert.notInclude(yield* textOf(fullDocument({ change })), "IBAN")
        }
      })
  )

  it.effect("each table has one head, and each row of lines as many cells, over all pages", () =>
    Effect.gen(function* () {
      const lineItems = taxedLines(70)
      const bytes = yield* render(fullDocument({ lineItems }))
      const roles = pdfTags(bytes)
      assert.lengthOf(
        roles.filter((role) => role === "H1"),
        1
      )
      assert.lengthOf(
        roles.filter((role) => role === "Table"),
        4
      )
      const [facts, sums] = [9, 4]
      const heads = roles.filter((role) => role === "TH")
      assert.lengthOf(heads, 6 + 4 + facts + sums)
      const cells = roles.filter((role) => role === "TD")
      assert.lengthOf(cells, lineItems.length * 6 + 4 * 4 + facts + sums)
      const text = yield* textOf(fullDocument({ lineItems }))
      assert.isAbove(count(text, "Unit price"), 2)
    })
  )
})

describe("the code of a bank transfer", () => {
  const transfer = {
    holder: "Agency GmbH",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
    currency: CurrencyCode.make("EUR"),
    amountMinor: 123_405,
    reference: "INV-0042"
  }

  it("has the lines of EPC069-12", () => {
    assert.strictEqual(
      transferText(transfer),
      "BCD\n002\n1\nSCT\nCOBADEFFXXX\nAgency GmbH\nDE89370400440532013000\nEUR1234.05\n\n\nINV-0042"
    )
    assert.include(transferText({ ...transfer, bic: null }), "SCT\n\nAgency GmbH")
    assert.include(transferText({ ...transfer, amountMinor: 7 }), "\nEUR0.07\n")
  })

  it("has amounts in euros from 0.01 to 999,999,999.99", () => {
    assert.isNull(transferText({ ...transfer, currency: CurrencyCode.make("CHF") }))
    assert.isNull(transferText({ ...transfer, amountMinor: 0 }))
    assert.isNotNull(transferText({ ...transfer, amountMinor: 99_999_999_999 }))
    assert.isNull(transferText({ ...transfer, amountMinor: 100_000_000_000 }))
  })
})
