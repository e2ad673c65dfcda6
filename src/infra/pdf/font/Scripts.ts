/**
 * Scripts and the fonts that draw them. Retainer ships font packages below five megabytes.
 * Operators install larger ones, which this table names.
 */

export interface FontPackage {
  readonly name: string
  /** The tested version, which a warning recommends. */
  readonly version: string
  /** Begins the names of its files: `NotoSansThai_400Regular.ttf`. */
  readonly family: string
  readonly isShipped: boolean
}

export interface Script {
  readonly name: string
  /** ISO 15924 */
  readonly tag: string
  readonly pattern: RegExp
  /** In the order of preference. */
  readonly packages: ReadonlyArray<FontPackage>
}

const noto = (
  suffix: string,
  family: string,
  version: string,
  isShipped: boolean
): FontPackage => ({
  name: `@expo-google-fonts/noto-${suffix}`,
  version,
  family: `Noto${family}`,
  isShipped
})
const shipped = (suffix: string, family: string, version: string) => [
  noto(`sans-${suffix}`, `Sans${family}`, version, true)
]

const simplified = noto("sans-sc", "SansSC", "0.4.3", false)
const traditional = noto("sans-tc", "SansTC", "0.4.3", false)
const japanese = noto("sans-jp", "SansJP", "0.4.3", false)
const korean = noto("sans-kr", "SansKR", "0.4.3", false)
const eastAsianPackages = [simplified, japanese, korean, traditional]

const script = (name: string, tag: string, packages: ReadonlyArray<FontPackage> = []): Script => ({
  name,
  tag,
  pattern: new RegExp(`\\p{Script=${name}}`, "u"),
  packages
})

/** Those without a package are in the fonts that every document may use. */
const scripts: ReadonlyArray<Script> = [
  script("Latin", "Latn"),
  script("Greek", "Grek"),
  script("Cyrillic", "Cyrl"),
  script("Devanagari", "Deva"),
  script("Armenian", "Armn"),
  script("Georgian", "Geor"),
  script("Arabic", "Arab", shipped("arabic", "Arabic", "0.4.3")),
  script("Hebrew", "Hebr", shipped("hebrew", "Hebrew", "0.4.1")),
  script("Thaana", "Thaa", shipped("thaana", "Thaana", "0.4.2")),
  script("Thai", "Thai", shipped("thai", "Thai", "0.4.2")),
  script("Lao", "Laoo", shipped("lao", "Lao", "0.4.2")),
  script("Khmer", "Khmr", shipped("khmer", "Khmer", "0.4.3")),
  script("Myanmar", "Mymr", shipped("myanmar", "Myanmar", "0.4.2")),
  script("Bengali", "Beng", shipped("bengali", "Bengali", "0.4.4")),
  script("Tamil", "Taml", shipped("tamil", "Tamil", "0.4.3")),
  script("Telugu", "Telu", shipped("telugu", "Telugu", "0.4.2")),
  script("Gujarati", "Gujr", shipped("gujarati", "Gujarati", "0.4.2")),
  script("Gurmukhi", "Guru", shipped("gurmukhi", "Gurmukhi", "0.4.1")),
  script("Kannada", "Knda", shipped("kannada", "Kannada", "0.4.3")),
  script("Malayalam", "Mlym", shipped("malayalam", "Malayalam", "0.4.2")),
  script("Sinhala", "Sinh", shipped("sinhala", "Sinhala", "0.4.2")),
  script("Oriya", "Orya", shipped("oriya", "Oriya", "0.4.2")),
  script("Ethiopic", "Ethi", shipped("ethiopic", "Ethiopic", "0.4.2")),
  script("Han", "Hani", eastAsianPackages),
  script("Hiragana", "Hira", [japanese, simplified, traditional, korean]),
  script("Katakana", "Kana", [japanese, simplified, traditional, korean]),
  script("Hangul", "Hang", [korean]),
  script("Bopomofo", "Bopo", [traditional, simplified]),
  script("Tibetan", "Tibt", [noto("serif-tibetan", "SerifTibetan", "0.4.2", false)]),
  {
    name: "Emoji",
    tag: "Zyyy",
    pattern: /\p{Extended_Pictographic}|\p{Regional_Indicator}/u,
    packages: [noto("emoji", "Emoji", "0.4.7", true)]
  }
]

/** Packages that operators install where they need them. */
export const optionalPackages: ReadonlyArray<FontPackage> = [
  ...new Set(scripts.flatMap(({ packages }) => packages.filter((one) => !one.isShipped)))
]

/** Punctuation of Chinese, Japanese and Korean, which Unicode gives to no script of its own. */
const eastAsian = /[\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u

const known = new Map<string, Script | null>()

/** Null where the character belongs to any script: digits, punctuation, marks. */
export const scriptOf = (char: string): Script | null => {
  let found = known.get(char)
  if (found === undefined) {
    found = scripts.find(({ pattern }) => pattern.test(char)) ?? null
    known.set(char, found)
  }
  return found
}

/** The packages to search for a character that the fonts of every document lack. */
export const fontPackagesFor = (char: string): ReadonlyArray<FontPackage> =>
  scriptOf(char)?.packages ?? (eastAsian.test(char) ? eastAsianPackages : [])

/** For people: the script by name, where it is known here. */
export const scriptNameOf = (char: string): string =>
  scriptOf(char)?.name ?? (eastAsian.test(char) ? "Han" : "other characters")

/** Whether the character leaves anything on paper. */
export const isDrawn = (char: string): boolean =>
  !/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u.test(char)
