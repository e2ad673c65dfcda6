/** Renders invoices with pdfkit; nothing in the file depends on when or where it was drawn. */
import { DateTime, Effect, Layer } from "effect"
import { create } from "fontkit"
import PDFDocument from "pdfkit"
import { type InvoiceDocument, PdfRenderer } from "../../app/ports/PdfRenderer.ts"
import { loadFonts, type Weight } from "./Fonts.ts"
import { drawInvoice } from "./InvoicePdf.ts"
import { makeTextLayout } from "./TextLayout.ts"

interface Rendered {
  readonly bytes: Uint8Array
  readonly missing: ReadonlySet<string>
}

export const PdfRendererPdfkit = Layer.effect(
  PdfRenderer,
  Effect.gen(function* () {
    const fonts = yield* Effect.sync(loadFonts)
    const all = [...fonts.regular, ...fonts.bold]
    const parsed = new Map(all.map(({ name, bytes }) => [name, create(bytes)]))
    const names = (weight: Weight) => fonts[weight].map(({ name }) => name)
    const has = (font: string, codePoint: number): boolean => {
      const face = parsed.get(font)
      return face !== undefined && "hasGlyphForCodePoint" in face
        ? face.hasGlyphForCodePoint(codePoint)
        : false
    }

    const render = (document: InvoiceDocument): Promise<Rendered> =>
      new Promise((resolve, reject) => {
        const { invoice, workspace } = document
        const created = DateTime.toDateUtc(invoice.createdAt)
        const doc = new PDFDocument({
          size: "A4",
          margin: 0,
          bufferPages: true,
          lang: "en",
          info: {
            Title: `Invoice ${invoice.number}`,
            Author: workspace.displayName,
            Producer: "Retainer",
            Creator: "Retainer",
            CreationDate: created,
            ModDate: created
          }
        })
        const chunks: Buffer[] = []
        doc.on("data", (chunk: Buffer) => chunks.push(chunk))
        doc.on("error", reject)
        for (const { name, bytes } of all) doc.registerFont(name, bytes)
        const text = makeTextLayout(doc, { regular: names("regular"), bold: names("bold") }, has)
        doc.on("end", () =>
          resolve({ bytes: Uint8Array.from(Buffer.concat(chunks)), missing: text.missing })
        )
        drawInvoice(doc, text, document)
        doc.end()
      })

    return PdfRenderer.of({
      invoice: Effect.fn("PdfRenderer.invoice")(function* (document) {
        const { bytes, missing } = yield* Effect.promise(() => render(document))
        if (missing.size > 0) {
          yield* Effect.logWarning("No font has these characters", {
            invoice: document.invoice.id,
            characters: [...missing].slice(0, 50).join("")
          })
        }
        return bytes
      })
    })
  })
)
