/**
 * Documents are PDF/A-3b and PDF/UA-1 for veraPDF, in each state, language, script and length, also
 * with an e-invoice attached; and the same judges refuse files with one fault each.
 */
import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { beforeAll } from "vitest"
import type { InvoiceDocument } from "../../src/app/ports/invoices/PdfRenderer.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { Language } from "../../src/domain/text/Language.ts"
import { makePdfFile, type PdfFile } from "../../src/infra/pdf/file/PdfFile.ts"
import { makeFonts } from "../../src/infra/pdf/font/Fonts.ts"
import { drawDocument } from "../../src/infra/pdf/invoice/DrawDocument.ts"
import { pdfInputOf } from "../../src/infra/pdf/invoice/PdfInput.ts"
import { drawStatement } from "../../src/infra/pdf/statement/DrawStatement.ts"
import { statementInputOf } from "../../src/infra/pdf/statement/StatementInput.ts"
import { makeTextLayout } from "../../src/infra/pdf/text/TextLayout.ts"
import { fullDocument, taxedLines } from "../support/fullDocument.ts"
import { sampleDocument } from "../support/invoiceDocument.ts"
import { baselineJpeg, cmykJpeg, turnedJpeg } from "../support/jpegs.ts"
import { describeJudged, judge, passes, summary, type Verdict } from "../support/judges.ts"
import { palettePng, plainPng } from "../support/pictures.ts"
import { statementDocument } from "../support/statementDocument.ts"

const fonts = makeFonts(null)
const draw = (document: InvoiceDocument): Uint8Array =>
  drawDocument(pdfInputOf(document), fonts).bytes

const eInvoice = {
  name: "factur-x.xml",
  profile: "EN 16931",
  bytes: readFileSync(new URL("einvoice/samples/standard.cii.xml", import.meta.url))
} as const

const paid = { status: "paid", amountPaidMinor: fullDocument().invoice.totalMinor } as const
const changes: Readonly<Record<string, Partial<InvoiceDocument["invoice"]>>> = {
  draft: { status: "draft", processorPaymentUrl: null },
  sent: {},
  overdue: { status: "overdue" },
  paid: { ...paid, paidAt: fullDocument().invoice.createdAt },
  void: { status: "void", processorPaymentUrl: null },
  credited: { status: "void", amountCreditedMinor: 100, processorPaymentUrl: null },
  "paid in part, with a discount": { amountPaidMinor: 700, discountMinor: 500 },
  "not taxed": { taxes: [], taxRate: null, taxMinor: 0 },
  dinars: { currency: CurrencyCode.make("KWD") }
}

const texts: Readonly<Record<string, string>> = {
  Arabic: "تصميم الموقع (مختلط) 123 abc لشركة",
  Hebrew: "עיצוב אתר 45 (שלב ב)",
  Devanagari: "हिन्दी मराठी नेपाली संस्कृतम्",
  "Greek, Cyrillic, Vietnamese": "Ελληνικά Кириллица Tiếng Việt",
  "no font": "漢字 日本語 한국어 ไทย",
  symbols: "🎈🎉 ∑∫√ ₿€£¥ ←↑→↓ \u0416\u0301",
  invisible: "a\u00adb\u200bc\ufeffd\u200de\u2060f\u00a0g\u{e000}",
  markup: "<b>&amp;</b> (\\) ]]> \"x\" & 'y'",
  long: "Ein sehr langer Text mit Donaudampfschifffahrtsgesellschaftskapitänsmütze. ".repeat(30)
}

const logos: Readonly<Record<string, Uint8Array>> = {
  "opaque PNG": plainPng(3),
  "PNG with transparency": palettePng(),
  JPEG: baselineJpeg,
  "turned JPEG": turnedJpeg(6),
  "JPEG with four inks": cmykJpeg
}

const texted = (text: string): InvoiceDocument => {
  const written = fullDocument({
    lineItems: taxedLines(3, text),
    change: { notes: text, purchaseOrder: text.slice(0, 64) },
    seller: { name: text.slice(0, 200), paymentNote: text, legalInformation: text }
  })
  return { ...written, recipient: { ...written.recipient, company: text.slice(0, 200) } }
}

const corpus: Readonly<Record<string, InvoiceDocument>> = {
  ...Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, fullDocument({ change })])
  ),
  ...Object.fromEntries(
    Language.literals.map((language) => [language, fullDocument({ language, locale: language })])
  ),
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, texted(text)])),
  ...Object.fromEntries(
    Object.entries(logos).map(([name, bytes]) => [
      name,
      { ...fullDocument(), logo: { type: "image/png", bytes } } as const
    ])
  ),
  ...Object.fromEntries(
    [1, 70, 200].map((count) => [
      `${count} lines`,
      fullDocument({ lineItems: taxedLines(count, "Design\nand more") })
    ])
  ),
  "a seller with nothing but a name": {
    ...sampleDocument({ notes: null, processorPaymentUrl: null }),
    seller: { ...sampleDocument().seller, addressText: null, vatId: null, email: null }
  },
  "a deduction": sampleDocument({
    lineItems: fullDocument().invoice.lineItems.map((line, index) =>
      index === 0 ? line : { ...line, unitPriceMinor: -100, totalMinor: -150 }
    )
  })
}

const attached: Readonly<Record<string, InvoiceDocument>> = {
  "an e-invoice": { ...fullDocument(), attachment: eInvoice },
  "an e-invoice and a logo": {
    ...fullDocument({ language: "de", locale: "de-DE", lineItems: taxedLines(70) }),
    logo: { type: "image/png", bytes: palettePng() },
    attachment: eInvoice
  }
}

/** Statements of account, from the data of theirs. */
const statements: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  [
    ...Language.literals.map((language) => [`statement ${language}`, { language }] as const),
    ["a long statement", { movements: 120, reference: "Ελληνικά ".repeat(20) }] as const,
    ["a statement without movements", { movements: 0 }] as const
  ].map(([name, change]) => [
    name,
    drawStatement(statementInputOf(statementDocument(change)), fonts).bytes
  ])
)

const about = { title: "A & B", author: "C", language: "en", created: new Date(0) }

/** A file with a text, made by hand. */
const handmade = (drawn: (file: PdfFile, write: (text: string) => void) => void): Uint8Array => {
  const file = makePdfFile(about)
  const text = makeTextLayout(file, fonts)
  drawn(file, (words) => {
    const style = { weight: "regular", size: 10, colour: "#000000" } as const
    for (const line of text.lines(words, style, 400)) text.draw(line, style, 50, 50)
  })
  text.end()
  return file.end()
}

const replaced = (bytes: Uint8Array, find: string, put: string): Uint8Array => {
  const text = Buffer.from(bytes).toString("latin1")
  assert.include(text, find)
  assert.strictEqual(find.length, put.length)
  return Buffer.from(text.replace(find, put), "latin1")
}

/** A file with one fault, and what the judges say of it. */
const faults: Readonly<Record<string, readonly [bytes: Uint8Array, verdicts: string]>> = {
  "no fault": [
    handmade((file, write) => file.tag("H1", () => write("A"))),
    passes("pdfa", "pdfua")
  ],
  "a picture without a text": [
    handmade((file) => file.tag("Figure", () => file.add("0 0 5 5 re\nf"))),
    "pdfa pass, pdfua 7.3-1"
  ],
  "a head without scope": [
    handmade((file, write) =>
      file.tag("Table", () => {
        file.tag("TR", () => file.tag("TH", () => write("A")))
        file.tag("TR", () => file.tag("TD", () => write("B")))
      })
    ),
    "pdfa pass, pdfua 7.5-1"
  ],
  "another part of the standard": [
    replaced(draw(sampleDocument()), "<pdfaid:part>3<", "<pdfaid:part>1<"),
    "pdfa 6.6.4-2, pdfua pass"
  ],
  "another part of accessibility": [
    replaced(draw(sampleDocument()), "<pdfuaid:part>1<", "<pdfuaid:part>7<"),
    "pdfa pass, pdfua 5-2"
  ],
  "metadata that is no XML": [
    replaced(draw(sampleDocument()), "<pdf:Producer>R", "<pdf:Producer>&"),
    "pdfa 6.6.2.1-4 6.6.2.1-5 6.6.4-1, pdfua 5-1 7.1-9"
  ],
  "another profile than the e-invoice's": [
    replaced(
      draw({ ...fullDocument(), attachment: eInvoice }),
      "<fx:ConformanceLevel>EN 16931<",
      "<fx:ConformanceLevel>EXTENDED<"
    ),
    "pdfa pass, pdfua pass, facturx-pdf FX-XMP-ConformanceLevel, en16931 pass, facturx pass"
  ]
}

describeJudged("the judges of PDF", () => {
  let verdicts: ReadonlyMap<string, ReadonlyArray<Verdict>>
  beforeAll(async () => {
    const documents = Object.entries({ ...corpus, ...attached })
    verdicts = await judge({
      ...Object.fromEntries(documents.map(([name, document]) => [`${name}.pdf`, draw(document)])),
      ...Object.fromEntries(
        Object.entries(statements).map(([name, bytes]) => [`${name}.pdf`, bytes])
      ),
      ...Object.fromEntries(
        Object.entries(faults).map(([name, [bytes]]) => [`fault: ${name}.pdf`, bytes])
      )
    })
  })

  const problems = (file: string) =>
    JSON.stringify(verdicts.get(file)?.flatMap(({ errors }) => errors))

  it.each([...Object.keys(corpus), ...Object.keys(statements)])("accept %s", (name) => {
    const file = `${name}.pdf`
    assert.strictEqual(summary(verdicts.get(file)), passes("pdfa", "pdfua"), problems(file))
  })

  it.each(Object.keys(attached))("accept %s with its relationship and XMP", (name) => {
    const file = `${name}.pdf`
    const expected = passes("pdfa", "pdfua", "facturx-pdf", "en16931", "facturx")
    assert.strictEqual(summary(verdicts.get(file)), expected, problems(file))
  })

  it.each(Object.entries(faults))("find %s", (name, [, expected]) => {
    assert.strictEqual(summary(verdicts.get(`fault: ${name}.pdf`)), expected)
  })
})
