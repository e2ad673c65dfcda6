/**
 * pdfkit's document, assembled in memory: its stream would have a chunk for each line of the file.
 * Page content stays text until the page is written. This is the only file that depends on
 * pdfkit's internals.
 */
import { deflateSync } from "node:zlib"
import PDFDocument from "pdfkit"

type Page = typeof PDFDocument.prototype.page

/** pdfkit's reference to an object. */
export type Reference = ReturnType<typeof PDFDocument.prototype.ref>

/**
 * Level 3 takes a third of what 6 does, for 13 % more of some kilobytes. Tables for so little need
 * not be as large as zlib's own, which are cleared for each page.
 */
const forPages = { level: 3, windowBits: 13, memLevel: 6, chunkSize: 8192 }

/** Text of one byte a character, and bytes, in the order of the file. */
class Parts {
  length = 0
  private text = ""
  private readonly parts: (string | Uint8Array)[] = []

  add(part: string | Uint8Array): void {
    this.length += part.length
    if (typeof part === "string") {
      this.text += part
      return
    }
    this.parts.push(this.text, part)
    this.text = ""
  }

  /** In memory of its own, which can be transferred to another thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    const whole = new ArrayBuffer(this.length)
    const file = Buffer.from(whole)
    let at = 0
    for (const part of [...this.parts, this.text]) {
      if (typeof part === "string") file.write(part, at, "latin1")
      else file.set(part, at)
      at += part.length
    }
    return new Uint8Array(whole)
  }
}

/** The size of a part; a page of text is 5 to 10 kB. */
const longestRope = 32_768

/**
 * The content stream of a page. A long one is flattened in parts, because V8 would store it as a
 * tree of its pieces.
 */
class PageContent {
  private text = ""
  private readonly flat: Buffer[] = []

  add(operators: string): void {
    this.text += `${operators}\n`
    if (this.text.length < longestRope) return
    this.flat.push(Buffer.from(this.text, "latin1"))
    this.text = ""
  }

  bytes(): Buffer {
    const rest = Buffer.from(this.text, "latin1")
    return this.flat.length === 0 ? rest : Buffer.concat([...this.flat, rest])
  }
}

/**
 * pdfkit's constructor writes before the fields of a subclass exist, so they are created on demand.
 */
export class PdfkitDocument extends PDFDocument {
  declare private written: Parts | undefined
  declare private drawn: Map<Page, PageContent> | undefined
  /** The offset of the next object, which pdfkit reads. */
  declare private _offset: number
  declare private _refEnd: (reference: Reference) => void

  /** pdfkit writes each part of the file by this method; each text gets a line of its own. */
  _write(part: string | Uint8Array): void {
    this.written ??= new Parts()
    this.written.add(typeof part === "string" ? `${part}\n` : part)
    this._offset = this.written.length
  }

  /** pdfkit calls it at the end of its stream, which nothing reads. */
  override push(): boolean {
    return false
  }

  override addContent(operators: string): this {
    this.drawn ??= new Map()
    let content = this.drawn.get(this.page)
    if (content === undefined) {
      content = new PageContent()
      this.drawn.set(this.page, content)
    }
    content.add(operators)
    return this
  }

  writeObject(object: Reference & { offset?: number }, entries: string, stream?: Uint8Array): void {
    object.offset = this._offset
    if (stream === undefined) this._write(`${object.id} 0 obj\n<< ${entries} >>\nendobj`)
    else {
      this._write(`${object.id} 0 obj\n<< ${entries} /Length ${stream.length} >>\nstream`)
      this._write(stream)
      this._write("\nendstream\nendobj")
    }
    this._refEnd(object)
  }

  whole(): Uint8Array<ArrayBuffer> {
    for (const [{ content }, drawn] of this.drawn ?? []) {
      const stream = deflateSync(drawn.bytes(), forPages)
      content.end = () => this.writeObject(content, "/Filter /FlateDecode", stream)
    }
    this.end()
    if (this.written === undefined) throw new Error("pdfkit has written nothing")
    return this.written.bytes()
  }
}
