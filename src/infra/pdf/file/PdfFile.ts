/**
 * PDF file written by pdfkit (ISO 32000-1): A4 pages with their content, links, and our own objects
 * (fonts, pictures, states). The same calls give the same bytes.
 */
import { deflateSync } from "node:zlib"
import { PdfkitDocument, type Reference } from "./PdfkitDocument.ts"

type ResourceKind = "Font" | "XObject" | "ExtGState"

interface PdfInfo {
  readonly title: string
  readonly author: string
  /** BCP 47 */
  readonly language: string
  readonly created: Date
}

export interface PdfFile {
  /** Adds operators to the current page; places are in points from its top left corner. */
  readonly add: (content: string) => void
  readonly addPage: () => void
  readonly pageCount: () => number
  readonly turnTo: (page: number) => void
  /** Lets the page's content call an object by a name. */
  readonly use: (kind: ResourceKind, name: string, object: number) => void
  readonly link: (left: number, top: number, width: number, height: number, url: string) => void
  /** The number of an object that is written later. */
  readonly reserve: () => number
  /** Writes an object: the entries of its dictionary, and its stream as encoded for its filter. */
  readonly write: (object: number, entries: string, stream?: Uint8Array) => void
  readonly end: () => Uint8Array<ArrayBuffer>
}

/** For dictionaries: six decimals are more than any printer has. */
export const numeral = (value: number): string => String(Math.round(value * 1e6) / 1e6)

export const compressed = (text: string, level?: number): Uint8Array =>
  deflateSync(Buffer.from(text, "latin1"), level === undefined ? {} : { level })

const resourcesOf = ({
  page
}: PdfkitDocument): Record<ResourceKind, Record<string, Reference>> => ({
  Font: page.fonts,
  XObject: page.xobjects,
  ExtGState: page.ext_gstates
})

export const makePdfFile = ({ title, author, language, created }: PdfInfo): PdfFile => {
  const doc = new PdfkitDocument({
    size: "A4",
    margin: 0,
    // pdfkit would read the metrics of Helvetica, which no page uses; its types do not know this.
    font: null as unknown as string,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Producer: "Retainer",
      Creator: "Retainer",
      CreationDate: created,
      ModDate: created
    }
  })
  const references = new Map<number, Reference>()

  return {
    add: (content) => {
      doc.addContent(content)
    },
    addPage: () => {
      doc.addPage()
    },
    pageCount: () => doc.bufferedPageRange().count,
    turnTo: (page) => {
      doc.switchToPage(page)
    },
    use: (kind, name, object) => {
      const reference = references.get(object)
      if (reference !== undefined) resourcesOf(doc)[kind][name] = reference
    },
    link: (left, top, width, height, url) => {
      doc.link(left, top, width, height, url)
    },
    reserve: () => {
      const reference = doc.ref({})
      references.set(reference.id, reference)
      return reference.id
    },
    write: (object, entries, stream) => {
      const reference = references.get(object)
      if (reference === undefined) throw new Error(`the object ${object} was not reserved`)
      doc.writeObject(reference, entries, stream)
    },
    end: () => doc.whole()
  }
}
