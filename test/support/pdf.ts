/** The text of a PDF, page by page, as a reader would select it. */
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs"

export const pdfPages = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent()
    pages.push(content.items.map((item) => ("str" in item ? item.str : "")).join(" "))
  }
  await document.destroy()
  return pages
}
