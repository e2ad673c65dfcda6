/** QR code (ISO/IEC 18004, level M) as page content: one path with a rectangle per dark stretch. */
import { correction, generate, mode } from "lean-qr"
import { rounded } from "../text/GlyphWriter.ts"
import { ink } from "./Canvas.ts"
import { fillColour } from "./Operators.ts"

const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M }
/** Points by which dark squares overlap, so that no light shows between them. */
const overlap = 0.05

export const qrCode = (text: string, side: number, left: number, top: number): string => {
  // Splitting an address into segments of several modes makes it no shorter. Bytes are UTF-8, which
  // banks' programs expect without a declaration.
  const isAscii = /^[\0-\x7f]*$/.test(text)
  const content = isAscii ? mode.ascii(text) : mode.bytes(Buffer.from(text))
  const code = generate(content, level)
  const module = side / code.size
  const more = rounded(overlap / module)
  const rectangles: string[] = []
  for (let y = 0; y < code.size; y++) {
    let start = 0
    // Modules outside the code are light, so each row's last stretch ends.
    for (let x = 0; x <= code.size; x++) {
      if (x < code.size && code.get(x, y)) continue
      if (x > start) rectangles.push(`${start} ${y} ${x - start + more} ${1 + more} re`)
      start = x + 1
    }
  }
  const matrix = `${rounded(module)} 0 0 ${rounded(module)} ${left} ${rounded(top)} cm`
  return `q\n${matrix}\n${fillColour(ink)}\n${rectangles.join("\n")}\nf\nQ`
}
