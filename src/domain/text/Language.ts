/**
 * The languages of documents, mails and clients' pages. A text in another language than these does
 * not exist, so its reader gets English.
 */
import { Schema } from "effect"

export const Language = Schema.Literals(["en", "de", "fr", "es"])
export type Language = typeof Language.Type

/** The language of a text, and the BCP 47 locale of its figures, dates and countries. */
export interface TextLocale {
  readonly language: Language
  readonly locale: string
}

/** The language of documents that were sent before they had one. */
export const languageBefore: Language = "en"

/** The locale of figures in a language that is not the workspace's own. */
export const localeOf: Readonly<Record<Language, string>> = {
  en: "en-GB",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES"
}

const isLanguage = Schema.is(Language)

/** The language of a BCP 47 tag, without script and region: `de` of `de-CH`. */
const primaryOf = (locale: string): string => locale.split("-", 1)[0]?.toLowerCase() ?? ""

/**
 * The BCP 47 tag of a text in this language whose figures are in this locale: `de-CH` for German,
 * but `en` for English with German figures.
 */
export const languageTag = ({ language, locale }: TextLocale): string =>
  primaryOf(locale) === language ? locale : language

/**
 * The language of a BCP 47 locale, with or without script and region; English where this is no
 * language of ours.
 */
export const languageOf = (locale: string): Language => {
  const primary = primaryOf(locale)
  return isLanguage(primary) ? primary : "en"
}

/**
 * The language that the reader's browser prefers, by its `Accept-Language` (RFC 9110 §12.5.4):
 * for pages whose reader chose none.
 */
export const acceptedLanguage = (header = "", otherwise: Language = "en"): Language => {
  const wanted = header.split(",").map((part) => {
    const [tag = "", quality = "q=1"] = part.split(";").map((text) => text.trim())
    return { primary: primaryOf(tag), quality: Number(quality.slice(2)) }
  })
  const [best] = wanted
    .filter(({ primary, quality }) => isLanguage(primary) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return best === undefined ? otherwise : languageOf(best.primary)
}
