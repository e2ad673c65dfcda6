/** The text of a PDF, page by page, as a reader would select it, and where it stands. */
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs"

export interface Placed {
  readonly text: string
  /** Points from the left and from the bottom. */
  readonly x: number
  readonly y: number
  readonly width: number
}

export const pdfItems = async (
  bytes: Uint8Array
): Promise<ReadonlyArray<ReadonlyArray<Placed>>> => {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const pages: Placed[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent()
    pages.push(
      content.items.flatMap((item) =>
        "str" in item
          ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }]
          : []
      )
    )
  }
  await document.destroy()
  return pages
}

export const pdfPages = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> =>
  (await pdfItems(bytes)).map((items) => items.map(({ text }) => text).join(" "))

/** The language that the file declares (BCP 47). */
export const pdfLanguage = async (bytes: Uint8Array): Promise<unknown> => {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const { info } = await document.getMetadata()
  await document.destroy()
  return "Language" in info ? info.Language : undefined
}
