/** The language of a locale. */
import { assert, it } from "@effect/vitest"
import { acceptedLanguage, languageOf, languageTag } from "../../../src/domain/text/Language.ts"

it("is that of the locale, and English where there are no words in it", () => {
  const cases = {
    en: "en",
    "en-GB": "en",
    de: "de",
    "de-CH": "de",
    "de-Latn-AT": "de",
    DE: "de",
    "fr-CA": "fr",
    "es-419": "es",
    // Not `de`, though it begins like it.
    den: "en",
    "pt-BR": "en",
    ar: "en",
    "zh-Hant-TW": "en"
  }
  for (const [locale, language] of Object.entries(cases)) {
    assert.strictEqual(languageOf(locale), language, locale)
  }
})

it("is declared with its region only where its figures are of that language", () => {
  assert.strictEqual(languageTag({ language: "de", locale: "de-CH" }), "de-CH")
  assert.strictEqual(languageTag({ language: "en", locale: "de-CH" }), "en")
  assert.strictEqual(languageTag({ language: "en", locale: "en" }), "en")
})

it("is the browser's first one that there are words in", () => {
  const cases = {
    "": "en",
    "*": "en",
    "de-DE,de;q=0.9,en;q=0.8": "de",
    "pt-BR, fr;q=0.5, en;q=0.4": "fr",
    "en;q=0.5, es": "es",
    "de;q=0, fr; q=0.1": "fr",
    "it,nl": "en",
    "de;q=x, es;q=0.2": "es"
  }
  for (const [header, language] of Object.entries(cases)) {
    assert.strictEqual(acceptedLanguage(header), language, header)
  }
  assert.strictEqual(acceptedLanguage(undefined), "en")
})
