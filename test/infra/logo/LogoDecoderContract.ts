/** The contract of logo decoders: pictures are accepted, other files refused with a message. */
import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { LogoDecoder } from "../../../src/app/ports/workspaces/LogoDecoder.ts"
import { baselineJpeg } from "../../support/jpegs.ts"
import { plainPng, png, pngBomb } from "../../support/pictures.ts"

/** The reason of the refusal. */
export const problemOf = (file: Uint8Array) =>
  Effect.gen(function* () {
    const decoder = yield* LogoDecoder
    return (yield* Effect.flip(decoder.decode("ws", file))).problem
  })

export const logoDecoderContract = (name: string, decoder: Layer.Layer<LogoDecoder>) =>
  layer(decoder, { excludeTestServices: true })(`LogoDecoder: ${name}`, (it) => {
    it.effect("takes PNG and JPEG", () =>
      Effect.gen(function* () {
        const logos = yield* LogoDecoder
        assert.strictEqual((yield* logos.decode("ws", plainPng(3))).type, "image/png")
        assert.strictEqual((yield* logos.decode("ws", baselineJpeg)).type, "image/jpeg")
      })
    )

    it.effect("refuses what is neither, or larger than it may be", () =>
      Effect.gen(function* () {
        const neither = "must be a PNG or JPEG picture of at most 256 kB"
        for (const bytes of [
          new Uint8Array(),
          new TextEncoder().encode("<svg onload='alert(1)'/>"),
          plainPng(3).subarray(0, 20),
          baselineJpeg.subarray(0, 30),
          png({ width: 1, height: 1, data: new Uint8Array(4), extra: [Buffer.alloc(262_144)] })
        ]) {
          assert.strictEqual(yield* problemOf(bytes), neither)
        }
        assert.strictEqual(
          yield* problemOf(pngBomb()),
          "must be at most 2000 × 2000 pixels; this one says that it has 60000 × 60000"
        )
        assert.include(yield* problemOf(pngBomb(2001)), "2001 × 2001")
        assert.strictEqual(yield* problemOf(pngBomb(0)), "must have pixels")
        const tall = Uint8Array.from(baselineJpeg)
        tall.set([0xff, 0xff], tall.indexOf(0xc0) + 4)
        assert.include(yield* problemOf(tall), "8 × 65535")
      })
    )
  })
