/** Which text can be read on a colour, by WCAG's own figures and over all colours. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { contrast, readableOn } from "../../../src/domain/workspaces/Contrast.ts"

const anyColour = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`)

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 4]
  ])("of %s and %s is %f", (one, other, ratio) => {
    assert.closeTo(contrast(one, other), ratio, 0.01)
  })

  it("is the same from both sides, 1 with itself, and never beyond 21", () => {
    fc.assert(
      fc.property(anyColour, anyColour, (one, other) => {
        assert.strictEqual(contrast(one, other), contrast(other, one))
        assert.strictEqual(contrast(one, one), 1)
        assert.isTrue(contrast(one, other) >= 1 && contrast(one, other) <= 21.000_001)
      })
    )
  })

  it("of the chosen text is at least 4.5 on any colour", () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        assert.isAtLeast(contrast(colour, readableOn(colour)), 4.5)
      })
    )
    assert.strictEqual(readableOn("#ffe14d"), "#000000")
    assert.strictEqual(readableOn("#1d4ed8"), "#ffffff")
  })
})
