/** Decodes a JPEG, baseline or progressive, and rotates it upright by its Exif orientation. */
import { decode } from "jpeg-js"
import { jpegSegments, maxPixels } from "../../domain/workspaces/Picture.ts"
import { type Pixels, upright } from "./Pixels.ts"

const app1 = 0xe1
const startOfScan = 0xda
const orientationTag = 0x0112

/** The orientation in an Exif segment: entry 274 of its first directory (TIFF 6.0, Exif 2.3). */
const orientationIn = (exif: Buffer): number => {
  if (exif.length < 14 || exif.toString("latin1", 0, 6) !== "Exif\0\0") return 1
  const tiff = exif.subarray(6)
  const isLittle = tiff.toString("latin1", 0, 2) === "II"
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = short(directory)
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) === orientationTag) return short(at + 8)
  }
  return 1
}

/** The Exif orientation; 1 is upright, and the default. */
export const jpegOrientation = (bytes: Uint8Array): number => {
  for (const { marker, content } of jpegSegments(bytes)) {
    if (marker !== app1) continue
    const found = orientationIn(Buffer.from(content))
    if (found !== 1) return found
  }
  return 1
}

/** Throws for broken files, and for kinds that the decoder does not know. */
export const decodeJpeg = (bytes: Uint8Array): Pixels => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = [...jpegSegments(file)]
  const dataStart = segments.find(({ marker }) => marker === startOfScan)?.end
  // The decoder fills missing data with grey, so a file without an end marker is refused.
  if (dataStart === undefined || file.lastIndexOf("ffd9", undefined, "hex") < dataStart) {
    throw new Error("the file is cut off")
  }
  const { width, height, data } = decode(file, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxResolutionInMP: maxPixels / 1e6,
    maxMemoryUsageInMB: 256
  })
  return upright({ width, height, data }, jpegOrientation(file))
}
