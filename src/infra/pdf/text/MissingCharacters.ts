/**
 * Warns before the send which characters of an invoice no font has. The fonts are in the rendering
 * threads, so their answers are cached by character and most invoices call no thread.
 */
import { Effect } from "effect"
import { LRUCache } from "lru-cache"
import type { DocumentTexts } from "../../../app/ports/invoices/PdfRenderer.ts"
import { postalLines } from "../../../domain/address/Address.ts"
import { type DocumentWarning, writtenTexts } from "../../../domain/invoices/InvoiceResource.ts"
import { sellerAddressLines } from "../../../domain/workspaces/Workspace.ts"

interface MissingCharacter {
  readonly script: string
  /** Name and version of the package that has it. */
  readonly package: string | null
}

/** By character; null where a font has it. */
export type Answers = ReadonlyMap<string, MissingCharacter | null>

// Latin with accents, Greek, Cyrillic and usual punctuation, which Noto Sans has. A search for
// others needs a thread, and a second one while the first draws.
const surelyDrawn =
  /^[\n\t\u0020-\u024f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u052f\u1e00-\u1eff\u2010-\u203a\u20ac]*$/
const maxReported = 50

/** All texts, in the order of the document. */
const textOf = ({ seller, recipient, projectName, invoice }: DocumentTexts): string =>
  [
    seller.name,
    ...sellerAddressLines(seller),
    seller.vatId,
    seller.taxNumber,
    seller.registration?.id,
    seller.contact?.name,
    seller.contact?.phone,
    seller.contact?.email,
    seller.email,
    seller.bankAccount?.holder,
    seller.paymentNote,
    seller.legalInformation,
    ...postalLines(recipient, seller.locale),
    recipient.vatId,
    recipient.registration?.id,
    recipient.email,
    invoice.number,
    projectName,
    ...writtenTexts(invoice)
  ].join("")

const messageOf = (characters: string, { script, package: name }: MissingCharacter): string => {
  const remedy = name === null ? "Put" : `Install ${name}, or put`
  return (
    `No font has ${characters} (${script}): boxes are drawn instead. ` +
    `${remedy} a font that has them into FONT_DIR, and start the service again.`
  )
}

const warningsOf = (missing: Answers): ReadonlyArray<DocumentWarning> => {
  const groups = new Map<string, { readonly found: MissingCharacter; characters: string[] }>()
  for (const [char, found] of missing) {
    if (found === null) continue
    const key = `${found.script} ${found.package}`
    const group = groups.get(key) ?? { found, characters: [] }
    if (group.characters.length < maxReported) group.characters.push(char)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ found, characters }) => {
    const listed = characters.join("")
    return { path: null, ...found, characters: listed, message: messageOf(listed, found) }
  })
}

export const makeMissingCharacters = (
  ask: (characters: ReadonlyArray<string>) => Effect.Effect<Answers>
) => {
  const known = new LRUCache<string, { readonly missing: MissingCharacter | null }>({ max: 20_000 })
  return Effect.fnUntraced(function* (document: DocumentTexts) {
    const text = textOf(document)
    if (surelyDrawn.test(text)) return []
    const characters = [...new Set(text)].filter((char) => !surelyDrawn.test(char))
    // Reading a character makes it recent, so this document evicts none of its own.
    const unknown = characters.filter((char) => known.get(char) === undefined)
    if (unknown.length > 0) {
      const answers = yield* ask(unknown)
      for (const [char, missing] of answers) known.set(char, { missing })
    }
    return warningsOf(new Map(characters.map((char) => [char, known.get(char)?.missing ?? null])))
  })
}
