/** The language of a locale. */
import { assert, it } from "@effect/vitest"
import { languageOf } from "../../../src/domain/text/Language.ts"

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
