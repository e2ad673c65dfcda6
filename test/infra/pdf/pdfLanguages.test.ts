/** Documents in each language: its labels and marks, and the language that the file declares. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { type DocumentKind, PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import type { InvoiceView } from "../../../src/domain/invoices/InvoiceResource.ts"
import { Language } from "../../../src/domain/text/Language.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { fullDocument } from "../../support/fullDocument.ts"
import { pdfLanguage, pdfPages } from "../../support/pdf.ts"

/** A locale of each language, with the country name and the amount as it prints them. */
const locales = {
  en: { locale: "en-GB", country: "United Kingdom", amount: "159.47 EUR" },
  de: { locale: "de-CH", country: "Vereinigtes Königreich", amount: "159.47 EUR" },
  fr: { locale: "fr-FR", country: "Royaume-Uni", amount: "159,47 EUR" },
  es: { locale: "es-ES", country: "Reino Unido", amount: "159,47 EUR" }
} as const

const render = Effect.fnUntraced(function* (
  language: Language,
  locale: string,
  change: Partial<InvoiceView> = {},
  kind: DocumentKind = "invoice"
) {
  const { invoice } = yield* PdfRenderer
  const bytes = yield* invoice({ ...fullDocument({ language, locale, change }), kind })
  const pages = yield* Effect.promise(() => pdfPages(bytes))
  const declared = yield* Effect.promise(() => pdfLanguage(bytes))
  return { text: pages.join(" "), declared }
})

layer(PdfRendererThreads(null), { excludeTestServices: true })("documents in languages", (it) => {
  for (const language of Language.literals) {
    const { document: words } = wordsIn(language)
    const { locale, country, amount } = locales[language]

    it.effect(`${language}: every label, and the language of the file`, () =>
      Effect.gen(function* () {
        const { text, declared } = yield* render(language, locale, { totalMinor: 15_947 })
        assert.strictEqual(declared, locale)
        // Readers make a plain space of the no-break space.
        const colon = language === "fr" ? " :" : ":"
        for (const label of [
          words.invoice,
          words.billTo,
          `${words.vatId}${colon} DE123456789`,
          `${words.iban}${colon} DE89`,
          `E${colon} Steuerfrei`,
          words.issueDate,
          words.dueDate,
          words.currency,
          words.project,
          words.servicePeriod,
          words.purchaseOrder,
          words.unit,
          words.exemptions.AE,
          words.terms,
          words.iban,
          words.accountHolder,
          words.paymentReference,
          words.description,
          words.quantity,
          words.unitPrice,
          words.lineTotal,
          words.subtotal,
          words.net,
          words.tax,
          words.gross,
          words.taxRate,
          words.total,
          words.balanceDue,
          words.notes,
          words.payOnline,
          words.page(1, 2),
          country,
          amount
        ]) {
          assert.include(text, label)
        }
      })
    )

    it.effect(`${language}: marks and states`, () =>
      Effect.gen(function* () {
        const draft = yield* render(language, locale, { status: "draft" })
        assert.include(draft.text, words.marks.draft)
        const voided = yield* render(language, locale, { status: "void" })
        assert.include(voided.text, words.marks.void)
        const overdue = yield* render(language, locale, { status: "overdue" })
        assert.include(overdue.text, words.states.overdue)
        const paidAt = DateTime.makeUnsafe("2026-03-08T12:00:00Z")
        const paid = yield* render(language, locale, { status: "paid", paidAt })
        assert.include(paid.text, words.states.paid)
        const receipt = yield* render(language, locale, { status: "paid", paidAt }, "receipt")
        assert.include(receipt.text, words.receipt)
        assert.include(receipt.text, words.states.paid)
        assert.notInclude(receipt.text, words.terms)
        assert.notInclude(paid.text, words.receipt)
      })
    )
  }

  it.effect("an English text with German figures is declared as English", () =>
    Effect.gen(function* () {
      const change = { totalMinor: 15_947 }
      const { text, declared } = yield* render("en", "de-DE", change)
      assert.strictEqual(declared, "en")
      assert.include(text, "Balance due")
      assert.include(text, "159,47 EUR")
    })
  )
})
