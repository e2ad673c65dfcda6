/**
 * Invoices and credit notes as a server mails them satisfy the official judges, PDF and XML, and
 * the amounts that a reader of the PDF sees are those of the XML, in each language's format.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  describeJudged,
  judge,
  passes,
  printVerdicts,
  summary,
  type Verdict
} from "../support/judges.ts"
import { type Mailed, mailedCases, mailedDocuments } from "../support/mailedDocuments.ts"
import { pdfAttachments } from "../support/pdf.ts"
import { printedAmounts, writtenAmounts } from "../support/printedAmounts.ts"
import { readers } from "../support/readers.ts"
import { useServer } from "../support/server.ts"

const server = useServer()
let mailed: ReadonlyMap<string, Mailed>

const names = Object.entries(mailedCases).flatMap(([name, { format, locale }]) =>
  [name, `${name}, credited`].map((document) => ({ name: document, format, locale }))
)
const find = (name: string): Mailed => {
  const found = mailed.get(name)
  if (found === undefined) throw new Error(`${name} was not mailed`)
  return found
}

beforeAll(async () => {
  mailed = await mailedDocuments({ url: server.server.url, key: server.key, path: server.path })
})

describe("a mailed document", () => {
  it.each(names)("shows the amounts of its XML: $name, $locale", async ({ name, locale }) => {
    const { pdf, cii } = find(name)
    const written = writtenAmounts(cii)
    assert.isAbove(written.length, 1)
    let count = 0
    for (const reader of ["pdfjs", "poppler"] as const) {
      const text = await readers[reader](pdf)
      if (text === null) continue
      count += 1
      assert.deepStrictEqual(printedAmounts(text, locale), written, `${reader}: ${text}`)
    }
    assert.isAbove(count, process.env["CI"] === "true" ? 1 : 0, "pdftotext is missing")
  })

  it("has no other amount than the XML, in the format of its locale", () => {
    const texts = {
      "en-GB": "1,234.50 EUR, 0.05 of 2.5 hours",
      "de-DE": "1.234,50 EUR, 0,05 von 2,5 Stunden",
      "fr-FR": "1\u202f234,50 EUR, 0,05 pour 2,5 heures",
      "es-ES": "1234,50 EUR, 0,05 de 2,5 horas"
    }
    for (const [locale, text] of Object.entries(texts)) {
      assert.deepStrictEqual(printedAmounts(text, locale), ["0.05", "1234.50"])
    }
    const { pdf: _, cii } = find("dollars")
    const total = /<ram:GrandTotalAmount>(.*?)</.exec(cii)?.[1] ?? ""
    const another = cii.replaceAll(`>${total}<`, ">1.23<")
    assert.notDeepEqual(writtenAmounts(another), writtenAmounts(cii))
  })

  it.each(names)("has the XML of its format in or beside it: $name", async ({ name, format }) => {
    const { pdf, cii, xml } = find(name)
    const inside = (await pdfAttachments(pdf)).get("factur-x.xml")
    if (format === "factur-x") {
      assert.strictEqual(new TextDecoder().decode(inside), cii)
      assert.isNull(xml)
    } else {
      assert.isUndefined(inside)
      assert.include(xml ?? "", name.endsWith("credited") ? "<CreditNote " : "<Invoice ")
    }
  })
})

describeJudged("the judges of mailed documents", () => {
  let verdicts: ReadonlyMap<string, ReadonlyArray<Verdict>>
  beforeAll(async () => {
    verdicts = await judge(
      Object.fromEntries(
        names.flatMap(({ name }) => {
          const { pdf, xml } = find(name)
          return [[`${name}.pdf`, pdf], ...(xml === null ? [] : [[`${name}.xml`, xml]])]
        })
      )
    )
  })

  afterAll(() =>
    printVerdicts(
      ["mailed", "format", "PDF and the XML in it", "XML beside it"],
      names.map(({ name, format }) => [
        name,
        format,
        ...["pdf", "xml"].map((end) => summary(verdicts.get(`${name}.${end}`)))
      ])
    )
  )

  it.each(names)("accept $name as $format", ({ name, format }) => {
    const file = summary(verdicts.get(`${name}.pdf`))
    const accessible = ["pdfa", "pdfua"] as const
    if (format === "factur-x") {
      assert.strictEqual(file, passes(...accessible, "facturx-pdf", "en16931", "facturx"))
      return
    }
    assert.strictEqual(file, passes(...accessible))
    assert.strictEqual(summary(verdicts.get(`${name}.xml`)), passes("en16931", format))
  })
})
