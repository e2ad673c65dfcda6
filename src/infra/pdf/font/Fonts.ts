/**
 * Font fallback: the first font that has a character draws it. The order is Noto Sans (Latin,
 * Greek, Cyrillic, Vietnamese, Devanagari), the fonts of its script, DejaVu Sans (symbols), then
 * FONT_DIR. A file is read on demand, once per thread, so unused scripts take no memory.
 */
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { checkFont, type Face, faceOf } from "./Face.ts"
import { type FontPackage, fontPackagesFor, optionalPackages } from "./Scripts.ts"

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

export interface Fonts {
  /** The first font that has the character; null where none has. */
  readonly faceFor: (char: string, weight: Weight) => Face | null
  /** The package to install for a character that no font has; null where none is known. */
  readonly installable: (char: string) => FontPackage | null
  /** Draws boxes for characters that no font has. */
  readonly plain: Readonly<Record<Weight, Face>>
}

/** Latin letters, digits and punctuation: most documents need no other characters. */
const common = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("")}\u00a0\u202f·–—‘’“”€£`

/** The path of a package's file; null where the package is not installed. */
export type Resolve = (file: string) => string | null

const resolveInstalled: Resolve = (file) => {
  try {
    return require.resolve(file)
  } catch {
    return null
  }
}

/** A broken font file has no characters: the other fonts are searched, and `doctor` reports it. */
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

/**
 * Reads every font of the directory, and fails with the first broken one. Lists the packages that
 * are not installed.
 */
export const inspectFonts = (directory: string | null) => {
  const own = ownFiles(directory)
  for (const file of own) checkFont(file)
  const absent = optionalPackages.filter((one) => resolveInstalled(fileOf(one, "regular")) === null)
  return { own: own.length, absent }
}

export const makeFonts = (directory: string | null, resolve: Resolve = resolveInstalled): Fonts => {
  // The same for both weights.
  const own = ownFiles(directory).map((file, index) => tolerant(faceOf(`own${index}`, file)))
  const installed = new Map<string, Face | null>()

  const faceOfFile = (name: string, file: string, often?: string): Face | null => {
    const known = installed.get(name)
    if (known !== undefined) return known
    const path = resolve(file)
    const face = path === null ? null : faceOf(name, path, often)
    installed.set(name, face)
    return face
  }
  const packaged = (one: FontPackage, weight: Weight): Face | null =>
    faceOfFile(`${one.family}-${weight}`, fileOf(one, weight), one === plain ? common : undefined)
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
