/** Texts that are the same in English, by language; all others must differ. */
import type { Language } from "../../src/domain/text/Language.ts"

export const sameInEnglish: Readonly<Partial<Record<Language, ReadonlyArray<string>>>> = {
  de: ["IBAN", "BIC", "Name"],
  fr: ["IBAN", "BIC", "Total", "Menu"],
  es: ["Subtotal", "Total", "IBAN", "BIC"]
}
