/** Headers of pictures, and refusals before anything is decoded. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  isBounded,
  maxLogoBytes,
  maxLogoSide,
  pictureHeader,
  uploadProblem
} from "../../../src/domain/workspaces/Picture.ts"
import { baselineJpeg } from "../../support/jpegs.ts"
import { plainPng, pngBomb } from "../../support/pictures.ts"

describe("a picture's header", () => {
  it("tells kind and size", () => {
    assert.deepStrictEqual(pictureHeader(plainPng(3)), { type: "image/png", width: 3, height: 3 })
    assert.strictEqual(pictureHeader(baselineJpeg)?.type, "image/jpeg")
  })

  it("tells nothing where the file ends before it, wherever that is", () => {
    for (const [file, needed] of [
      [plainPng(3), 33],
      [baselineJpeg, baselineJpeg.indexOf(0xc0) + 8]
    ] as const)
      for (let length = 0; length < needed; length++)
        assert.isUndefined(pictureHeader(file.subarray(0, length)), String(length))
  })

  it("is read of any bytes at all", () => {
    const starts = [[], [0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const header = pictureHeader(Uint8Array.from([...start, ...rest]))
        if (header === undefined) return
        assert.isAtMost(header.width, 0xffff_ffff)
        assert.isAtLeast(header.height, 0)
      })
    )
  })
})

describe("an upload", () => {
  it("is as large as the bounds allow, and no larger", () => {
    assert.isUndefined(uploadProblem(pngBomb(maxLogoSide)))
    assert.include(uploadProblem(pngBomb(maxLogoSide + 1)), "2001 × 2001")
    assert.strictEqual(uploadProblem(pngBomb(0)), "must have pixels")
    const padded = new Uint8Array(maxLogoBytes + 1)
    padded.set(plainPng(3))
    assert.isUndefined(uploadProblem(padded.subarray(0, maxLogoBytes)))
    assert.include(uploadProblem(padded), "at most 256 kB")
  })

  it("is decoded only where its pixels are bounded, whatever its sides", () => {
    const sized = (width: number, height: number) => isBounded({ type: "image/png", width, height })
    assert.isTrue(sized(maxLogoSide * maxLogoSide, 1))
    assert.isFalse(sized(maxLogoSide * maxLogoSide + 1, 1))
    assert.isFalse(sized(0, 5))
    assert.isFalse(sized(5, 0))
  })
})
