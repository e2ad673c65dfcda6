/** Names of the codes that a document shows as words: units, and methods of payment. */
import type { Language } from "../../domain/text/Language.ts"

/** Units of UN/ECE Rec 20 that are usual on an agency's invoices. */
type NamedUnit =
  | "ANN"
  | "C62"
  | "DAY"
  | "E48"
  | "E49"
  | "EA"
  | "H87"
  | "HUR"
  | "KGM"
  | "KMT"
  | "LS"
  | "LTR"
  | "MIN"
  | "MON"
  | "MTK"
  | "MTR"
  | "QAN"
  | "SET"
  | "WEE"

type NamedMethod = "bank_transfer" | "card" | "cash" | "check" | "credit" | "direct_debit"

const find = <Name>(names: Readonly<Record<string, Name>>, code: string): Name | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined

/** Singular and plural, or one form for both. A unit without a name is printed as its code. */
export const unitNames = (
  language: Language,
  names: Readonly<Record<NamedUnit, string | readonly [one: string, other: string]>>
) => {
  const rules = new Intl.PluralRules(language)
  return (code: string, quantity: number): string => {
    const name = find<string | readonly [string, string]>(names, code) ?? code
    if (typeof name === "string") return name
    return rules.select(quantity) === "one" ? name[0] : name[1]
  }
}

/** `bank_transfer` has a name in each language; another method is the agency's own text. */
export const paidBy =
  (before: string, names: Readonly<Record<NamedMethod, string>>) =>
  (method: string): string =>
    `${before}${find(names, method) ?? method.replaceAll("_", " ")}`
