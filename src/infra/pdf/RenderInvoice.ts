/**
 * Runs in a worker thread: draws one invoice with fonts that were parsed once for the thread. Nothing
 * in the file depends on when or where it was drawn.
 */
import PDFDocument from "pdfkit"
import { answerTasks } from "../threads/ThreadEntry.ts"
import { type Fonts, makeFonts } from "./Fonts.ts"
import { drawInvoice } from "./InvoicePdf.ts"
import type { Answers } from "./MissingCharacters.ts"
import type { PdfInput } from "./PdfInput.ts"
import { logoPicture } from "./Picture.ts"
import { isDrawn, scriptNameOf } from "./Scripts.ts"
import { makeTextLayout } from "./TextLayout.ts"

interface RenderTask {
  readonly input: PdfInput
  readonly fontDirectory: string | null
}

interface Rendered {
  readonly bytes: Uint8Array
  /** Characters that no font has. */
  readonly missing: ReadonlyArray<string>
  /** Whether there is a logo that is not on it, because it cannot be drawn. */
  readonly isWithoutLogo: boolean
}

let fonts: Fonts | undefined

interface MissingTask {
  readonly characters: ReadonlyArray<string>
  readonly fontDirectory: string | null
}

/** What no font has of these characters, and what would. */
const findMissing = ({ characters, fontDirectory }: MissingTask): Answers => {
  fonts ??= makeFonts(fontDirectory)
  const searched = fonts
  return new Map(
    characters.map((char) => {
      if (!isDrawn(char) || searched.faceFor(char, "regular") !== null) return [char, null]
      const found = searched.installable(char)
      return [
        char,
        {
          script: scriptNameOf(char),
          package: found === null ? null : `${found.name}@${found.version}`
        }
      ]
    })
  )
}

/** pdfkit draws synchronously, so the bytes are all there once the document has ended. */
const renderInvoice = ({ input, fontDirectory }: RenderTask): Promise<Rendered> =>
  new Promise((resolve, reject) => {
    fonts ??= makeFonts(fontDirectory)
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
        bytes: Uint8Array.from(Buffer.concat(chunks)),
        missing: [...text.missing],
        isWithoutLogo: logo !== null && picture === null
      })
    )
    drawInvoice(doc, text, input, picture)
    text.end()
    doc.end()
  })

const works = { renderInvoice, findMissing }
export type RenderWorks = typeof works

answerTasks(works)
