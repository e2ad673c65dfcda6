/** QR code as page content: one path with a rectangle per dark stretch. */
import { qrCodeOf } from "../../../html/QrCode.ts"
import { rounded } from "../text/GlyphWriter.ts"
import { ink } from "./Canvas.ts"
import { fillColour } from "./Operators.ts"

/** Points by which dark squares overlap, so that no light shows between them. */
const overlap = 0.05

export const qrCode = (text: string, side: number, left: number, top: number): string => {
  const { size, dark } = qrCodeOf(text)
  const module = side / size
  const more = rounded(overlap / module)
  const rectangles = dark.map(({ x, y, width }) => `${x} ${y} ${width + more} ${1 + more} re`)
  const matrix = `${rounded(module)} 0 0 ${rounded(module)} ${left} ${rounded(top)} cm`
  return `q\n${matrix}\n${fillColour(ink)}\n${rectangles.join("\n")}\nf\nQ`
}
