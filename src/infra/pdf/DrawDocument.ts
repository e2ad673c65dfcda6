/** An invoice as a file. Nothing in it depends on when or where it was drawn, or on what was drawn before. */
import PDFDocument from "pdfkit"
import type { Fonts } from "./Fonts.ts"
import { drawInvoice } from "./InvoicePdf.ts"
import type { PdfInput } from "./PdfInput.ts"
import { logoPicture } from "./Picture.ts"
import { makeTextLayout } from "./TextLayout.ts"

export interface Rendered {
  readonly bytes: Uint8Array
  /** Characters that no font has. */
  readonly missing: ReadonlyArray<string>
  /** Whether there is a logo that is not on it, because it cannot be drawn. */
  readonly isWithoutLogo: boolean
}

/** pdfkit draws synchronously, so the bytes are all there once the document has ended. */
export const drawDocument = (input: PdfInput, fonts: Fonts): Promise<Rendered> =>
  new Promise((resolve, reject) => {
    const created = new Date(input.createdAt)
    const doc = new PDFDocument({
      size: "A4",
      margin: 0,
      // pdfkit would read the metrics of Helvetica, which no page uses; its types do not know this.
      font: null as unknown as string,
      bufferPages: true,
      lang: input.locale,
      displayTitle: true,
      info: {
        Title: `Invoice ${input.number}`,
        Author: input.agency.name,
        Producer: "Retainer",
        Creator: "Retainer",
        CreationDate: created,
        ModDate: created
      }
    })
    const chunks: Buffer[] = []
    doc.on("data", (chunk: Buffer) => chunks.push(chunk))
    doc.on("error", reject)
    const text = makeTextLayout(doc, fonts)
    const { logo } = input.agency
    const picture = logo === null ? null : logoPicture(logo)
    doc.on("end", () =>
      resolve({
        bytes: new Uint8Array(Buffer.concat(chunks)),
        missing: [...text.missing],
        isWithoutLogo: logo !== null && picture === null
      })
    )
    drawInvoice(doc, text, input, picture)
    text.end()
    doc.end()
  })
