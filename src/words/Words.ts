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
import { mailDe } from "./mail/MailDe.ts"
import { mailEn } from "./mail/MailEn.ts"
import { mailEs } from "./mail/MailEs.ts"
import { mailFr } from "./mail/MailFr.ts"
import type { MailWords } from "./mail/MailWords.ts"
import { payDe } from "./pages/PayDe.ts"
import { payEn } from "./pages/PayEn.ts"
import { payEs } from "./pages/PayEs.ts"
import { payFr } from "./pages/PayFr.ts"
import type { PayWords } from "./pages/PayWords.ts"
import { portalDe } from "./pages/PortalDe.ts"
import { portalEn } from "./pages/PortalEn.ts"
import { portalEs } from "./pages/PortalEs.ts"
import { portalFr } from "./pages/PortalFr.ts"
import type { PortalWords } from "./pages/PortalWords.ts"

interface Words {
  readonly document: DocumentWords
  readonly mail: MailWords
  readonly pay: PayWords
  readonly portal: PortalWords
}

const words: Readonly<Record<Language, Words>> = {
  en: { document: documentEn, mail: mailEn, pay: payEn, portal: portalEn },
  de: { document: documentDe, mail: mailDe, pay: payDe, portal: portalDe },
  fr: { document: documentFr, mail: mailFr, pay: payFr, portal: portalFr },
  es: { document: documentEs, mail: mailEs, pay: payEs, portal: portalEs }
}

export const wordsIn = (language: Language): Words => words[language]
