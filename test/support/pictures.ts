/** Pictures of every kind made byte by byte, whole and broken, and the pixels of what is stored. */
import { crc32, deflateSync, inflateSync } from "node:zlib"

export type Rgba = readonly [number, number, number, number]

export const chunk = (name: string, content: Uint8Array): Buffer => {
  const head = Buffer.concat([Buffer.from(name, "latin1"), content])
  const framed = Buffer.alloc(head.length + 8)
  framed.writeUInt32BE(content.length, 0)
  head.copy(framed, 4)
  framed.writeUInt32BE(crc32(head), head.length + 4)
  return framed
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export interface PngParts {
  readonly width: number
  readonly height: number
  readonly bits?: number
  readonly colourType?: number
  readonly isInterlaced?: boolean
  /** Samples of each row, packed; the filter's number is put before each. */
  readonly rows?: ReadonlyArray<ReadonlyArray<number>>
  /** Uncompressed IDAT data instead of the rows. */
  readonly data?: Uint8Array
  /** Compressed IDAT data instead of the rows. */
  readonly packed?: Uint8Array
  readonly palette?: ReadonlyArray<number>
  readonly transparency?: ReadonlyArray<number>
  /** Further chunks, before IDAT. */
  readonly extra?: ReadonlyArray<Buffer>
}

const header = ({ width, height, bits = 8, colourType = 6, isInterlaced = false }: PngParts) => {
  const ihdr = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, colourType, 0, 0, isInterlaced ? 1 : 0])
  ihdr.writeUInt32BE(width, 0)
  ihdr.writeUInt32BE(height, 4)
  return chunk("IHDR", ihdr)
}

export const png = (parts: PngParts): Uint8Array<ArrayBuffer> => {
  const rows = parts.data ?? Buffer.from((parts.rows ?? []).flatMap((row) => [0, ...row]))
  return Uint8Array.from(
    Buffer.concat([
      signature,
      header(parts),
      ...(parts.palette ? [chunk("PLTE", Buffer.from(parts.palette))] : []),
      ...(parts.transparency ? [chunk("tRNS", Buffer.from(parts.transparency))] : []),
      ...(parts.extra ?? []),
      chunk("IDAT", parts.packed ?? deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0))
    ])
  )
}

/** A header and nothing of what it promises: 60 000 × 60 000 pixels in less than 70 bytes. */
export const pngBomb = (side = 60_000) => png({ width: side, height: side, colourType: 2 })

/** Whole but for its data, which are no zlib stream. */
export const brokenPng = () =>
  png({ width: 2, height: 2, packed: Buffer.from("not packed at all") })

/** A square of one colour. */
export const plainPng = (side: number, colour: Rgba = [200, 30, 40, 255]) =>
  png({
    width: side,
    height: side,
    rows: Array.from({ length: side }, () => Array.from({ length: side }, () => colour).flat())
  })

/** Red, transparent, blue and green in a square of four, as 4-bit indices into a palette. */
export const palettePng = () =>
  png({
    width: 2,
    height: 2,
    bits: 4,
    colourType: 3,
    palette: [255, 0, 0, 1, 2, 3, 0, 0, 255, 0, 255, 0],
    transparency: [255, 0, 128],
    rows: [[0x01], [0x23]]
  })

/** The pixels of a PNG as we write it: 8 bits, RGB or RGBA, any filter, not interlaced. */
export const pixelsOf = (file: Uint8Array) => {
  const bytes = Buffer.from(file)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const channels = bytes[25] === 6 ? 4 : 3
  const names: string[] = []
  const packed: Buffer[] = []
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString("latin1", at + 4, at + 8)
    names.push(name)
    if (name === "IDAT") packed.push(bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(packed))
  const row = width * channels
  const out = Buffer.alloc(row * height)
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (out[y * row + x] ?? 0))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < row; x++) {
      const [a, b] = [at(x - channels, y), at(x, y - 1)]
      const c = x < channels ? 0 : at(x - channels, y - 1)
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      const predicted = [0, a, b, (a + b) >> 1, paeth][raw[y * (row + 1)] ?? 0] ?? 0
      out[y * row + x] = (raw[y * (row + 1) + 1 + x] ?? 0) + predicted
    }
  }
  const pixel = (x: number, y: number): ReadonlyArray<number> => {
    const start = y * row + x * channels
    return [...out.subarray(start, start + channels), ...(channels === 3 ? [255] : [])]
  }
  return { width, height, bits: bytes[24], names, pixel }
}
