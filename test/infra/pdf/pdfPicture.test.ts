/** A logo has its own pixels in the PDF, for every kind of picture. */
import { assert, describe, it } from "@effect/vitest"
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs"
import { makePdfFile } from "../../../src/infra/pdf/file/PdfFile.ts"
import { logoPicture } from "../../../src/infra/pdf/file/Picture.ts"
import { baselineJpeg, cmykJpeg, turnedJpeg } from "../../support/jpegs.ts"
import { brokenPng, palettePng, plainPng, png, pngBomb } from "../../support/pictures.ts"

/** A page with nothing but the logo on it. */
const pageWith = (logo: Uint8Array): Uint8Array => {
  const file = makePdfFile({ title: "", author: "", language: "en", created: new Date(0) })
  logoPicture(logo)?.(file, 0, 0, [100, 100])
  return file.end()
}

interface Drawn {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** The pictures of a page as a reader decodes them. */
const picturesOf = async (pdf: Uint8Array): Promise<ReadonlyArray<Drawn>> => {
  const document = await getDocument({
    data: pdf,
    verbosity: 0,
    isOffscreenCanvasSupported: false
  }).promise
  const page = await document.getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  const names = fnArray.flatMap((operator, index): string[] =>
    operator === OPS.paintImageXObject ? [argsArray[index][0]] : []
  )
  const pictures = await Promise.all(
    names.map((name) => new Promise<Drawn>((resolve) => page.objs.get(name, resolve)))
  )
  await document.destroy()
  return pictures
}

describe("logos in documents", () => {
  it("a palette of 4 bits with opacity keeps its size, its colours and what is transparent", async () => {
    const [picture, ...others] = await picturesOf(pageWith(palettePng()))
    assert.lengthOf(others, 0)
    assert.deepStrictEqual([picture?.width, picture?.height], [2, 2])
    assert.deepStrictEqual(
      [...(picture?.data ?? [])],
      [255, 0, 0, 255, 1, 2, 3, 0, 0, 0, 255, 128, 0, 255, 0, 255]
    )
  })

  it("an interlaced one of 16 bits is drawn; a JPEG goes in as it is", async () => {
    const data = Buffer.from([0, 255, 255, 0, 0, 0, 0])
    const file = png({ width: 1, height: 1, bits: 16, colourType: 2, isInterlaced: true, data })
    const [picture] = await picturesOf(pageWith(file))
    assert.deepStrictEqual([...(picture?.data ?? [])].slice(0, 3), [255, 0, 0])
    assert.include(
      Buffer.from(pageWith(baselineJpeg)).toString("latin1"),
      Buffer.from(baselineJpeg).toString("latin1")
    )
  })

  it("a JPEG stands as its camera was held, and inks are seen as colours", async () => {
    const [turned] = await picturesOf(pageWith(turnedJpeg(6)))
    assert.deepStrictEqual([turned?.width, turned?.height], [8, 8])
    // Its left half, which is red, is above; three or four parts of a pixel.
    const parts = (turned?.data.length ?? 0) / 64
    const [red = 0, , blue = 0] = turned?.data.slice(parts * 4) ?? []
    const [redBelow = 0, , blueBelow = 0] = turned?.data.slice(parts * 60) ?? []
    assert.isTrue(red > 150 && blue < 100, `${red} ${blue}`)
    assert.isTrue(redBelow < 100 && blueBelow > 150, `${redBelow} ${blueBelow}`)
    const inks = Buffer.from(pageWith(cmykJpeg)).toString("latin1")
    assert.include(inks, "/DeviceRGB")
    assert.notInclude(inks, "/DeviceCMYK")
    assert.lengthOf(await picturesOf(pageWith(cmykJpeg)), 1)
  })

  it("what cannot be decoded is no picture, and one that can is decoded once", () => {
    for (const bytes of [pngBomb(), pngBomb(2001), brokenPng(), Uint8Array.of(1, 2, 3)]) {
      assert.isNull(logoPicture(bytes))
    }
    assert.strictEqual(logoPicture(plainPng(4)), logoPicture(plainPng(4)))
  })
})
