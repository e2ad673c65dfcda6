/**
 * Fonts other than TrueType, which operators may put into FONT_DIR: fontkit reads and subsets
 * them. It is loaded on demand, because it doubles the CPU time of the first document.
 */
import { createRequire } from "node:module"
import type * as FontkitModule from "fontkit"
import type { TrueType } from "./TrueType.ts"

const require = createRequire(import.meta.url)

type Opened = ReturnType<typeof FontkitModule.create>

const isFont = (opened: Opened): opened is FontkitModule.Font => "hasGlyphForCodePoint" in opened

/** Throws where the file is no font. */
export const otherFont = (file: Buffer, name: string): TrueType => {
  // The boundary of this file: a module that is required has no type.
  const { create } = require("fontkit") as typeof FontkitModule
  const font = create(file)
  if (!isFont(font)) throw new Error(`${name} is a collection, not a font`)
  const { minX, minY, maxX, maxY } = font.bbox
  return {
    metrics: {
      name: font.postscriptName,
      unitsPerEm: font.unitsPerEm,
      box: [minX, minY, maxX, maxY],
      italicAngle: font.italicAngle,
      ascent: font.ascent,
      descent: font.descent,
      capHeight: font.capHeight || font.ascent,
      xHeight: font.xHeight || 0
    },
    advance: (glyph) => font.getGlyph(glyph).advanceWidth,
    subset: (glyphs) => {
      // Its types know neither its list of glyphs nor that a glyph may stand in it twice.
      const chosen = font.createSubset() as unknown as {
        glyphs: number[]
        encode: () => Uint8Array
      }
      chosen.glyphs = [...glyphs]
      return chosen.encode()
    }
  }
}
