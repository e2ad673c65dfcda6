/**
 * A logo as pdfkit embeds it. What is stored was decoded when it was uploaded, but earlier versions
 * stored any file that began like a picture: so each is checked and decoded once more, once for the
 * thread, within the bounds of size that uploads have. This needs no rewriting of stored rows, and a
 * row that comes from a backup is safe too. pdfkit's own decoder would have no bounds, do its work for
 * every document again, and mangle pictures of less than 8 bits.
 */
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import type PDFDocument from "pdfkit"
import { isBounded, pictureHeader } from "../../domain/workspaces/Picture.ts"
import { decodePng } from "../logo/DecodePng.ts"
import { fitInto, isOpaque } from "../logo/Pixels.ts"
import { shownSize } from "../logo/ReencodeLogo.ts"

type Document = typeof PDFDocument.prototype

/** Draws itself at a place, as large as fits into the box. */
export type Picture = (doc: Document, x: number, y: number, box: readonly [number, number]) => void

interface Planes {
  readonly width: number
  readonly height: number
  readonly colours: Buffer
  /** Null where all of it is opaque. */
  readonly opacity: Buffer | null
}

const planesOf = (bytes: Uint8Array): Planes => {
  const pixels = fitInto(decodePng(bytes), shownSize)
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

/** An image of its own document, in the form in which pdfkit keeps one that it has opened. */
const opened = ({ width, height, colours, opacity }: Planes) => {
  const image = {
    width,
    height,
    label: "Logo",
    obj: null as unknown,
    embed: (doc: Document): void => {
      const common = {
        Type: "XObject",
        Subtype: "Image",
        Width: width,
        Height: height,
        BitsPerComponent: 8,
        Filter: "FlateDecode"
      }
      const reference = doc.ref({ ...common, ColorSpace: "DeviceRGB" })
      if (opacity !== null) {
        const mask = doc.ref({ ...common, ColorSpace: "DeviceGray" })
        mask.end(opacity)
        reference.data["SMask"] = mask
      }
      reference.end(colours)
      image.obj = reference
    }
  }
  // The boundary of this file: pdfkit's types know only what it can open itself.
  return image as unknown as Buffer
}

const pictureOf = (bytes: Uint8Array): Picture | null => {
  const header = pictureHeader(bytes)
  if (header === undefined || !isBounded(header)) return null
  // A JPEG goes into the file as it is: nothing here unpacks it.
  const planes = header.type === "image/png" ? planesOf(bytes) : undefined
  return (doc, x, y, fit) => {
    const source = planes === undefined ? Buffer.from(bytes) : opened(planes)
    doc.image(source, x, y, { fit: [...fit] })
  }
}

const kept = new Map<string, Picture | null>()
const mostKept = 50

/** Null where the logo cannot be drawn. */
export const logoPicture = (bytes: Uint8Array): Picture | null => {
  const key = createHash("sha256").update(bytes).digest("base64")
  let picture = kept.get(key)
  if (picture === undefined) {
    try {
      picture = pictureOf(bytes)
    } catch {
      picture = null
    }
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
    kept.set(key, picture)
  }
  return picture
}
