/** The mask is the one that the standard's rules choose, as a library finds it module by module. */
import { assert, describe, it } from "@effect/vitest"
import { type Bitmap2D, correction, generate, mode } from "lean-qr"
import { bestMasked, masks } from "../../../../src/infra/pdf/file/QrMask.ts"

const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M }
const alphabet = "https://retainer.example/pay/0123456789abcdefghjkmnpqrstvwxyz?=&"

/** Always the same texts, no two alike. */
const textOf = (length: number): string => {
  let state = length
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet.charAt(state % alphabet.length)
  }).join("")
}

const darkOf = (size: number, isDark: (x: number, y: number) => boolean): string => {
  const modules: string[] = []
  for (let at = 0; at < size * size; at++) {
    modules.push(isDark(at % size, Math.floor(at / size)) ? "#" : ".")
  }
  return modules.join("")
}

describe("the mask of a QR code", () => {
  it("is the best one, in codes of each size up to 320 characters", () => {
    const chosen = new Set<number>()
    const sizes = new Set<number>()
    for (let length = 1; length <= 320; length += 3) {
      const content = mode.ascii(textOf(length))
      const make = (mask: number): Bitmap2D =>
        generate(content, { ...level, mask: masks[mask] ?? null })
      const { size, mask, isDark } = bestMasked(make)
      const expected = generate(content, level)
      assert.strictEqual(darkOf(size, isDark), darkOf(expected.size, expected.get), `${length}`)
      chosen.add(mask)
      sizes.add(size)
    }
    assert.isAtLeast(chosen.size, 6, "most masks are the best of some code")
    // More than two words to a line, and lines that end with a word.
    assert.isAbove(Math.max(...sizes), 64)
  })
})
