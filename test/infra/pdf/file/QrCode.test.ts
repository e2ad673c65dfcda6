/** A phone reads the address from the code as it is drawn. */
import { assert, describe, it } from "@effect/vitest"
import jsqr from "jsqr"
import { qrCode } from "../../../../src/infra/pdf/file/QrCode.ts"

const dots = 8
/** The quiet zone around the code that readers need, in modules. */
const quiet = 4

/** Paints the rectangles of the path, and what is around them. */
const paint = (content: string) => {
  const rectangles = [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(([, ...texts]) =>
    texts.map(Number)
  )
  const edge = Math.max(...rectangles.map(([x = 0, , width = 0]) => Math.floor(x + width)))
  const side = (edge + 2 * quiet) * dots
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const at = (module: number) => Math.round((module + quiet) * dots)
  for (const [x = 0, y = 0, width = 0, height = 0] of rectangles) {
    for (let row = at(y); row < at(y + height); row++) {
      for (let column = at(x); column < at(x + width); column++) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return { pixels, side, edge }
}

describe("the code of an address", () => {
  for (const address of [
    "https://a.example/pay/x",
    "https://retainer.example/pay/0190f5fe7c007a008abc012345678901-kZ3vQ9",
    `https://retainer.example/pay/${"a0-_Z".repeat(40)}`
  ]) {
    it(`is read: ${address.length} characters`, () => {
      const { pixels, side } = paint(qrCode(address, 84, 50, 700))
      assert.strictEqual(jsqr.default(pixels, side, side)?.data, address)
    })
  }

  it("is as large as told, at its place", () => {
    const content = qrCode("https://a.example/pay/x", 84, 50, 700)
    const [, scale = "", down = "", left, top] =
      /^(\S+) 0 0 (\S+) (\S+) (\S+) cm$/m.exec(content) ?? []
    assert.deepStrictEqual([left, top, down], ["50", "700", scale])
    assert.closeTo(Number(scale) * paint(content).edge, 84, 0.05)
  })
})
