/** Texts that a page has in common with the same page in English. */

import type { Language } from "../../src/domain/text/Language.ts"
import { sameInEnglish } from "../words/sameInEnglish.ts"

/** The visible texts of the content, and those that are read aloud. */
const textsOf = (body: string): ReadonlyArray<string> => {
  const content = /<main[^>]*>([\s\S]*)<\/main>/.exec(body)?.[1] ?? ""
  const spoken = [...content.matchAll(/(?:aria-label|alt|placeholder)="([^"]*)"/g)]
  return [...content.split(/<[^>]+>/), ...spoken.map(([, text = ""]) => text)]
    .map((text) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').trim())
    .filter((text) => /\p{L}{2}/u.test(text))
}

/** `data` are texts that have no language: names, addresses, and what the API calls them. */
export const untranslated = (
  body: string,
  english: string,
  language: Language,
  data: ReadonlyArray<string | RegExp>
): ReadonlyArray<string> => {
  const known = new Set(textsOf(english))
  const isData = (text: string) =>
    sameInEnglish[language]?.includes(text) === true ||
    data.some((one) => (typeof one === "string" ? one === text : one.test(text)))
  return textsOf(body).filter((text) => known.has(text) && !isData(text))
}
