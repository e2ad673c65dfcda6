/** Statements as PDF: words of the client's language, balances, further pages, and structure. */
import { assert, describe, it } from "@effect/vitest"
import { Language } from "../../../src/domain/text/Language.ts"
import { makeFonts } from "../../../src/infra/pdf/font/Fonts.ts"
import { drawStatement } from "../../../src/infra/pdf/statement/DrawStatement.ts"
import { statementInputOf } from "../../../src/infra/pdf/statement/StatementInput.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { pdfLanguage, pdfPages, pdfTags } from "../../support/pdf.ts"
import { statementDocument } from "../../support/statementDocument.ts"

const fonts = makeFonts(null)

const render = async (change: Parameters<typeof statementDocument>[0]) => {
  const { bytes } = drawStatement(statementInputOf(statementDocument(change)), fonts)
  return { bytes, pages: await pdfPages(bytes) }
}

describe("statements", () => {
  for (const language of Language.literals) {
    it(`${language}: every label, and the language of the file`, async () => {
      const { bytes, pages } = await render({ language })
      const text = pages.join(" ")
      const { statement: words } = wordsIn(language)
      for (const label of [
        words.title,
        ...Object.values(words.columns).filter((name) => name !== words.columns.balance),
        ...Object.values(words.movements).map((named) => named("INV-0000").split(" ")[0] ?? ""),
        words.opening,
        words.closing,
        words.ageing,
        words.ages.older,
        words.lessCredit
      ]) {
        assert.include(text, label)
      }
      const declared = await pdfLanguage(bytes)
      assert.match(String(declared), new RegExp(`^${language}`))
    })
  }

  it("a long one has the heads on each page, one table a currency, and equal bytes", async () => {
    const { bytes, pages } = await render({ movements: 120, reference: "R ".repeat(100) })
    assert.isAbove(pages.length, 5)
    for (const page of pages.slice(0, -1)) assert.include(page, "Balance, ")
    const tags = pdfTags(bytes)
    assert.lengthOf(
      tags.filter((tag) => tag === "Table"),
      4
    )
    assert.lengthOf(
      tags.filter((tag) => tag === "H1"),
      1
    )
    const again = await render({ movements: 120, reference: "R ".repeat(100) })
    assert.deepStrictEqual(again.bytes, bytes)
  })

  it("one without movements says so", async () => {
    const { pages } = await render({ movements: 0 })
    assert.include(pages.join(" "), "Nothing happened in this period.")
  })
})
