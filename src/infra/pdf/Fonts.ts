/**
 * The fonts in their order of preference. A character goes to the first font that has it: Noto Sans
 * (Latin, Greek, Cyrillic, Vietnamese, Devanagari), DejaVu Sans (Arabic, Hebrew, many symbols), then
 * whatever the operator put into FONT_DIR. Parsing one takes tens of milliseconds, so it is done once.
 */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { create, type Font } from "fontkit"

const require = createRequire(import.meta.url)

export type Weight = "regular" | "bold"

const files: Readonly<Record<Weight, ReadonlyArray<string>>> = {
  regular: [
    "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
    "dejavu-fonts-ttf/ttf/DejaVuSans.ttf"
  ],
  bold: [
    "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf",
    "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"
  ]
}

export interface Face {
  readonly name: string
  readonly font: Font
}

export type Faces = Readonly<Record<Weight, ReadonlyArray<Face>>>

const isFont = (face: ReturnType<typeof create>): face is Font => "hasGlyphForCodePoint" in face

const parse = (name: string, file: string): Face => {
  const font = create(readFileSync(file))
  if (!isFont(font)) throw new Error(`${file} is a collection, not a font`)
  return { name, font }
}

/** The fonts of the directory, by name; the same for both weights. */
const ownFonts = (directory: string | null): ReadonlyArray<Face> =>
  directory === null
    ? []
    : readdirSync(directory)
        .filter((file) => /\.(ttf|otf)$/i.test(file))
        .sort()
        .map((file, index) => parse(`own${index}`, join(directory, file)))

export const loadFaces = (directory: string | null): Faces => {
  const own = ownFonts(directory)
  const load = (weight: Weight) => [
    ...files[weight].map((file, index) => parse(`${weight}${index}`, require.resolve(file))),
    ...own
  ]
  return { regular: load("regular"), bold: load("bold") }
}
