/**
 * Every text that a client reads, in each language. One type, so that a missing word does not
 * compile. Texts hold no logic: figures, dates and names come in as formatted texts.
 */
import type { Language } from "../domain/text/Language.ts"
import { documentDe } from "./document/DocumentDe.ts"
import { documentEn } from "./document/DocumentEn.ts"
import { documentEs } from "./document/DocumentEs.ts"
import { documentFr } from "./document/DocumentFr.ts"
import type { DocumentWords } from "./document/DocumentWords.ts"

interface Words {
  readonly document: DocumentWords
}

const words: Readonly<Record<Language, Words>> = {
  en: { document: documentEn },
  de: { document: documentDe },
  fr: { document: documentFr },
  es: { document: documentEs }
}

export const wordsIn = (language: Language): Words => words[language]
