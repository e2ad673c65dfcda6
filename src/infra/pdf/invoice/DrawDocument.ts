/** Renders an invoice as PDF. The bytes do not depend on time, machine, or earlier documents. */
import { languageTag } from "../../../domain/text/Language.ts"
import { wordsIn } from "../../../words/Words.ts"
import { makePdfFile } from "../file/PdfFile.ts"
import { logoPicture } from "../file/Picture.ts"
import type { Fonts } from "../font/Fonts.ts"
import { makeTextLayout } from "../text/TextLayout.ts"
import { drawInvoice } from "./InvoicePdf.ts"
import type { PdfInput } from "./PdfInput.ts"

export interface Rendered {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Characters that no font has. */
  readonly missing: ReadonlyArray<string>
  /** Whether the logo was left out because it cannot be drawn. */
  readonly isWithoutLogo: boolean
}

export const drawDocument = (input: PdfInput, fonts: Fonts): Rendered => {
  const { document: words } = wordsIn(input.language)
  const about = {
    title: words.named(input.title, input.number),
    author: input.agency.name,
    language: languageTag(input),
    created: new Date(input.createdAt)
  }
  const file = makePdfFile(about, input.attachment)
  const text = makeTextLayout(file, fonts)
  const { logo } = input.agency
  const picture = logo === null ? null : logoPicture(logo)
  drawInvoice(file, text, input, picture)
  text.end()
  return {
    bytes: file.end(),
    missing: [...text.missing],
    isWithoutLogo: logo !== null && picture === null
  }
}
