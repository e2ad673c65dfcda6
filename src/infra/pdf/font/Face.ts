/** One font file, loaded when its first character is needed, once per thread. */
import { readFileSync } from "node:fs"
import { otherFont } from "./OtherFont.ts"
import { type Outline, outlineOf } from "./Outlines.ts"
import { makeShaper, type Shaper } from "./Shaper.ts"
import { type TrueType, trueType } from "./TrueType.ts"

export interface Face {
  readonly name: string
  /** Characters whose glyphs are embedded with every document that uses the face. */
  readonly common: string
  readonly font: () => TrueType
  readonly shaper: () => Shaper
  readonly outline: (glyph: number) => Outline
  readonly has: (char: string) => boolean
}

/** Throws where the file is no font. */
const parse = (path: string, isPaired = false) => {
  const file = readFileSync(path)
  const font = trueType(file) ?? otherFont(file, path)
  return { font, shaper: makeShaper(file, isPaired) }
}

export const faceOf = (name: string, path: string, common = ""): Face => {
  let parsed: ReturnType<typeof parse> | undefined
  const outlines = new Map<number, Outline>()
  const load = () => {
    // The fonts of every document come with Retainer, so they are known to be shaped by pairs.
    parsed ??= parse(path, common !== "")
    return parsed
  }
  return {
    name,
    common,
    font: () => load().font,
    shaper: () => load().shaper,
    outline: (glyph) => {
      let outline = outlines.get(glyph)
      if (outline === undefined) {
        outline = outlineOf(load().shaper.path(glyph))
        outlines.set(glyph, outline)
      }
      return outline
    },
    has: (char) => load().shaper.nominal(char) !== 0
  }
}

/** Throws where the file is no font. */
export const checkFont = (path: string): void => {
  parse(path)
}
