/** A QR code as inline SVG, dark on light in every colour scheme: scanners expect that. */
import { h, type VNode } from "preact"
import { qrCodeOf } from "./QrCode.ts"

/** Light modules around the code, without which a scanner may not find it. */
const quiet = 4

export const qrSvg = (text: string, label: string): VNode => {
  const { size, dark } = qrCodeOf(text)
  const side = size + 2 * quiet
  let at = { x: 0, y: 0 }
  // Strokes of one module along the rows, each from the end of the one before.
  const strokes = dark.map(({ x, y, width }) => {
    const move = `m${x - at.x} ${y - at.y}h${width}`
    at = { x: x + width, y }
    return move
  })
  return h(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${side} ${side}`,
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges"
    },
    h("path", { fill: "#fff", d: `M0 0h${side}v${side}h-${side}z` }),
    h("path", { stroke: "#000", d: `M${quiet} ${quiet + 0.5}${strokes.join("")}` })
  )
}
