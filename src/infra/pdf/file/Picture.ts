/**
 * Logos as documents embed them. Each logo is checked and decoded once more, once per thread,
 * within the bounds of uploads: earlier versions and backups may have stored any file.
 */
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import { isBounded, jpegFrame, pictureHeader } from "../../../domain/workspaces/Picture.ts"
import { decodeJpeg, jpegOrientation } from "../../logo/DecodeJpeg.ts"
import { decodePng } from "../../logo/DecodePng.ts"
import { fitInto, isOpaque, type Pixels } from "../../logo/Pixels.ts"
import { shownSize } from "../../logo/ReencodeLogo.ts"
import { memoize } from "../Memoize.ts"
import type { PdfFile } from "./PdfFile.ts"
import { numeral } from "./PdfObjects.ts"

/** Draws the picture at a place, as large as fits into the box. */
export type Picture = (
  file: PdfFile,
  left: number,
  top: number,
  box: readonly [number, number]
) => void

interface Planes {
  readonly width: number
  readonly height: number
  readonly colours: Buffer
  /** Null where all of it is opaque. */
  readonly opacity: Buffer | null
}

const planesOf = (decoded: Pixels): Planes => {
  const pixels = fitInto(decoded, shownSize)
  const { width, height, data } = pixels
  const colours = Buffer.alloc(width * height * 3)
  const opacity = Buffer.alloc(width * height)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    colours.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
    opacity[pixel] = data[pixel * 4 + 3] ?? 255
  }
  return {
    width,
    height,
    colours: deflateSync(colours),
    opacity: isOpaque(pixels) ? null : deflateSync(opacity)
  }
}

const nameInPages = "Logo"

/** As large as fits into the box, from its top left corner. */
const place = (
  { width, height }: Pick<Planes, "width" | "height">,
  left: number,
  top: number,
  [widest, highest]: readonly [number, number]
): string => {
  const scale = Math.min(widest / width, highest / height)
  const matrix = [width * scale, 0, 0, -height * scale, left, top + height * scale]
  // PDF draws pictures from the bottom, so the matrix flips it.
  return `q\n${matrix.map(numeral).join(" ")} cm\n/${nameInPages} Do\nQ`
}

const image = ({ width, height }: Pick<Planes, "width" | "height">): string =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`

const planesPicture =
  (planes: Planes): Picture =>
  (file, left, top, box) => {
    const object = file.reserve()
    const deflated = `${image(planes)} /Filter /FlateDecode`
    let mask = ""
    if (planes.opacity !== null) {
      const opacity = file.reserve()
      file.write(opacity, `${deflated} /ColorSpace /DeviceGray`, planes.opacity)
      mask = ` /SMask ${opacity} 0 R`
    }
    file.write(object, `${deflated} /ColorSpace /DeviceRGB${mask}`, planes.colours)
    file.use("XObject", nameInPages, object)
    file.add(place(planes, left, top, box))
  }

const colourSpaces = new Map([
  [1, "/ColorSpace /DeviceGray"],
  [3, "/ColorSpace /DeviceRGB"]
])

/**
 * An upright JPEG is embedded as it is, without decoding. Four inks are decoded, because PDF/A
 * requires a profile of the press for them.
 */
const jpegPicture = (bytes: Uint8Array): Picture => {
  const frame = jpegFrame(bytes)
  const space = frame?.bits === 8 ? colourSpaces.get(frame.components) : undefined
  if (frame === undefined || space === undefined) return planesPicture(planesOf(decodeJpeg(bytes)))
  // A copy, because the bytes may be a view of a larger message.
  const own = bytes.slice()
  return (file, left, top, box) => {
    const object = file.reserve()
    file.write(object, `${image(frame)} ${space} /Filter /DCTDecode`, own)
    file.use("XObject", nameInPages, object)
    file.add(place(frame, left, top, box))
  }
}

const pictureOf = (bytes: Uint8Array): Picture | null => {
  const header = pictureHeader(bytes)
  if (header === undefined || !isBounded(header)) return null
  if (header.type === "image/png") return planesPicture(planesOf(decodePng(bytes)))
  return jpegOrientation(bytes) === 1
    ? jpegPicture(bytes)
    : planesPicture(planesOf(decodeJpeg(bytes)))
}

const cached = memoize(
  { maxEntries: 50, maxKeyLength: 64 },
  (_hash, bytes: Uint8Array): Picture | null => {
    try {
      return pictureOf(bytes)
    } catch {
      return null
    }
  }
)

/** Null if the logo cannot be drawn. */
export const logoPicture = (bytes: Uint8Array): Picture | null =>
  cached(createHash("sha256").update(bytes).digest("base64"), bytes)
