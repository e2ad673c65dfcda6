/**
 * Text in documents: names of many scripts are drawn whole, and readers give back what was written.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { inspectFonts, makeFonts } from "../../../src/infra/pdf/font/Fonts.ts"
import { isDrawn, scriptOf } from "../../../src/infra/pdf/font/Scripts.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
import { isRightToLeftParagraph, visualRuns } from "../../../src/infra/pdf/text/Bidi.ts"
import { breakable } from "../../../src/infra/pdf/text/LineBreaks.ts"
import { readable } from "../../../src/infra/pdf/text/Readable.ts"
import { sampleDocument } from "../../support/invoiceDocument.ts"
import { invoiceTexts } from "../../support/invoiceTexts.ts"
import { names } from "../../support/names.ts"
import { plainText, readers } from "../../support/readers.ts"

const withoutSpaces = (text: string): string => text.replaceAll(/[^\S\n]/g, "")

layer(PdfRendererThreads(null), { excludeTestServices: true })("text of documents", (it) => {
  // Documents of their own, as poppler takes a page for one direction or the other.
  for (const direction of ["left to right", "right to left"]) {
    const drawn = names.filter(
      ({ name }) => isRightToLeftParagraph(name) === (direction === "right to left")
    )
    for (const reader of ["pdfjs", "pdfium", "poppler"] as const) {
      it.effect(`reads as it was written, ${direction}, with ${reader}`, (context) =>
        Effect.gen(function* () {
          const notes = drawn.map(({ name }) => name).join("\n")
          const bytes = yield* (yield* PdfRenderer).invoice(sampleDocument({ notes }))
          const found = yield* Effect.promise(() => readers[reader](bytes))
          if (found === null) return context.skip()
          const text = plainText(found)
          const wrong = drawn
            .filter((name) => name.readers.includes(reader))
            .map(({ name, isMixed }) => ({ name: plainText(name), isMixed }))
            .filter(({ name, isMixed }) =>
              isMixed ? !withoutSpaces(text).includes(withoutSpaces(name)) : !text.includes(name)
            )
          assert.deepStrictEqual(wrong, [])
        })
      )
    }
  }

  it.effect("is every text that an invoice may have", () =>
    Effect.gen(function* () {
      const texts = Object.fromEntries(invoiceTexts.map(({ name, text }) => [name, text]))
      const bytes = yield* (yield* PdfRenderer).invoice(sampleDocument(texts))
      const drawn = yield* Effect.promise(() => readers.pdfjs(bytes))
      // A long word is broken at the end of its line.
      const unbroken = (text: string) => text.replaceAll(/\s/g, "")
      for (const { text } of invoiceTexts) {
        assert.include(unbroken(drawn ?? ""), unbroken(text))
      }
    })
  )

  it.effect("draws digits of every kind from left to right in right-to-left text", () =>
    Effect.gen(function* () {
      const notes = "رقم ٢٠٢٦\nشماره ۱۴۰۵\nرقم 2026\nמספר 2026"
      const bytes = yield* (yield* PdfRenderer).invoice(sampleDocument({ notes }))
      const text = yield* Effect.promise(() => readers.pdfjs(bytes))
      for (const digits of ["٢٠٢٦", "۱۴۰۵", "2026"]) assert.include(text, digits)
      for (const reversed of ["٦٢٠٢", "۵۰۴۱", "6202"]) assert.notInclude(text, reversed)
    })
  )

  it.effect("a long word is broken between what is drawn together, and none of it is lost", () =>
    Effect.gen(function* () {
      const word = "क्षत्रियार्थी".repeat(60)
      const bytes = yield* (yield* PdfRenderer).invoice(sampleDocument({ notes: word }))
      const text = plainText((yield* Effect.promise(() => readers.pdfjs(bytes))) ?? "")
      const lines = text.split("\n").filter((line) => /\p{Script=Devanagari}/u.test(line))
      assert.isAbove(lines.length, 2)
      assert.strictEqual(lines.join(""), word)
      for (const line of lines) assert.notMatch(line, /^\p{M}|\u094d$/u)
    })
  )
})

describe("right-to-left text", () => {
  it("stands in its order, numbers within it from left to right", () => {
    const shown = (text: string) =>
      visualRuns(text, "rtl").map((run) => [run.text, run.isRightToLeft])
    assert.deepStrictEqual(shown("שלום (42)"), [
      [")", true],
      ["42", false],
      ["שלום (", true]
    ])
    assert.deepStrictEqual(shown("رقم ٢٠٢٦ لعام"), [
      [" لعام", true],
      ["٢٠٢٦", false],
      ["رقم ", true]
    ])
    assert.deepStrictEqual(visualRuns("plain", "ltr"), [
      { text: "plain", start: 0, isRightToLeft: false }
    ])
    assert.isTrue(isRightToLeftParagraph("שלום a"))
    assert.isFalse(isRightToLeftParagraph("a שלום"))
  })
})

describe("what is text and what is an outline", () => {
  const glyph = (id: number, advance: number) => ({ id, advance, x: 0, y: 0 })
  const texts = (text: string, advances: ReadonlyArray<number>, isRightToLeft = false) => {
    const glyphs = advances.map((advance, index) => glyph(index, advance))
    const cluster = { text, glyphs, width: 0 }
    const { items, outlines } = readable(cluster, isRightToLeft, true)
    return {
      items: items.map((item) => [item.glyph?.id ?? null, item.text]),
      outlines: [...outlines].map(({ id }) => id)
    }
  }
  it("an accent that is a glyph of its own is an outline", () => {
    assert.deepStrictEqual(texts("ị", [500, 0]), { items: [[0, "ị"]], outlines: [1] })
  })
  it("a vowel drawn before its consonant is read after it", () => {
    assert.deepStrictEqual(texts("कि", [250, 600]), {
      items: [
        [0, "क"],
        [1, "ि"]
      ],
      outlines: []
    })
  })
  it("what stands for several characters keeps them all", () => {
    assert.deepStrictEqual(texts("ffi", [800]), { items: [[0, "ffi"]], outlines: [] })
    assert.deepStrictEqual(texts("क्ष", [800]).items, [
      [0, "क"],
      [null, "्ष"]
    ])
    assert.deepStrictEqual(texts("لا", [600], true).items, [
      [null, "ا"],
      [0, "ل"]
    ])
  })
  it("a mark in right-to-left text comes after its letter when the line is turned", () => {
    assert.deepStrictEqual(texts("בָ", [0, 600], true), {
      items: [
        [null, "ָ"],
        [1, "ב"]
      ],
      outlines: [0]
    })
  })
})

describe("fonts", () => {
  it("have every character of the names, and a glyph for all that is drawn", () => {
    const fonts = makeFonts(null)
    for (const { name } of names) {
      for (const weight of ["regular", "bold"] as const) {
        for (const char of name) {
          if (!isDrawn(char)) continue
          const face = fonts.faceFor(char, weight)
          const tag = scriptOf(char)?.tag ?? "Zyyy"
          const glyphs = face
            ?.shaper()
            .shape(char, tag, false)
            .flatMap((one) => one.glyphs)
          assert.isTrue((glyphs ?? []).length > 0 && glyphs?.every(({ id }) => id !== 0), char)
        }
      }
    }
  })

  it("are looked for when a character asks for them", () => {
    const asked: string[] = []
    const fonts = makeFonts(null, (file) => {
      asked.push(file)
      return new URL(import.meta.resolve(file)).pathname
    })
    const before = asked.length
    for (const char of "Zoë Škoda Nguyễn Дмитрий हिन्दी 42 €") fonts.faceFor(char, "regular")
    assert.strictEqual(asked.length, before)
    fonts.faceFor("ไ", "regular")
    assert.deepStrictEqual(asked.slice(before), [
      "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf"
    ])
  })
})

describe("fonts of one's own", () => {
  const own = dirname(
    createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSerif.ttf")
  )
  const plainOnly = (file: string) =>
    file.includes("/noto-sans/") ? createRequire(import.meta.url).resolve(file) : null

  it("have what the others have not, and come after them", () => {
    const fonts = makeFonts(own, plainOnly)
    assert.strictEqual(fonts.faceFor("a", "regular"), fonts.plain.regular)
    assert.match(fonts.faceFor("\u2211", "regular")?.name ?? "", /^own/)
    assert.isNull(makeFonts(null, plainOnly).faceFor("\u2211", "regular"))
    assert.strictEqual(inspectFonts(own).own, 22)
  })

  it("that are broken are left out", () => {
    const directory = mkdtempSync(join(tmpdir(), "retainer-fonts-"))
    writeFileSync(join(directory, "broken.ttf"), "no font")
    assert.isNull(makeFonts(directory, plainOnly).faceFor("\u2211", "regular"))
    assert.throws(() => inspectFonts(directory))
    rmSync(directory, { recursive: true })
  })
})

describe("lines", () => {
  it("end between words, and where scripts without spaces let them", () => {
    assert.deepStrictEqual(breakable("long-term work"), ["long-", "term ", "work"])
    assert.deepStrictEqual(breakable("漢字、日本。"), ["漢", "字、", "日", "本。"])
    assert.deepStrictEqual(breakable("บริษัทไทย จำกัด"), ["บริษัท", "ไทย ", "จำกัด"])
  })
})
