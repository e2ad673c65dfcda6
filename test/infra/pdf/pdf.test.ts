/** The PDF: complete, the same bytes each time, over pages, and nothing that stops it. */
import { readFileSync, writeFileSync } from "node:fs"
import { deflateSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type InvoiceDocument, PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
import { sampleDocument as sample } from "../../support/invoiceDocument.ts"
import { pdfItems, pdfPages } from "../../support/pdf.ts"
import { brokenPng, plainPng, png, pngBomb } from "../../support/pictures.ts"
import { lineOf } from "../../support/views.ts"

const render = Effect.fnUntraced(function* (document: InvoiceDocument) {
  return yield* (yield* PdfRenderer).invoice(document)
})
const pagesOf = (document: InvoiceDocument) =>
  Effect.map(
    Effect.flatMap(render(document), (bytes) => Effect.promise(() => pdfPages(bytes))),
    (pages) => pages.map((page) => page.replace(/ {2,}/g, " "))
  )

layer(PdfRendererThreads(null), { excludeTestServices: true })("invoice PDF", (it) => {
  it.effect("says everything that the invoice says", () =>
    Effect.gen(function* () {
      const [page = "", ...others] = yield* pagesOf(sample())
      assert.lengthOf(others, 0)
      for (const text of [
        "Agency GmbH",
        "10115 Berlin",
        "DE123456789",
        "Invoice",
        "INV-0042",
        "Engines Ltd",
        "Ada Byron",
        "Floor 2",
        "London N1 United Kingdom",
        "Mar 1, 2026",
        "Mar 15, 2026",
        "Website",
        "Design",
        "1.5",
        "100.00",
        "150.00 EUR",
        "-5.00 EUR",
        "9.975%",
        "14.47",
        "159.47 EUR",
        "-9.47 EUR",
        "Balance due",
        "150.00 EUR",
        "Thank you",
        "https://retainer.example/pay/abc",
        "page 1 of 1"
      ]) {
        assert.include(page, text)
      }
      assert.notInclude(page, "VOID")
    })
  )

  it.effect("is the same bytes each time, whatever became of the mail", () =>
    Effect.gen(function* () {
      const one = yield* render(sample())
      const two = yield* render(
        sample({ delivery: { status: "failed", attempts: 9, lastError: "x" } })
      )
      assert.deepStrictEqual(one, two)
      assert.notDeepEqual(one, yield* render(sample({ notes: "Other" })))
    })
  )

  it.effect("marks drafts and void invoices", () =>
    Effect.gen(function* () {
      const mark = (status: "draft" | "void") =>
        Effect.map(pagesOf(sample({ status, processorPaymentUrl: null })), ([page = ""]) => page)
      assert.include(yield* mark("draft"), "DRAFT")
      assert.include(yield* mark("void"), "VOID")
    })
  )

  it.effect("breaks 200 lines over pages with the head repeated", () =>
    Effect.gen(function* () {
      const lineItems = Array.from({ length: 200 }, (_, index) =>
        lineOf(`Line ${index + 1}`, 1, 100)
      )
      const pages = yield* pagesOf(sample({ lineItems }))
      assert.isAbove(pages.length, 3)
      const all = pages.join(" ")
      for (let index = 1; index <= 200; index++) assert.include(all, `Line ${index} `)
      for (const [index, page] of pages.entries()) {
        assert.include(page, `page ${index + 1} of ${pages.length}`)
        if (page.includes("Line ")) assert.include(page, "Unit price")
      }
    })
  )

  it.effect(
    "writes numbers and dates as the workspace does, and takes a logo or does without",
    () =>
      Effect.gen(function* () {
        const { seller, ...rest } = sample()
        const german = { ...rest, seller: { ...seller, locale: "de" } }
        const [page = ""] = yield* pagesOf(german)
        for (const text of ["01.03.2026", "1,5", "100,00", "159,47 EUR"]) assert.include(page, text)
        const logo = { type: "image/png", bytes: plainPng(3) } as const
        const withLogo = yield* render({ ...german, logo })
        assert.isAbove(withLogo.length, (yield* render(german)).length)
        // Earlier versions stored whatever began like a picture.
        const without = yield* render(german)
        for (const bytes of [
          Uint8Array.of(1, 2, 3),
          pngBomb(),
          pngBomb(2001),
          brokenPng(),
          png({ width: 2, height: 2, packed: deflateSync(Buffer.alloc(200_000_000)) })
        ]) {
          const drawn = yield* render({ ...german, logo: { type: "image/png", bytes } })
          assert.deepStrictEqual(drawn, without)
        }
      })
  )

  it.effect("reads as its golden text", () =>
    Effect.gen(function* () {
      const pages = yield* pagesOf(sample())
      const file = new URL("../../golden/invoice.txt", import.meta.url)
      const text = `${pages.map((page) => page.replace(/ {2,}/g, " ")).join("\n")}\n`
      // Written anew with GOLDEN=write, and then read before it is committed.
      if (process.env["GOLDEN"] === "write") writeFileSync(file, text)
      assert.strictEqual(text, readFileSync(file, "utf8"))
    })
  )

  it.effect("nothing leaves its page or its column, whatever the scripts and lengths", () =>
    Effect.gen(function* () {
      const texts = [
        "A description of many words that goes over several lines of its column in the table",
        "x".repeat(2000),
        "漢字 日本語 한국어 ไทย ქართული հայերեն አማርኛ",
        "Ελληνικά Кириллица Tiếng Việt Українська Қазақша",
        "العربية עברית فارسی اردو ייִדיש (مختلط) 123 abc",
        "हिन्दी मराठी नेपाली संस्कृतम् বাংলা ગુજરાતી ਪੰਜਾਬੀ தமிழ் తెలుగు",
        "🎈🎉 ∑∫√ ₿€£¥ ←↑→↓ ♠♥",
        "\ta\tb\n\n  c"
      ]
      const lineItems = Array.from({ length: 200 }, (_, index) =>
        lineOf(texts[index % texts.length] ?? "", 999_999.9999, -99_999_999_999, 99_999_999_999_999)
      )
      const pages = yield* Effect.flatMap(
        render(sample({ lineItems, notes: texts.filter((text) => !/^x+$/.test(text)).join("\n") })),
        (bytes) => Effect.promise(() => pdfItems(bytes))
      )
      assert.isAbove(pages.length, 20)
      for (const items of pages) {
        for (const { text, x, y, width } of items) {
          if (text.trim() === "") continue
          assert.isAtLeast(x, 49, text)
          assert.isAtMost(x + width, 546.5, text)
          assert.isAtLeast(y, 25, text)
          assert.isAtMost(y, 800, text)
        }
        // The description's column ends before the quantity's begins.
        const quantities = items.filter(({ text }) => text === "999,999.9999")
        const column = Math.min(...quantities.map(({ x }) => x))
        for (const { text, x, width } of items) {
          if (/^x{20,}$/.test(text)) assert.isAtMost(x + width, column)
        }
      }
    })
  )

  it.effect("a word of 10 kB and a note of 10 000 characters stay on their pages", () =>
    Effect.gen(function* () {
      const word = "x".repeat(2000)
      const lineItems = [lineOf(word, 1, 1)]
      const pages = yield* pagesOf(sample({ lineItems, notes: "y".repeat(10_000) }))
      const count = (letter: string) => pages.join("").split(letter).length - 1
      assert.isAtLeast(count("x"), 2000)
      assert.isAtLeast(count("y"), 10_000)
    })
  )
})
