/** A QR code (ISO/IEC 18004, level M) as a page's content: one path, a rectangle for each dark stretch. */
import { correction, generate, mode } from "lean-qr"
import { ink } from "../invoice/Styles.ts"
import { rounded } from "../text/GlyphWriter.ts"
import { fillColour } from "./Colours.ts"
import { bestMasked, masks } from "./QrMask.ts"

const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M }
/** Points by which dark squares overlap, so that no light shows between them. */
const overlap = 0.05

export const qrCode = (text: string, side: number, left: number, top: number): string => {
  // Looking for parts that would be shorter as digits gains nothing in an address.
  const content = /^[\0-\x7f]*$/.test(text) ? mode.ascii(text) : mode.auto(text)
  const code = bestMasked((mask) => generate(content, { ...level, mask: masks[mask] ?? 0 }))
  const module = side / code.size
  const more = rounded(overlap / module)
  const rectangles: string[] = []
  for (let y = 0; y < code.size; y++) {
    let start = 0
    // What is beside the code is light: the last stretch ends there.
    for (let x = 0; x <= code.size; x++) {
      if (x < code.size && code.isDark(x, y)) continue
      if (x > start) rectangles.push(`${start} ${y} ${x - start + more} ${1 + more} re`)
      start = x + 1
    }
  }
  const matrix = `${rounded(module)} 0 0 ${rounded(module)} ${left} ${rounded(top)} cm`
  return `q\n${matrix}\n${fillColour(ink)}\n${rectangles.join("\n")}\nf\nQ`
}
