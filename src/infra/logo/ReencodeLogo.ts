/**
 * Re-encodes an uploaded logo: its pixels alone, upright, no larger than pages show them. The
 * result is an 8-bit PNG with opacity, or a baseline JPEG; other contents of the file are dropped.
 */
import { encode } from "jpeg-js"
import { PNG } from "pngjs"
import { maxLogoBytes, pictureHeader } from "../../domain/workspaces/Picture.ts"
import type { Logo } from "../../domain/workspaces/Workspace.ts"
import { decodeJpeg } from "./DecodeJpeg.ts"
import { decodePng } from "./DecodePng.ts"
import { fitInto, isOpaque, type Pixels } from "./Pixels.ts"

/** Documents show a logo in 180 × 56 points, here at 288 dots an inch. Pages show it smaller. */
export const shownSize = { width: 720, height: 224 } as const

export const decodePicture = (bytes: Uint8Array): Pixels => {
  const type = pictureHeader(bytes)?.type
  if (type === undefined) throw new Error("neither PNG nor JPEG")
  return type === "image/png" ? decodePng(bytes) : decodeJpeg(bytes)
}

const asPng = (pixels: Pixels): Logo => {
  const png = new PNG({ width: pixels.width, height: pixels.height })
  png.data = Buffer.from(pixels.data)
  const colorType = isOpaque(pixels) ? 2 : 6
  return { type: "image/png", bytes: PNG.sync.write(png, { colorType, deflateLevel: 9 }) }
}

const asJpeg = (pixels: Pixels): Logo => ({
  type: "image/jpeg",
  bytes: encode({ ...pixels, data: Buffer.from(pixels.data) }, 90).data
})

/** Throws where the file cannot be decoded. Its header was checked before. */
export const reencodeLogo = (bytes: Uint8Array): Logo => {
  const encoded = pictureHeader(bytes)?.type === "image/png" ? asPng : asJpeg
  let pixels = fitInto(decodePicture(bytes), shownSize)
  for (;;) {
    const logo = encoded(pixels)
    // Noise does not compress, and a quarter of its pixels is a quarter of its bytes.
    if (logo.bytes.length <= maxLogoBytes) {
      return { type: logo.type, bytes: Uint8Array.from(logo.bytes) }
    }
    pixels = fitInto(pixels, { width: pixels.width / 2, height: pixels.height / 2 })
  }
}
