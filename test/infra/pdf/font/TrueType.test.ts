/** The tables of a font, compared with fontkit's reading of them. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { otherFont } from "../../../../src/infra/pdf/font/OtherFont.ts"
import { trueType } from "../../../../src/infra/pdf/font/TrueType.ts"

const require = createRequire(import.meta.url)
const fonts = [
  "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf",
  "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"
]

describe("a TrueType font", () => {
  for (const name of fonts) {
    it(`tells its measures and the width of each glyph: ${name}`, () => {
      const file = readFileSync(require.resolve(name))
      const font = trueType(file)
      const expected = otherFont(file, name)
      assert.deepStrictEqual(font?.metrics, expected.metrics)
      for (let glyph = 0; glyph < 900; glyph += 7) {
        assert.strictEqual(font?.advance(glyph), expected.advance(glyph), `${glyph}`)
      }
    })
  }

  it("is none where the file is something else", () => {
    const file = readFileSync(require.resolve("pngjs/package.json"))
    assert.isNull(trueType(file))
    assert.throws(() => otherFont(file, "no font"))
  })
})
