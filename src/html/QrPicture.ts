/** A QR code (ISO/IEC 18004, level M) as SVG: one path, dark on light in both colour schemes. */
import { correction, generate, mode } from "lean-qr"
import { h, type VNode } from "preact"

/** Light modules around the code (ISO/IEC 18004 §5.3.8). */
const quiet = 4

/** `text` has ASCII characters alone, as every URI. */
export const qrPicture = (text: string, label: string): VNode => {
  const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M }
  const code = generate(mode.ascii(text), level)
  const modules: string[] = []
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) modules.push(`M${x + quiet} ${y + quiet}h1v1h-1z`)
    }
  }
  const side = code.size + 2 * quiet
  return h(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, width: 220, height: 220, role: "img", "aria-label": label },
    h("rect", { width: side, height: side, fill: "#fff" }),
    h("path", { d: modules.join(""), fill: "#000", "shape-rendering": "crispEdges" })
  )
}
