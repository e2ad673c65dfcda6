/**
 * The languages of documents, mails and clients' pages. A text in another language than these does
 * not exist, so its reader gets English.
 */
import { Schema } from "effect"

export const Language = Schema.Literals(["en", "de", "fr", "es"])
export type Language = typeof Language.Type

const isLanguage = Schema.is(Language)

/** The language of a BCP 47 tag, without script and region: `de` of `de-CH`. */
const primaryOf = (locale: string): string => locale.split("-", 1)[0]?.toLowerCase() ?? ""

/**
 * The BCP 47 tag of a text in this language whose figures are in this locale: `de-CH` for German,
 * but `en` for English with German figures.
 */
export const languageTag = (language: Language, locale: string): string =>
  primaryOf(locale) === language ? locale : language

/**
 * The language of a BCP 47 locale, with or without script and region; English where this is no
 * language of ours.
 */
export const languageOf = (locale: string): Language => {
  const primary = primaryOf(locale)
  return isLanguage(primary) ? primary : "en"
}
