/** Words that are put together of pairs of letters are what HarfBuzz makes of the whole word. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { makeShaper, type Shaper } from "../../../../src/infra/pdf/font/Shaper.ts"

const require = createRequire(import.meta.url)
const fileOf = (name: string): Uint8Array =>
  readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${name}.ttf`))
const files = ["400Regular/NotoSans_400Regular", "700Bold/NotoSans_700Bold"]

const shaped = (shaper: Shaper, word: string, tag: string) =>
  shaper.shape(word, tag, false).map(({ text, glyphs, width }) => ({ text, glyphs, width }))

const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))

/** Each pair of letters between two others, a few for each pair; and what invoices have. */
const words = [
  ...visible.flatMap((first, at) =>
    visible.map((second, next) => {
      const around = [visible[(at * 7 + next * 13) % 94], visible[(at * 31 + next * 3) % 94]]
      return `${around[0]}${first}${second}${around[1]}`
    })
  ),
  ...[
    "AVATAR",
    "To.",
    "Wa,",
    "office",
    "affluent",
    "fjord",
    "1,234.50",
    "7.1",
    "11/12",
    "INV-1007"
  ],
  "https://retainer.example/pay/1d1kn8hcwgzy7yqs1t47q8x4fj?a=b&c=(d)"
]

describe("a shaper", () => {
  it.each(files)("of pairs shapes every word as HarfBuzz does: %s", (name) => {
    const file = fileOf(name)
    const paired = makeShaper(file, true)
    const whole = makeShaper(file)
    for (const tag of ["Latn", "Zyyy"]) {
      for (const word of words) {
        assert.deepStrictEqual(shaped(paired, word, tag), shaped(whole, word, tag), word)
      }
    }
  })

  it("puts words together of letters that it has shaped, once they are kept", () => {
    const paired = makeShaper(fileOf("400Regular/NotoSans_400Regular"), true)
    const [first] = paired.shape("Ab", "Latn", false)
    const [, again] = paired.shape("xAb", "Latn", false)
    assert.strictEqual(again, first)
  })
})
