/**
 * The shipped fonts in their order of preference, read once. A character goes to the first font that
 * has it: Noto Sans (Latin, Greek, Cyrillic, Vietnamese, Devanagari), then DejaVu Sans (Arabic,
 * Hebrew and many symbols).
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

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

export interface FontFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The fonts of each weight, ready to be registered with a document. */
export const loadFonts = (): Readonly<Record<Weight, ReadonlyArray<FontFile>>> => {
  const load = (weight: Weight) =>
    files[weight].map((file, index) => ({
      name: `${weight}${index}`,
      bytes: readFileSync(require.resolve(file))
    }))
  return { regular: load("regular"), bold: load("bold") }
}
