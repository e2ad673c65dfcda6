/** Names of the codes that a document shows as words: units, and methods of payment. */
import type { Language } from "../../domain/text/Language.ts"
import { pluralRules } from "../../domain/text/LocaleFormats.ts"

/**
 * Units of UN/ECE Rec 20 and 21 that agencies invoice: time, pieces of work, print, travel, data.
 * The recommendation has some 2,100 more, most of them of industry.
 */
type NamedUnit =
  | "4L"
  | "ACT"
  | "ANN"
  | "C62"
  | "D68"
  | "DAY"
  | "DZN"
  | "E34"
  | "E35"
  | "E48"
  | "E49"
  | "E51"
  | "E53"
  | "E54"
  | "EA"
  | "H87"
  | "HUR"
  | "IE"
  | "KT"
  | "LH"
  | "LS"
  | "LTR"
  | "MIL"
  | "MIN"
  | "MON"
  | "NAR"
  | "NMP"
  | "PR"
  | "QAN"
  | "RM"
  | "SAN"
  | "SEC"
  | "SET"
  | "SMI"
  | "SX"
  | "WEE"
  | "XBX"
  | "XPK"
  | "ZP"

/** Units whose symbols are the same in every language. */
const symbols: Readonly<Record<string, string>> = {
  CMT: "cm",
  GRM: "g",
  KGM: "kg",
  KMT: "km",
  KWH: "kWh",
  MLT: "ml",
  MMT: "mm",
  MTK: "m²",
  MTQ: "m³",
  MTR: "m",
  P1: "%",
  TNE: "t"
}

type NamedMethod = "bank_transfer" | "card" | "cash" | "check" | "credit" | "direct_debit"

const find = <Name>(names: Readonly<Record<string, Name>>, code: string): Name | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined

/**
 * Singular and plural, or one form for both. A unit without a name is printed as its code: an
 * English name in a document of another language would not be its declared language.
 */
export const unitNames =
  (
    language: Language,
    names: Readonly<Record<NamedUnit, string | readonly [one: string, other: string]>>
  ) =>
  (code: string, quantity: number): string => {
    const name =
      find<string | readonly [string, string]>(names, code) ?? find(symbols, code) ?? code
    if (typeof name === "string") return name
    return pluralRules(language).select(quantity) === "one" ? name[0] : name[1]
  }

/** `bank_transfer` has a name in each language; another method is the agency's own text. */
export const paidBy =
  (before: string, names: Readonly<Record<NamedMethod, string>>) =>
  (method: string): string =>
    `${before}${find(names, method) ?? method.replaceAll("_", " ")}`
