/**
 * Decodes a PNG. It reads only the chunks of the picture, and unpacks no more bytes than the
 * header's size allows. An animation gives its first picture.
 */
import { inflateSync } from "node:zlib"
import { PNG } from "pngjs"
import type { Pixels } from "./Pixels.ts"

const needed = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
const signatureLength = 8
/** Length, name and checksum. */
const frameLength = 12

interface Chunk {
  readonly name: string
  /** The whole chunk, as in the file. */
  readonly bytes: Buffer
}

const chunksOf = (file: Buffer): ReadonlyArray<Chunk> => {
  const chunks: Chunk[] = []
  let at = signatureLength
  for (;;) {
    if (at + frameLength > file.length) throw new Error("the file is cut off")
    const end = at + frameLength + file.readUInt32BE(at)
    if (end > file.length) throw new Error("the file is cut off")
    const name = file.toString("latin1", at + 4, at + 8)
    if (needed.has(name)) chunks.push({ name, bytes: file.subarray(at, end) })
    if (name === "IEND") return chunks
    at = end
  }
}

/** The seven passes of an interlaced picture: first column and row, and the steps. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2]
] as const
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The unpacked bytes of a picture with this header; each row begins with its filter number. */
const unpackedLength = (file: Buffer): number => {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const bits = file.readUInt8(24) * (channels[file.readUInt8(25)] ?? 0)
  const rowLength = (pixels: number): number =>
    pixels === 0 ? 0 : 1 + Math.ceil((pixels * bits) / 8)
  if (file.readUInt8(28) === 0) return rowLength(width) * height
  return adam7.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil(Math.max(0, width - left) / across)
    const rows = Math.ceil(Math.max(0, height - top) / down)
    return sum + rowLength(columns) * rows
  }, 0)
}

/** Fails unless the data have exactly the length that the header implies. */
const checkData = (file: Buffer, chunks: ReadonlyArray<Chunk>): void => {
  const packed = chunks.flatMap(({ name, bytes }) =>
    name === "IDAT" ? [bytes.subarray(8, bytes.length - 4)] : []
  )
  const length = unpackedLength(file)
  const { byteLength } = inflateSync(Buffer.concat(packed), { maxOutputLength: length })
  if (byteLength !== length) throw new Error("the data are fewer than the header says")
}

/** Throws for broken files. */
export const decodePng = (bytes: Uint8Array): Pixels => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = chunksOf(file)
  checkData(file, chunks)
  const essence = [file.subarray(0, signatureLength), ...chunks.map((chunk) => chunk.bytes)]
  const { width, height, data } = PNG.sync.read(Buffer.concat(essence))
  return { width, height, data }
}
