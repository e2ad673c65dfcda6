/**
 * PDF file: A4 pages with tagged content, links, and objects of callers (fonts, pictures, states).
 * Each file is PDF 1.7 (ISO 32000-1), PDF/A-3b (ISO 19005-3) and PDF/UA-1 (ISO 14289-1). The same
 * calls give the same bytes.
 */
import { deflateSync } from "node:zlib"
import type { Attachment } from "../../../app/ports/invoices/PdfRenderer.ts"
import { colourProfile } from "./ColourProfile.ts"
import { metadataOf, type PdfInfo } from "./Metadata.ts"
import { makePdfObjects, type PdfObjects, reference, textString } from "./PdfObjects.ts"
import { makePdfPages, type PdfPages } from "./PdfPages.ts"
import {
  artifact,
  type Context,
  makeStructureTree,
  type Tag,
  type TagDetails
} from "./StructureTree.ts"

export interface PdfFile extends Pick<PdfObjects, "reserve" | "write">, PdfPages {
  /** Draws an element of the document's structure. */
  readonly tag: <A>(tag: Tag, draw: (element: Context) => A, details?: TagDetails) => A
  /** Draws a further part of an element. */
  readonly resume: <A>(element: Context, draw: () => A) => A
  /** Draws content that is no part of the structure, with all tags inside of it. */
  readonly artifact: <A>(draw: () => A) => A
  readonly end: () => Uint8Array<ArrayBuffer>
}

const dateOf = (date: Date): string => `(D:${date.toISOString().replace(/[-:T]|\.\d+/g, "")})`

/** The entries of the catalog that embed the file (ISO 19005-3 §6.8). */
const writeAttachment = (
  { reserve, write }: PdfObjects,
  { name, bytes }: Attachment,
  created: Date
): string => {
  const [content, file] = [reserve(), reserve()]
  const parameters = `/Params<</ModDate${dateOf(created)}/Size ${bytes.length}>>`
  write(
    content,
    `/Type/EmbeddedFile/Subtype/text#2Fxml${parameters}/Filter/FlateDecode`,
    deflateSync(bytes)
  )
  const [named, embedded] = [textString(name), reference(content)]
  write(
    file,
    `/Type/Filespec/F${named}/UF${named}/Desc(Factur-X)/AFRelationship/Alternative` +
      `/EF<</F ${embedded}/UF ${embedded}>>`
  )
  const whole = reference(file)
  return `/AF[${whole}]/Names<</EmbeddedFiles<</Names[${named}${whole}]>>>>`
}

const writeInfo = ({ reserve, write }: PdfObjects, { title, author, created }: PdfInfo): number => {
  const info = reserve()
  const date = dateOf(created)
  write(
    info,
    `/Title${textString(title)}/Author${textString(author)}/Producer(Retainer)/Creator(Retainer)` +
      `/CreationDate${date}/ModDate${date}`
  )
  return info
}

const writeCatalog = (
  { reserve, write }: PdfObjects,
  info: PdfInfo,
  attachment: Attachment | null,
  entries: string
): number => {
  const [catalog, metadata, profile] = [reserve(), reserve(), reserve()]
  // Programs that know no PDF find metadata in its plain form.
  write(metadata, "/Type/Metadata/Subtype/XML", metadataOf(info, attachment))
  write(profile, "/N 3/Filter/FlateDecode", colourProfile)
  const intent = `/OutputConditionIdentifier(sRGB)/DestOutputProfile ${reference(profile)}`
  write(
    catalog,
    `/Type/Catalog${entries}/Lang${textString(info.language)}/MarkInfo<</Marked true>>` +
      `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${reference(metadata)}` +
      `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1${intent}>>]`
  )
  return catalog
}

export const makePdfFile = (info: PdfInfo, attachment: Attachment | null = null): PdfFile => {
  const objects = makePdfObjects()
  const structure = makeStructureTree(objects)
  const pages = makePdfPages(objects, structure)

  const resume: PdfFile["resume"] = (context, draw) => {
    const outer = structure.context
    structure.context = context
    const drawn = draw()
    structure.context = outer
    return drawn
  }
  return {
    ...pages,
    reserve: objects.reserve,
    write: objects.write,
    tag: (tag, draw, details) => {
      const outer = structure.context
      const element = structure.open(tag, details)
      structure.context = element
      const drawn = draw(element)
      structure.context = outer
      return drawn
    },
    resume,
    artifact: (draw) => resume(artifact, draw),
    end: () => {
      const entries = pages.end()
      const embedded = attachment === null ? "" : writeAttachment(objects, attachment, info.created)
      const catalog = writeCatalog(objects, info, attachment, entries + embedded)
      return objects.end(catalog, writeInfo(objects, info))
    }
  }
}
