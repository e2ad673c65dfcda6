/**
 * A PDF as it is written (ISO 32000-1): numbered objects, pages of A4 with what is drawn on them, and where each
 * object lies. The same calls give the same bytes. Written here because a library that can do more took longer to
 * put a document together than drawing it takes.
 */
import { hash } from "node:crypto"
import { deflateSync } from "node:zlib"
import { page as paper } from "./Paper.ts"

export type ResourceKind = "Font" | "XObject" | "ExtGState"

export interface PdfInfo {
  readonly title: string
  readonly author: string
  /** BCP 47 */
  readonly language: string
  readonly created: Date
}

export interface PdfFile {
  /** Adds operators to the page that is drawn on; places are in points from its top left corner. */
  readonly add: (content: string) => void
  /** Goes on on a new page. */
  readonly addPage: () => void
  readonly pageCount: () => number
  readonly turnTo: (page: number) => void
  /** Lets the page's content call an object by a name. */
  readonly use: (kind: ResourceKind, name: string, object: number) => void
  readonly link: (left: number, top: number, width: number, height: number, url: string) => void
  /** The number of an object that is written later. */
  readonly reserve: () => number
  /** Writes an object: what its dictionary holds, and a stream as its filter wants it. */
  readonly write: (object: number, entries: string, stream?: Uint8Array) => void
  readonly end: () => Uint8Array<ArrayBuffer>
}

interface Page {
  readonly object: number
  readonly content: string[]
  readonly resources: Map<ResourceKind, Map<string, number>>
  readonly annotations: number[]
}

/** For dictionaries: six decimals are more than any printer has. */
export const numeral = (value: number): string => String(Math.round(value * 1e6) / 1e6)

const escaped = (text: string): string => text.replace(/[\\()]/g, "\\$&")

/** A text for people, outside of pages. */
export const textString = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? `(${escaped(text)})`
    : `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`

const dateString = (date: Date): string =>
  `(D:${date.toISOString().slice(0, 19).replace(/\D/g, "")}Z)`

/** A page, which is made once: half the time of zlib's usual 6 for a sixtieth more of a document. */
const quickly = 3

export const compressed = (text: string, level?: number): Uint8Array =>
  deflateSync(Buffer.from(text, "latin1"), level === undefined ? {} : { level })

const catalog = 1
const tree = 2
const info = 3

/** Text and streams one after the other, with how long they are together. */
const makeParts = () => {
  // The second line tells programs that copy files that this one is no text.
  const parts: Array<string | Uint8Array> = ["%PDF-1.4\n%\xff\xff\xff\xff\n"]
  let length = parts[0]?.length ?? 0
  return {
    length: () => length,
    push: (part: string | Uint8Array): void => {
      parts.push(part)
      length += part.length
    },
    joined: (): Uint8Array<ArrayBuffer> => {
      // Memory of its own, which can be handed over to another thread.
      const file = new Uint8Array(length)
      const text = Buffer.from(file.buffer)
      let at = 0
      for (const part of parts) {
        if (typeof part === "string") text.write(part, at, "latin1")
        else file.set(part, at)
        at += part.length
      }
      return file
    }
  }
}

const resourcesOf = ({ resources }: Page): string =>
  [...resources]
    .map(([kind, named]) => {
      const entries = [...named].map(([name, object]) => `/${name} ${object} 0 R`)
      return `/${kind} << ${entries.join(" ")} >>`
    })
    .join(" ")

export const makePdfFile = (about: PdfInfo): PdfFile => {
  const parts = makeParts()
  const offsets: number[] = [0, 0, 0, 0]
  const pages: Page[] = []

  const reserve = (): number => offsets.push(0) - 1

  const write: PdfFile["write"] = (object, entries, stream) => {
    offsets[object] = parts.length()
    if (stream === undefined) return parts.push(`${object} 0 obj\n<< ${entries} >>\nendobj\n`)
    parts.push(`${object} 0 obj\n<< ${entries} /Length ${stream.length} >>\nstream\n`)
    parts.push(stream)
    parts.push("\nendstream\nendobj\n")
  }

  const newPage = (): Page => {
    const page: Page = {
      object: reserve(),
      // PDF counts from the bottom, we from the top.
      content: [`1 0 0 -1 0 ${paper.height} cm`],
      resources: new Map(),
      annotations: []
    }
    pages.push(page)
    return page
  }
  let current = newPage()

  const writePage = (page: Page): void => {
    const content = reserve()
    write(content, "/Filter /FlateDecode", compressed(page.content.join("\n"), quickly))
    const annotations = page.annotations.map((object) => `${object} 0 R`).join(" ")
    write(
      page.object,
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] ` +
        `/Resources << ${resourcesOf(page)} >> /Contents ${content} 0 R` +
        (annotations === "" ? "" : ` /Annots [${annotations}]`)
    )
  }

  const writeTrailer = (): void => {
    const start = parts.length()
    const places = offsets.slice(1).map((at) => `${String(at).padStart(10, "0")} 00000 n \n`)
    const { title, author, created } = about
    const id = hash("sha256", JSON.stringify([title, author, created.getTime()])).slice(0, 32)
    parts.push(
      `xref\n0 ${offsets.length}\n0000000000 65535 f \n${places.join("")}` +
        `trailer\n<< /Size ${offsets.length} /Root ${catalog} 0 R /Info ${info} 0 R ` +
        `/ID [<${id}> <${id}>] >>\nstartxref\n${start}\n%%EOF\n`
    )
  }

  return {
    add: (content) => {
      current.content.push(content)
    },
    addPage: () => {
      current = newPage()
    },
    pageCount: () => pages.length,
    turnTo: (page) => {
      current = pages[page] ?? current
    },
    use: (kind, name, object) => {
      const named = current.resources.get(kind) ?? new Map<string, number>()
      current.resources.set(kind, named.set(name, object))
    },
    link: (left, top, width, height, url) => {
      const object = reserve()
      const bottom = paper.height - top - height
      const corners = [left, bottom, left + width, bottom + height].map(numeral).join(" ")
      write(
        object,
        `/Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${corners}] ` +
          `/A << /S /URI /URI ${textString(url)} >>`
      )
      current.annotations.push(object)
    },
    reserve,
    write,
    end: () => {
      for (const page of pages) writePage(page)
      const kids = pages.map(({ object }) => `${object} 0 R`).join(" ")
      write(tree, `/Type /Pages /Count ${pages.length} /Kids [${kids}]`)
      write(
        catalog,
        `/Type /Catalog /Pages ${tree} 0 R /Lang ${textString(about.language)} ` +
          "/ViewerPreferences << /DisplayDocTitle true >>"
      )
      const day = dateString(about.created)
      write(
        info,
        `/Title ${textString(about.title)} /Author ${textString(about.author)} ` +
          `/Creator (Retainer) /Producer (Retainer) /CreationDate ${day} /ModDate ${day}`
      )
      writeTrailer()
      return parts.joined()
    }
  }
}
