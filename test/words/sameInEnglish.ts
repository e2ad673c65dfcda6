/** Texts that are the same in English, by language; all others must differ. */
import type { Language } from "../../src/domain/text/Language.ts"

export const sameInEnglish: Readonly<Partial<Record<Language, ReadonlyArray<string>>>> = {
  de: ["IBAN", "BIC", "Name", "CSV"],
  fr: ["E-mail", "IBAN", "BIC", "Total", "Menu", "CSV", "Client", "Clients"],
  es: ["Subtotal", "Total", "IBAN", "BIC", "CSV"]
}
