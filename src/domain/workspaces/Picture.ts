/**
 * Picture headers: kind and size from PNG's IHDR and JPEG's frame header, before anything is
 * decoded. The only definition of the bounds of logos.
 */
import type { Logo } from "./Workspace.ts"

export const maxLogoBytes = 262_144
/** Bound of an uploaded logo, in pixels. */
export const maxLogoSide = 2000
/** Bound of any decoded picture, also logos of earlier versions. */
export const maxPixels = maxLogoSide * maxLogoSide

interface PictureHeader {
  readonly type: Logo["type"]
  readonly width: number
  readonly height: number
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const beginsWith = (bytes: Uint8Array, start: ReadonlyArray<number>): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const dataViewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const ihdr = 0x49484452

const pngHeader = (bytes: Uint8Array): PictureHeader | undefined => {
  const view = dataViewOf(bytes)
  if (bytes.length < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== ihdr) return undefined
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) }
}

interface JpegSegment {
  /** The second byte of its marker. */
  readonly marker: number
  /** Without marker and length. */
  readonly content: Uint8Array
  /** Its end in the file. */
  readonly end: number
}

/** The segments up to the start of the picture's data. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const view = dataViewOf(bytes)
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1)
    // A marker may be preceded by any number of 0xff.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4 || end > bytes.length) return
    yield { marker, content: bytes.subarray(at + 4, end), end }
    if (marker === 0xda) return
    at = end
  }
}

/** Start of frame, of any process; the other segments in that range are tables (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

interface JpegFrame {
  readonly width: number
  readonly height: number
  /** Bits of one component of a pixel. */
  readonly bits: number
  readonly components: number
}

/** Undefined if the bytes end before the frame. */
export const jpegFrame = (bytes: Uint8Array): JpegFrame | undefined => {
  for (const { marker, content } of jpegSegments(bytes)) {
    if (!isFrame(marker)) continue
    if (content.length < 6) return undefined
    const view = dataViewOf(content)
    return {
      width: view.getUint16(3),
      height: view.getUint16(1),
      bits: view.getUint8(0),
      components: view.getUint8(5)
    }
  }
  return undefined
}

const jpegHeader = (bytes: Uint8Array): PictureHeader | undefined => {
  const frame = jpegFrame(bytes)
  return frame && { type: "image/jpeg", width: frame.width, height: frame.height }
}

/** Undefined if the bytes are neither, or end before the size. */
export const pictureHeader = (bytes: Uint8Array): PictureHeader | undefined => {
  if (beginsWith(bytes, pngSignature)) return pngHeader(bytes)
  return beginsWith(bytes, [0xff, 0xd8, 0xff]) ? jpegHeader(bytes) : undefined
}

const dimensions = ({ width, height }: PictureHeader) => `${width} × ${height}`

/** The reason to refuse the bytes without decoding, as the rest of "Logo …"; else undefined. */
export const uploadProblem = (bytes: Uint8Array): string | undefined => {
  const header = bytes.length <= maxLogoBytes ? pictureHeader(bytes) : undefined
  if (header === undefined) return "must be a PNG or JPEG picture of at most 256 kB"
  if (header.width > maxLogoSide || header.height > maxLogoSide) {
    const largest = `${maxLogoSide} × ${maxLogoSide}`
    return `must be at most ${largest} pixels; this one says that it has ${dimensions(header)}`
  }
  return header.width === 0 || header.height === 0 ? "must have pixels" : undefined
}

/** Whether a picture may be decoded at all. */
export const isBounded = ({ width, height }: PictureHeader): boolean =>
  width > 0 && height > 0 && width * height <= maxPixels
