/** Logos are taken rightly, whatever kind of PNG or JPEG they are, or refused with a sentence. */
import { randomBytes } from "node:crypto"
import { deflateSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { LogoDecoder } from "../../../src/app/ports/workspaces/LogoDecoder.ts"
import { maxLogoBytes, pictureHeader } from "../../../src/domain/workspaces/Picture.ts"
import { LogoDecoderThreads } from "../../../src/infra/logo/LogoDecoderThreads.ts"
import { decodePicture } from "../../../src/infra/logo/ReencodeLogo.ts"
import { LogoDecoderMemory } from "../../../src/testing/workspaces/LogoDecoderMemory.ts"
import { baselineJpeg, cmykJpeg, progressiveJpeg, turnedJpeg } from "../../support/jpegs.ts"
import { brokenPng, chunk, palettePng, pixelsOf, plainPng, png } from "../../support/pictures.ts"
import { logoDecoderContract, problemOf } from "./LogoDecoderContract.ts"

logoDecoderContract("threads", LogoDecoderThreads)
logoDecoderContract("memory", LogoDecoderMemory)

const decode = (file: Uint8Array) =>
  Effect.flatMap(LogoDecoder, (logos) => logos.decode("ws", file))

const broken = "is broken, or of a kind that cannot be decoded here: save it again as a plain PNG"
const red = [255, 0, 0, 255]
const blue = [0, 0, 255, 255]

/** Every picture here is two pixels: what they are expected to be, and how they are written. */
const kinds = [
  ["1 bit grey", [0, 0, 0, 255], [255, 255, 255, 255], { bits: 1, colourType: 0, rows: [[0x40]] }],
  [
    "2 bit grey",
    [85, 85, 85, 255],
    [170, 170, 170, 255],
    { bits: 2, colourType: 0, rows: [[0x60]] }
  ],
  [
    "4 bit grey, one of them transparent",
    [0, 0, 0, 0],
    [34, 34, 34, 255],
    { bits: 4, colourType: 0, rows: [[0x12]], transparency: [0, 1] }
  ],
  [
    "16 bit grey",
    [18, 18, 18, 255],
    [255, 255, 255, 255],
    { bits: 16, colourType: 0, rows: [[18, 18, 255, 255]] }
  ],
  [
    "grey with opacity",
    [10, 10, 10, 255],
    [20, 20, 20, 128],
    { colourType: 4, rows: [[10, 255, 20, 128]] }
  ],
  [
    "16 bit grey with opacity",
    [10, 10, 10, 255],
    [20, 20, 20, 0],
    { bits: 16, colourType: 4, rows: [[10, 10, 255, 255, 20, 20, 0, 0]] }
  ],
  [
    "colour, one of them transparent",
    [0, 0, 0, 0],
    blue,
    { colourType: 2, rows: [[1, 2, 3, 0, 0, 255]], transparency: [0, 1, 0, 2, 0, 3] }
  ],
  [
    "16 bit colour with opacity",
    [255, 0, 0, 255],
    [0, 0, 255, 128],
    { bits: 16, rows: [[255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 128, 128]] }
  ],
  [
    "1 bit palette",
    red,
    blue,
    { bits: 1, colourType: 3, palette: [255, 0, 0, 0, 0, 255], rows: [[0x40]] }
  ],
  [
    "2 bit palette with opacity",
    [255, 0, 0, 7],
    blue,
    { bits: 2, colourType: 3, palette: [255, 0, 0, 0, 0, 255], transparency: [7], rows: [[0x10]] }
  ],
  ["8 bit palette", blue, red, { colourType: 3, palette: [255, 0, 0, 0, 0, 255], rows: [[1, 0]] }],
  // The first pixel is the whole of pass 1, the second the whole of pass 6.
  ["interlaced", red, blue, { isInterlaced: true, data: Buffer.from([0, ...red, 0, ...blue]) }]
] as const

layer(LogoDecoderThreads, { excludeTestServices: true })("logos", (it) => {
  it.effect("every kind of PNG is stored as 8 bits with the colours that it had", () =>
    Effect.gen(function* () {
      for (const [name, left, right, parts] of kinds) {
        const { bytes } = yield* decode(png({ width: 2, height: 1, ...parts }))
        const { bits, pixel, width, height } = pixelsOf(bytes)
        assert.deepStrictEqual([width, height, bits], [2, 1, 8], name)
        assert.deepStrictEqual([pixel(0, 0), pixel(1, 0)], [left, right], name)
      }
      const { pixel } = pixelsOf((yield* decode(palettePng())).bytes)
      assert.deepStrictEqual(
        [pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1)],
        [
          [255, 0, 0, 255],
          [1, 2, 3, 0],
          [0, 0, 255, 128],
          [0, 255, 0, 255]
        ]
      )
    })
  )

  it.effect("nothing but the picture is stored; an animation is its first picture", () =>
    Effect.gen(function* () {
      const extra = [
        chunk("tEXt", Buffer.from("Author\0someone")),
        chunk("eXIf", Buffer.from("MM secret")),
        chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
        // Its checksum is wrong, and the decoder does not need it.
        Buffer.concat([chunk("zTXt", Buffer.alloc(9)).subarray(0, -4), Buffer.alloc(4)])
      ]
      const picture = png({ width: 1, height: 1, rows: [[1, 2, 3, 4]], extra })
      const { bytes } = yield* decode(picture)
      const { names, pixel } = pixelsOf(bytes)
      assert.deepStrictEqual(names, ["IHDR", "IDAT", "IEND"])
      assert.deepStrictEqual(pixel(0, 0), [1, 2, 3, 4])
      const turned = yield* decode(turnedJpeg(1))
      assert.notInclude(Buffer.from(turned.bytes).toString("latin1"), "secret")
      assert.notInclude(Buffer.from(turned.bytes).toString("latin1"), "Exif")
    })
  )

  it.effect("a large one is stored as large as it is shown, and its edges keep their colour", () =>
    Effect.gen(function* () {
      const half = (y: number) => Array.from({ length: 1440 }, () => (y < 224 ? red : [0, 0, 0, 0]))
      const rows = Array.from({ length: 449 }, (_, y) => half(y).flat())
      const { bytes } = yield* decode(png({ width: 1440, height: 449, rows }))
      const { width, height, pixel } = pixelsOf(bytes)
      assert.deepStrictEqual([width, height], [718, 224])
      assert.deepStrictEqual([pixel(9, 9), pixel(9, 200)], [red, [0, 0, 0, 0]])
      const [r = 0, g, b, opacity = 0] = pixel(9, 111)
      assert.deepStrictEqual([r, g, b], [255, 0, 0])
      assert.isAbove(opacity, 0)
    })
  )

  it.effect("noise is stored smaller rather than not at all", () =>
    Effect.gen(function* () {
      const noise = randomBytes(256 * 3 + 256 + 720 * 224)
      const file = png({
        width: 720,
        height: 224,
        colourType: 3,
        palette: [...noise.subarray(0, 768)],
        transparency: [...noise.subarray(768, 1024)],
        rows: Array.from({ length: 224 }, (_, y) => [
          ...noise.subarray(1024 + y * 720, 1744 + y * 720)
        ])
      })
      assert.isAtMost(file.length, maxLogoBytes)
      assert.isAtMost((yield* decode(file)).bytes.length, maxLogoBytes)
    })
  )

  it.effect("JPEGs of all colour spaces, progressive ones too, are upright and baseline", () =>
    Effect.gen(function* () {
      const near = (pixel: ReadonlyArray<number>, wanted: ReadonlyArray<number>, name: string) =>
        pixel.forEach((value, index) => {
          assert.isAtMost(Math.abs(value - (wanted[index] ?? 0)), 12, `${name}: ${pixel}`)
        })
      const [left, right] = [
        [200, 30, 40, 255],
        [20, 40, 200, 255]
      ]
      for (const [name, file, topLeft, topRight, bottomLeft] of [
        ["baseline", baselineJpeg, left, right, left],
        ["progressive", progressiveJpeg, left, right, left],
        ["CMYK", cmykJpeg, left, right, left],
        ["mirrored", turnedJpeg(2), right, left, right],
        ["upside down", turnedJpeg(3), right, left, right],
        ["to the right", turnedJpeg(6), left, left, right],
        ["to the left", turnedJpeg(8), right, right, left]
      ] as const) {
        const { bytes, type } = yield* decode(file)
        assert.strictEqual(type, "image/jpeg")
        // SOF0 is the baseline process.
        assert.include(Buffer.from(bytes).toString("hex"), "ffc00011080008000803", name)
        const { data } = decodePicture(bytes)
        const pixel = (x: number, y: number) => [
          ...data.subarray((y * 8 + x) * 4, (y * 8 + x) * 4 + 4)
        ]
        near(pixel(1, 1), topLeft ?? [], name)
        near(pixel(6, 1), topRight ?? [], name)
        near(pixel(1, 6), bottomLeft ?? [], name)
      }
    })
  )

  it.effect("what is broken is refused, and takes no more memory than it says", () =>
    Effect.gen(function* () {
      const whole = plainPng(20)
      const wrongSum = Uint8Array.from(whole)
      wrongSum[wrongSum.length - 15] = (wrongSum[wrongSum.length - 15] ?? 0) ^ 1
      const size = { width: 2, height: 2 }
      const files = {
        "cut off": whole.subarray(0, whole.length - 20),
        "cut off in its data": png({
          ...size,
          packed: deflateSync(Buffer.alloc(18)).subarray(0, 6)
        }),
        "wrong checksum": wrongSum,
        "no zlib stream": brokenPng(),
        "too few data": png({ ...size, data: Buffer.alloc(17) }),
        "too few data, interlaced": png({ ...size, isInterlaced: true, data: Buffer.alloc(3) }),
        "240 MB in 240 kB": png({ ...size, packed: deflateSync(Buffer.alloc(240_000_000)) }),
        "the same, interlaced": png({
          ...size,
          isInterlaced: true,
          packed: deflateSync(Buffer.alloc(200_000_000))
        }),
        "a bit depth that there is not": png({ ...size, bits: 3, data: Buffer.alloc(18) }),
        "a colour that is not in the palette": png({
          ...size,
          colourType: 3,
          palette: [1, 2, 3],
          rows: [
            [0, 0],
            [0, 9]
          ]
        }),
        "JPEG cut off": baselineJpeg.subarray(0, baselineJpeg.length - 4),
        "JPEG of another kind": Uint8Array.from(baselineJpeg, (byte, at) =>
          at === baselineJpeg.indexOf(0xc0) ? 0xc9 : byte
        )
      }
      for (const [name, file] of Object.entries(files)) {
        assert.isDefined(pictureHeader(file), name)
        assert.strictEqual(yield* problemOf(file), broken, name)
      }
    })
  )
})
