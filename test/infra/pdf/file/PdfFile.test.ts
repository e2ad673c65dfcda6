/** The file's cross-reference stream names the place of each object, and readers find all content. */
import { inflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs"
import { makePdfFile } from "../../../../src/infra/pdf/file/PdfFile.ts"
import { pdfRoles } from "../../../support/pdf.ts"

const title = "Rechnung (42) \\ für Żółć & <漢字>"
const url = "https://retainer.example/pay/(a)\\b"
const about = { title, author: "Agency (x)", language: "de-CH" }
const xml = Buffer.from('<?xml version="1.0"?><rsm:CrossIndustryInvoice/>')

const sample = (attachment?: "attached"): Uint8Array => {
  const file = makePdfFile(
    { ...about, created: new Date("2026-03-01T12:00:05Z") },
    attachment && { name: "factur-x.xml", profile: "EN 16931", bytes: xml }
  )
  file.add("0 0 10 10 re\nf")
  file.addPage()
  file.turnTo(0)
  file.tag("P", () =>
    file.tag("Link", () => {
      file.add("0 0 5 5 re\nf")
      file.link([50, 40, 100, 20], url, "To (pay)")
    })
  )
  const unused = file.reserve()
  file.write(unused, "/Type /ExtGState /ca 0.25")
  file.use("ExtGState", "Faint", unused)
  return file.end()
}

/** The stream that begins at this place of the file, inflated, with its dictionary. */
const streamAt = (text: string, at: number) => {
  const [, entries = ""] = /^\d+ 0 obj\n(<<.*?)\nstream\n/s.exec(text.slice(at)) ?? []
  const start = text.indexOf("\nstream\n", at) + "\nstream\n".length
  const length = Number(/\/Length (\d+)>>$/.exec(entries)?.[1])
  return { entries, bytes: inflateSync(Buffer.from(text.slice(start, start + length), "latin1")) }
}

/** Type, place and index of each object, with PNG's predictor undone. */
const referencesOf = (text: string) => {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const { entries, bytes } = streamAt(text, start)
  assert.include(entries, "/W[1 4 2]")
  const rows: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 8) {
    assert.strictEqual(bytes[at], 2)
    const before = rows.at(-1)
    const row = bytes.subarray(at + 1, at + 8).map((byte, index) => byte + (before?.[index] ?? 0))
    rows.push(Buffer.from(row))
  }
  return {
    size: Number(/\/Size (\d+)/.exec(entries)?.[1]),
    rows: rows.map((row) => [row.readUInt8(0), row.readUInt32BE(1), row.readUInt16BE(5)] as const)
  }
}

describe("a PDF file", () => {
  it("has the place of each of its objects", () => {
    const text = Buffer.from(sample()).toString("latin1")
    const { size, rows } = referencesOf(text)
    assert.strictEqual(rows.length, size)
    for (const [object, [type, place, index]] of rows.entries()) {
      if (type === 0) assert.strictEqual(object, 0)
      else if (type === 1) assert.isTrue(text.startsWith(`${object} 0 obj\n`, place), `${object}`)
      else {
        const { entries, bytes } = streamAt(text, rows[place]?.[1] ?? 0)
        const first = Number(/\/First (\d+)/.exec(entries)?.[1])
        const numbers = bytes.toString("latin1", 0, first).trim().split(" ").map(Number)
        assert.strictEqual(numbers[index * 2], object)
        const at = first + (numbers[index * 2 + 1] ?? 0)
        assert.strictEqual(bytes.toString("latin1", at, at + 2), "<<", `${object}`)
      }
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
    assert.strictEqual(link?.contentsObj.str, "To (pay)")
    const rounded = link?.rect.map((side: number) => Math.round(side * 100) / 100)
    assert.deepStrictEqual(rounded, [50, 781.89, 150, 801.89])
    assert.lengthOf(await (await document.getPage(2)).getAnnotations(), 0)
    await document.destroy()
  })

  it("has its title in XMP, escaped, and a structure without what is no element's", async () => {
    const document = await getDocument({ data: sample(), verbosity: 0 }).promise
    const { metadata } = await document.getMetadata()
    assert.strictEqual(metadata?.get("dc:title"), title)
    const content = (await document.getPage(1)).getTextContent({ includeMarkedContent: true })
    const marks = (await content).items.flatMap((item) => ("tag" in item ? [item.tag] : []))
    assert.deepStrictEqual(marks, ["Artifact", "Link"])
    assert.deepStrictEqual(await pdfRoles(sample()), ["Document", "P", "Link"])
    await document.destroy()
  })

  it("carries a file, byte by byte, and says in XMP what it is", async () => {
    const document = await getDocument({ data: sample("attached"), verbosity: 0 }).promise
    const files: Readonly<Record<string, { readonly content: Uint8Array }>> =
      await document.getAttachments()
    assert.deepStrictEqual(Buffer.from(files["factur-x.xml"]?.content ?? []), xml)
    const { metadata } = await document.getMetadata()
    assert.strictEqual(metadata?.get("fx:documentfilename"), "factur-x.xml")
    assert.strictEqual(metadata?.get("fx:conformancelevel"), "EN 16931")
    await document.destroy()
  })

  it("is the same bytes each time, in memory of its own", () => {
    const bytes = sample()
    assert.deepStrictEqual(sample(), bytes)
    assert.strictEqual(bytes.buffer.byteLength, bytes.length)
  })
})
