/** The file's directory names the place of each object, and readers find in it what was written. */
import { assert, describe, it } from "@effect/vitest"
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs"
import { makePdfFile } from "../../../../src/infra/pdf/file/PdfFile.ts"

const title = "Rechnung (42) \\ für Żółć 漢字"
const url = "https://retainer.example/pay/(a)\\b"

const sample = (): Uint8Array => {
  const about = { title, author: "Agency (x)", language: "de-CH" }
  const file = makePdfFile({ ...about, created: new Date("2026-03-01T12:00:05Z") })
  file.add("0 0 10 10 re\nf")
  file.addPage()
  file.turnTo(0)
  file.link(50, 40, 100, 20, url)
  const unused = file.reserve()
  file.write(unused, "/Type /ExtGState /ca 0.25")
  file.use("ExtGState", "Faint", unused)
  return file.end()
}

describe("a PDF file", () => {
  it("says where each of its objects is", () => {
    const text = Buffer.from(sample()).toString("latin1")
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const table = text.slice(start)
    const [, size] = /^xref\n0 (\d+)\n0000000000 65535 f \n/.exec(table) ?? []
    const places = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
    assert.strictEqual(places.length, Number(size) - 1)
    for (const [index, at] of places.entries()) {
      assert.isTrue(text.startsWith(`${index + 1} 0 obj\n`, at), `object ${index + 1}`)
    }
  })

  it("is read with its title, language, pages and links", async () => {
    const document = await getDocument({ data: sample(), verbosity: 0 }).promise
    const told: Record<string, unknown> = { ...(await document.getMetadata()).info }
    assert.deepInclude(told, {
      Title: title,
      Author: "Agency (x)",
      Creator: "Retainer",
      Producer: "Retainer",
      CreationDate: "D:20260301120005Z",
      ModDate: "D:20260301120005Z",
      Language: "de-CH"
    })
    assert.strictEqual(document.numPages, 2)
    const page = await document.getPage(1)
    assert.deepStrictEqual(page.view, [0, 0, 595.28, 841.89])
    const [link, ...others] = await page.getAnnotations()
    assert.lengthOf(others, 0)
    assert.strictEqual(link?.url, encodeURI(url).replaceAll("%5C", "/"))
    const rounded = link?.rect.map((side: number) => Math.round(side * 100) / 100)
    assert.deepStrictEqual(rounded, [50, 781.89, 150, 801.89])
    assert.lengthOf(await (await document.getPage(2)).getAnnotations(), 0)
    await document.destroy()
  })

  it("is the same bytes each time, in memory of its own", () => {
    const bytes = sample()
    assert.deepStrictEqual(sample(), bytes)
    assert.strictEqual(bytes.buffer.byteLength, bytes.length)
  })
})
