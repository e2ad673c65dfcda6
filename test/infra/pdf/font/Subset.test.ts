/** A font of some glyphs draws them as the whole font does, however often it is made. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { create, type Font } from "fontkit"
import { trueTypeSubset } from "../../../../src/infra/pdf/font/Subset.ts"

const require = createRequire(import.meta.url)
const file = readFileSync(
  require.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf")
)
const fontOf = (bytes: Uint8Array): Font => {
  // fontkit wants a Buffer.
  const font = create(Buffer.from(bytes))
  assert.ok("getGlyph" in font)
  return font
}
const whole = fontOf(file)
const idOf = (char: string): number => whole.glyphForCodePoint(char.codePointAt(0) ?? 0).id

const subsetOf = (glyphs: ReadonlyArray<number>): Uint8Array => {
  const subset = trueTypeSubset(file)
  assert.isNotNull(subset)
  // Each is made from the same file: none may change it.
  subset([0, ...glyphs.toReversed()])
  return subset(glyphs)
}

describe("a subset", () => {
  // Composite glyphs, one of which shares its component with another; the same glyph twice; a
  // blank.
  const glyphs = [0, ...[..."A·Åéé ǖg5."].map(idOf), idOf("A")]
  const bytes = subsetOf(glyphs)

  it("has the outline and the width of each glyph at its place", () => {
    const font = fontOf(bytes)
    for (const [place, id] of glyphs.entries()) {
      const [drawn, expected] = [font.getGlyph(place), whole.getGlyph(id)]
      assert.strictEqual(drawn.path.toSVG(), expected.path.toSVG(), `${place}`)
      assert.strictEqual(drawn.advanceWidth, expected.advanceWidth)
    }
  })

  it("is a file whose directory is sorted, and whose tables are within it and sum up", () => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const tags: string[] = []
    for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
      tags.push(String.fromCharCode(...bytes.subarray(entry, entry + 4)))
      const [start, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)]
      assert.isAtMost(start + length, bytes.length)
      let sum = 0
      for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
      assert.strictEqual(view.getUint32(entry + 4), sum)
    }
    assert.deepStrictEqual(tags, tags.toSorted())
    assert.includeMembers(tags, ["glyf", "head", "hhea", "hmtx", "loca", "maxp"])
  })

  it("is of some glyphs only, and the same bytes each time", () => {
    assert.isBelow(bytes.length, 6000)
    assert.deepStrictEqual(subsetOf(glyphs), bytes)
  })

  it("is not made of a font that has no TrueType outlines", () => {
    const cff = Buffer.from(file)
    cff.write("OTTO", 0, "latin1")
    assert.isNull(trueTypeSubset(cff))
  })
})
