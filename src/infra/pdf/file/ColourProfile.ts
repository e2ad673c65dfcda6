/**
 * sRGB (IEC 61966-2-1) as an ICC profile of version 4.2 (ICC.1:2004-10): PDF/A requires one for
 * colours of devices. Its curve is a formula, so it has 0.5 kB instead of the usual 3.
 */
import { deflateSync } from "node:zlib"

const ascii = (text: string): Buffer => Buffer.from(text, "latin1")

/** Fixed-point numbers of 16 bits before and after the point. */
const fixed = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) {
    bytes.writeInt32BE(Math.round(value * 65_536), index * 4)
  }
  return bytes
}

const typed = (signature: string, ...content: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([ascii(signature), Buffer.alloc(4), ...content])

const integers = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const text = (words: string): Buffer =>
  typed("mluc", integers(1, 12), ascii("enUS"), integers(words.length * 2, 28), utf16(words))
const utf16 = (words: string): Buffer => Buffer.from(words, "utf16le").swap16()

const point = (...values: ReadonlyArray<number>): Buffer => typed("XYZ ", fixed(...values))
const whiteOfD50 = [0.9642, 1, 0.8249]

/** Type 3: (a x + b)^g from d on, c x below. */
const curve = typed(
  "para",
  Buffer.from([0, 3, 0, 0]),
  fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
)

/** The primaries and the adaptation from D65 to D50 by Bradford. */
const tags: ReadonlyArray<readonly [string, Buffer]> = [
  ["desc", text("sRGB")],
  ["cprt", text("CC0")],
  ["wtpt", point(...whiteOfD50)],
  [
    "chad",
    typed(
      "sf32",
      fixed(1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168)
    )
  ],
  ["rXYZ", point(0.43607, 0.22249, 0.01392)],
  ["gXYZ", point(0.38515, 0.71687, 0.09708)],
  ["bXYZ", point(0.14307, 0.06061, 0.7141)],
  ["rTRC", curve],
  ["gTRC", curve],
  ["bTRC", curve]
]

const headerLength = 128

const profile = (): Buffer => {
  const places = new Map<Buffer, number>()
  const contents: Buffer[] = []
  let end = headerLength + 4 + tags.length * 12
  const table = tags.map(([signature, content]) => {
    const known = places.get(content)
    const place = known ?? end
    if (known === undefined) {
      const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4)
      padded.set(content)
      places.set(content, place)
      contents.push(padded)
      end += padded.length
    }
    return Buffer.concat([ascii(signature), integers(place, content.length)])
  })
  const header = Buffer.alloc(headerLength)
  header.writeUInt32BE(end, 0)
  header.writeUInt32BE(0x04200000, 8)
  header.write("mntrRGB XYZ ", 12, "latin1")
  // The date of the specification: a profile needs one.
  header.set([2004 >> 8, 2004 & 255, 0, 10, 0, 1], 24)
  header.write("acsp", 36, "latin1")
  fixed(...whiteOfD50).copy(header, 68)
  return Buffer.concat([header, integers(tags.length), ...table, ...contents])
}

/** Compressed by DEFLATE. */
export const colourProfile = deflateSync(profile(), { level: 9 })
