/** What readers find in a PDF: its text with places, its language, and its structure. */
import { inflateSync } from "node:zlib"
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs"

export interface Placed {
  readonly text: string
  /** Points from the left and from the bottom. */
  readonly x: number
  readonly y: number
  readonly width: number
}

const reading = async <A>(
  bytes: Uint8Array,
  read: (document: PDFDocumentProxy) => Promise<A>
): Promise<A> => {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  try {
    return await read(document)
  } finally {
    await document.destroy()
  }
}

const pagesOf = (document: PDFDocumentProxy) =>
  Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))

/** As a reader would select it, page by page. */
export const pdfItems = (bytes: Uint8Array): Promise<ReadonlyArray<ReadonlyArray<Placed>>> =>
  reading(bytes, async (document) => {
    const pages: Placed[][] = []
    for (const page of await pagesOf(document)) {
      const content = await page.getTextContent()
      pages.push(
        content.items.flatMap((item) =>
          "str" in item
            ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }]
            : []
        )
      )
    }
    return pages
  })

export const pdfPages = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> =>
  (await pdfItems(bytes)).map((items) => items.map(({ text }) => text).join(" "))

/** The language that the file declares (BCP 47). */
export const pdfLanguage = (bytes: Uint8Array): Promise<unknown> =>
  reading(bytes, async (document) => {
    const { info } = await document.getMetadata()
    return "Language" in info ? info.Language : undefined
  })

/** The embedded files by name. */
export const pdfAttachments = (bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> =>
  reading(bytes, async (document) => {
    const attachments: Record<string, { content: Uint8Array }> =
      (await document.getAttachments()) ?? {}
    return new Map(Object.entries(attachments).map(([name, { content }]) => [name, content]))
  })

type Structure = Awaited<
  ReturnType<Awaited<ReturnType<PDFDocumentProxy["getPage"]>>["getStructTree"]>
>

const rolesOf = ({ children }: Structure): ReadonlyArray<string> =>
  children.flatMap((child) => ("role" in child ? [child.role, ...rolesOf(child)] : []))

/** The dictionaries of the file's object stream. */
export const pdfDictionaries = (bytes: Uint8Array): ReadonlyArray<string> => {
  const text = Buffer.from(bytes).toString("latin1")
  const [, first = "", length = ""] =
    /\/Type\/ObjStm\/N \d+\/First (\d+).*?\/Length (\d+)>>/.exec(text) ?? []
  const start = text.indexOf("stream\n", text.indexOf("/Type/ObjStm")) + "stream\n".length
  const stream = inflateSync(Buffer.from(bytes).subarray(start, start + Number(length)))
  return stream.toString("latin1", Number(first)).trimEnd().split("\n")
}

/** The tags of all elements, in reading order. */
export const pdfTags = (bytes: Uint8Array): ReadonlyArray<string> =>
  pdfDictionaries(bytes).flatMap((entries) => /^<<\/S\/(\w+)\/P /.exec(entries)?.[1] ?? [])

/** The roles of the elements with content on each page, as pdf.js reads them. */
export const pdfRoles = (bytes: Uint8Array): Promise<ReadonlyArray<string>> =>
  reading(bytes, async (document) => {
    const trees = await Promise.all((await pagesOf(document)).map((page) => page.getStructTree()))
    return trees.flatMap((tree) => (tree === null ? [] : rolesOf(tree)))
  })
