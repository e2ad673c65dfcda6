/** A phone reads the text from the code as a page draws it. */
import { assert, it } from "@effect/vitest"
import jsqr from "jsqr"
import { render } from "preact-render-to-string"
import { qrSvg } from "../../src/html/QrSvg.ts"

const dots = 8

/** Paints the strokes of the path on a light ground. */
const paint = (svg: string) => {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * dots
  const path = /stroke="#000" d="M([^"]+)"/.exec(svg)?.[1] ?? ""
  const [start = "", ...moves] = path.split("m")
  let [x = 0, y = 0] = start.split(" ").map(Number)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const move of moves) {
    const [, right = "", down = "", width = ""] = /^(\S+) (\S+)h(\S+)$/.exec(move) ?? []
    x += Number(right)
    y += Number(down)
    for (let row = (y - 0.5) * dots; row < (y + 0.5) * dots; row++) {
      const from = (row * side + x * dots) * 4
      for (let at = from; at < from + Number(width) * dots * 4; at += 4) pixels.fill(0, at, at + 3)
    }
    x += Number(width)
  }
  return { pixels, side }
}

it.each([
  "https://a.example/pay/x",
  "BCD\n002\n1\nSCT\nBYLADEM1001\nMüller & Söhne\nDE02120300000000202051\nEUR7.05\n\n\nINV-0001"
])("is read: %s", (text) => {
  const { pixels, side } = paint(render(qrSvg(text, "Code")))
  assert.strictEqual(jsqr.default(pixels, side, side)?.data, text)
})
