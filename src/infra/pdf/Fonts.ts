/**
 * The fonts in their order of preference. A character goes to the first font that has it: Noto Sans
 * (Latin, Greek, Cyrillic, Vietnamese, Devanagari), the fonts of its script, DejaVu Sans (many symbols),
 * then whatever the operator put into FONT_DIR. A file is read when the first character asks for it,
 * once for the thread, so a script that nobody uses costs no memory.
 */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { create, type Font } from "fontkit"
import { pathOf } from "./Outlines.ts"
import { type FontPackage, fontPackagesFor, optionalPackages } from "./Scripts.ts"
import { makeShaper, type Shaper } from "./Shaper.ts"
import { type Subset, trueTypeSubset } from "./Subset.ts"

const require = createRequire(import.meta.url)

export type Weight = "regular" | "bold"

const cuts: Readonly<Record<Weight, string>> = { regular: "400Regular", bold: "700Bold" }
const symbols: Readonly<Record<Weight, string>> = {
  regular: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"
}
const plain: FontPackage = {
  name: "@expo-google-fonts/noto-sans",
  version: "0.4.2",
  family: "NotoSans",
  isShipped: true
}

const fileOf = ({ name, family }: FontPackage, weight: Weight): string =>
  `${name}/${cuts[weight]}/${family}_${cuts[weight]}.ttf`

interface Parsed {
  readonly font: Font
  readonly shaper: Shaper
  readonly subset: Subset
}

export interface Face {
  readonly name: string
  readonly font: () => Font
  /** What is embedded. */
  readonly subset: Subset
  readonly shaper: () => Shaper
  /** PDF's operators for the outline of a glyph, in units of the font. */
  readonly outline: (glyph: number) => string
  readonly has: (char: string) => boolean
}

export interface Fonts {
  /** The first font that has the character; null where none has. */
  readonly faceFor: (char: string, weight: Weight) => Face | null
  /** The package to install for a character that no font has; null where none is known. */
  readonly installable: (char: string) => FontPackage | null
  /** Draws what no font has, as boxes. */
  readonly plain: Readonly<Record<Weight, Face>>
}

const isFont = (face: ReturnType<typeof create>): face is Font => "hasGlyphForCodePoint" in face

const parse = (file: string): Parsed => {
  const bytes = readFileSync(file)
  const font = create(bytes)
  if (!isFont(font)) throw new Error(`${file} is a collection, not a font`)
  const subset: Subset = (glyphs) => {
    // fontkit's types know neither its list of glyphs nor that a glyph may stand in it twice.
    const chosen = font.createSubset() as unknown as { glyphs: number[]; encode: () => Uint8Array }
    chosen.glyphs = [...glyphs]
    return chosen.encode()
  }
  return { font, shaper: makeShaper(bytes), subset: trueTypeSubset(bytes) ?? subset }
}

const faceOf = (name: string, file: string): Face => {
  let parsed: Parsed | undefined
  const outlines = new Map<number, string>()
  const load = (): Parsed => {
    parsed ??= parse(file)
    return parsed
  }
  return {
    name,
    font: () => load().font,
    shaper: () => load().shaper,
    subset: (glyphs) => load().subset(glyphs),
    outline: (glyph) => {
      let path = outlines.get(glyph)
      if (path === undefined) {
        path = pathOf(load().font.getGlyph(glyph))
        outlines.set(glyph, path)
      }
      return path
    },
    has: (char) => load().font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
  }
}

/** Where a file of a package is; null where the package is not installed. */
export type Resolve = (file: string) => string | null

const resolveInstalled: Resolve = (file) => {
  try {
    return require.resolve(file)
  } catch {
    return null
  }
}

/** A file that is no font has no character: the others are searched, and `doctor` tells. */
const tolerant = (face: Face): Face => {
  let isBroken = false
  return {
    ...face,
    has: (char) => {
      if (isBroken) return false
      try {
        return face.has(char)
      } catch {
        isBroken = true
        return false
      }
    }
  }
}

/** The files of the directory that may be fonts, by name. */
const ownFiles = (directory: string | null): ReadonlyArray<string> =>
  directory === null
    ? []
    : readdirSync(directory)
        .filter((file) => /\.(ttf|otf)$/i.test(file))
        .sort()
        .map((file) => join(directory, file))

/** Reads every font of the directory, and fails with the first that is none; what is not installed. */
export const inspectFonts = (directory: string | null) => {
  const own = ownFiles(directory)
  for (const file of own) parse(file)
  const absent = optionalPackages.filter((one) => resolveInstalled(fileOf(one, "regular")) === null)
  return { own: own.length, absent }
}

export const makeFonts = (directory: string | null, resolve: Resolve = resolveInstalled): Fonts => {
  // The same for both weights.
  const own = ownFiles(directory).map((file, index) => tolerant(faceOf(`own${index}`, file)))
  const installed = new Map<string, Face | null>()

  const faceOfFile = (name: string, file: string): Face | null => {
    const known = installed.get(name)
    if (known !== undefined) return known
    const path = resolve(file)
    const face = path === null ? null : faceOf(name, path)
    installed.set(name, face)
    return face
  }
  const packaged = (one: FontPackage, weight: Weight): Face | null =>
    faceOfFile(`${one.family}-${weight}`, fileOf(one, weight))
  const required = (weight: Weight): Face => {
    const face = packaged(plain, weight)
    if (face === null) throw new Error(`${plain.name} is not installed`)
    return face
  }
  const base = { regular: required("regular"), bold: required("bold") }

  const search = (char: string, weight: Weight): Face | null => {
    if (base[weight].has(char)) return base[weight]
    for (const candidate of fontPackagesFor(char)) {
      const face = packaged(candidate, weight)
      if (face?.has(char) === true) return face
    }
    const rest = faceOfFile(`DejaVu-${weight}`, symbols[weight])
    if (rest?.has(char) === true) return rest
    return own.find((face) => face.has(char)) ?? null
  }

  const found: Readonly<Record<Weight, Map<string, Face | null>>> = {
    regular: new Map(),
    bold: new Map()
  }
  return {
    plain: base,
    installable: (char) =>
      fontPackagesFor(char).find((one) => packaged(one, "regular") === null) ?? null,
    faceFor: (char, weight) => {
      let face = found[weight].get(char)
      if (face === undefined) {
        face = search(char, weight)
        found[weight].set(char, face)
      }
      return face
    }
  }
}
