/** What a document cannot show is told before it is sent, with what would help. */
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { makeMissingCharacters } from "../../../src/infra/pdf/MissingCharacters.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
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
        found.map(({ message: _, ...told }) => told),
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

  it.effect("are none where every character is drawn", () =>
    Effect.gen(function* () {
      const { warnings } = yield* PdfRenderer
      const notes = names.map(({ name }) => name).join("\n")
      assert.deepStrictEqual(yield* warnings(sampleDocument({ notes })), [])
    })
  )
})

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
