/** Warnings about content that a document cannot show, before it is sent, with a remedy. */
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { makeFonts } from "../../../src/infra/pdf/font/Fonts.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
import { makeMissingCharacters } from "../../../src/infra/pdf/text/MissingCharacters.ts"
import { sampleDocument } from "../../support/invoiceDocument.ts"
import { names } from "../../support/names.ts"

layer(PdfRendererThreads(null), { excludeTestServices: true })("document warnings", (it) => {
  it.effect("name the script, the characters and the package to install", () =>
    Effect.gen(function* () {
      const { warnings } = yield* PdfRenderer
      const document = sampleDocument({ notes: "Für 山田 und 山口、\u{10900}" })
      const found = yield* warnings({
        ...document,
        recipient: { ...document.recipient, company: "김" }
      })
      assert.deepStrictEqual(
        found.map(({ message: _, path: __, ...told }) => told),
        [
          { script: "Hangul", characters: "김", package: "@expo-google-fonts/noto-sans-kr@0.4.3" },
          {
            script: "Han",
            characters: "山田口、",
            package: "@expo-google-fonts/noto-sans-sc@0.4.3"
          },
          { script: "other characters", characters: "\u{10900}", package: null }
        ]
      )
      assert.include(found[0]?.message ?? "", "Install @expo-google-fonts/noto-sans-kr@0.4.3")
    })
  )

  it.effect("look at every text of the seller and the buyer that the document shows", () =>
    Effect.gen(function* () {
      const { warnings } = yield* PdfRenderer
      const document = sampleDocument()
      const { seller, recipient } = document
      const han = { scheme: null, id: "山" }
      const contact = { name: "山", phone: null, email: null }
      const changed: ReadonlyArray<Partial<typeof document>> = [
        { seller: { ...seller, taxNumber: "山" } },
        { seller: { ...seller, registration: han } },
        { seller: { ...seller, contact } },
        { seller: { ...seller, bankAccount: { holder: "山", iban: "DE89", bic: null } } },
        { seller: { ...seller, paymentNote: "山" } },
        { seller: { ...seller, legalInformation: "山" } },
        { recipient: { ...recipient, registration: han } }
      ]
      for (const change of changed) {
        const [found] = yield* warnings({ ...document, ...change })
        assert.strictEqual(found?.characters, "山", JSON.stringify(change))
      }
    })
  )

  it.effect("are none where every character is drawn", () =>
    Effect.gen(function* () {
      const { warnings } = yield* PdfRenderer
      const notes = names.map(({ name }) => name).join("\n")
      assert.deepStrictEqual(yield* warnings(sampleDocument({ notes })), [])
    })
  )
})

it.effect(
  "names in Latin, Greek and Cyrillic ask nothing, and the shipped fonts have all that is not asked",
  () =>
    Effect.gen(function* () {
      const asked = new Set<string>()
      const warnings = makeMissingCharacters((characters) => {
        for (const char of characters) asked.add(char)
        return Effect.succeed(new Map(characters.map((char) => [char, null])))
      })
      yield* warnings(sampleDocument({ notes: "Дмитрий Орлов, Ευρώπη, Nguyễn Thị Hoa" }))
      assert.deepStrictEqual([...asked], [])
      // Without controls, which nothing draws.
      const all = Array.from({ length: 0x2fff - 0xa0 }, (_, at) => String.fromCharCode(0xa0 + at))
      yield* warnings(sampleDocument({ notes: all.join("") }))
      const { plain } = makeFonts(null)
      const lacking = all.filter((char) => !(plain.regular.has(char) && plain.bold.has(char)))
      assert.deepStrictEqual(
        lacking.filter((char) => !asked.has(char)),
        []
      )
    })
)

it.effect("a character is asked about once, and those of Latin text never", () =>
  Effect.gen(function* () {
    const asked: string[] = []
    const warnings = makeMissingCharacters((characters) => {
      asked.push(characters.join(""))
      return Effect.succeed(new Map(characters.map((char) => [char, null])))
    })
    for (const notes of ["Zoë’s “Škoda” – 5 €", "ไทย", "ไทย ก", "กไ"]) {
      yield* warnings(sampleDocument({ notes }))
    }
    assert.deepStrictEqual(asked, ["ไทย", "ก"])
  })
)
