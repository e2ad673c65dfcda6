/**
 * The objects of a PDF file (ISO 32000-1 §7.5). Dictionaries are compressed together in an object
 * stream (§7.5.7), because a tagged document has several hundred of them.
 */
import { crc32, deflateSync } from "node:zlib"

export interface PdfObjects {
  /** The number of an object that is written later. */
  readonly reserve: () => number
  /** Writes an object: the entries of its dictionary, and its stream as encoded for its filter. */
  readonly write: (object: number, entries: string, stream?: Uint8Array) => void
  /** The file, in memory of its own, which can be transferred to another thread. */
  readonly end: (catalog: number, info: number) => Uint8Array<ArrayBuffer>
}

/**
 * Level 1 takes a quarter of what 6 does, for 15 % more of some kilobytes. Tables for so little
 * need not be as large as zlib's own, which are cleared for each stream.
 */
export const compressed = (bytes: Uint8Array): Uint8Array =>
  deflateSync(bytes, { level: 1, windowBits: 13, memLevel: 6, chunkSize: 8192 })

/** For dictionaries: six decimals are more than any printer has. */
export const numeral = (value: number): string => String(Math.round(value * 1e6) / 1e6)

export const reference = (object: number): string => `${object} 0 R`

/** Text in a dictionary (ISO 32000-1 §7.9.2.2). */
export const textString = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? `(${text.replace(/[()\\]/g, "\\$&")})`
    : `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`

/** Type, offset or object stream, and index in it: 1, 4 and 2 bytes. */
const rowLength = 7

interface CrossReference {
  readonly set: (object: number, type: number, place: number, index: number) => void
  readonly encoded: () => Uint8Array
}

/** Each row is written as its difference from the row before (PNG's predictor "up"). */
const makeCrossReference = (count: number): CrossReference => {
  const rows = new Uint8Array(count * rowLength)
  const view = new DataView(rows.buffer)
  return {
    set: (object, type, place, index) => {
      const at = object * rowLength
      view.setUint8(at, type)
      view.setUint32(at + 1, place)
      view.setUint16(at + 5, index)
    },
    encoded: () => {
      const predicted = new Uint8Array(count * (rowLength + 1))
      for (let row = 0; row < count; row++) {
        const to = row * (rowLength + 1)
        predicted[to] = 2
        for (let byte = 0; byte < rowLength; byte++) {
          const at = row * rowLength + byte
          predicted[to + 1 + byte] = (rows[at] ?? 0) - (rows[at - rowLength] ?? 0)
        }
      }
      return compressed(predicted)
    }
  }
}

/** In memory of its own. */
const joined = (
  parts: ReadonlyArray<string | Uint8Array>,
  length: number
): Uint8Array<ArrayBuffer> => {
  const whole = new ArrayBuffer(length)
  const file = Buffer.from(whole)
  let at = 0
  for (const part of parts) {
    if (typeof part === "string") file.write(part, at, "latin1")
    else file.set(part, at)
    at += part.length
  }
  return new Uint8Array(whole)
}

export const makePdfObjects = (): PdfObjects => {
  let count = 0
  const parts: (string | Uint8Array)[] = []
  let length = 0
  const streams: (readonly [object: number, offset: number])[] = []
  const dictionaries: number[] = []
  let offsets = ""
  let dictionaryText = ""

  const add = (part: string | Uint8Array): void => {
    parts.push(part)
    length += part.length
  }
  const reserve = (): number => {
    count += 1
    return count
  }
  const write: PdfObjects["write"] = (object, entries, stream) => {
    if (stream === undefined) {
      dictionaries.push(object)
      offsets += `${object} ${dictionaryText.length} `
      dictionaryText += `<<${entries}>>\n`
      return
    }
    streams.push([object, length])
    add(`${object} 0 obj\n<<${entries}/Length ${stream.length}>>\nstream\n`)
    add(stream)
    add("\nendstream\nendobj\n")
  }
  // The four bytes mark the file as binary.
  add("%PDF-1.7\n%\xff\xff\xff\xff\n")
  return {
    reserve,
    write,
    end: (catalog, info) => {
      const [packed, table] = [reserve(), reserve()]
      const opening = `/Type/ObjStm/N ${dictionaries.length}/First ${offsets.length}`
      const text = Buffer.from(offsets + dictionaryText, "latin1")
      write(packed, `${opening}/Filter/FlateDecode`, compressed(text))
      const start = length
      const rows = makeCrossReference(count + 1)
      rows.set(0, 0, 0, 0xffff)
      for (const [index, object] of dictionaries.entries()) rows.set(object, 2, packed, index)
      for (const [object, offset] of streams) rows.set(object, 1, offset, 0)
      rows.set(table, 1, start, 0)
      const sum = parts.reduce((crc, part) => crc32(part, crc), 0)
      const id = `<${[sum, length].map((half) => half.toString(16).padStart(16, "0")).join("")}>`
      write(
        table,
        `/Type/XRef/Size ${count + 1}/W[1 4 2]/Root ${reference(catalog)}/Info ${reference(info)}` +
          `/ID[${id}${id}]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${rowLength}>>`,
        rows.encoded()
      )
      add(`startxref\n${start}\n%%EOF\n`)
      return joined(parts, length)
    }
  }
}
