/**
 * Optimistic locking of forms: an edit form carries the version that it was opened with. Where
 * somebody else changed the resource meanwhile, the page says who, shows both values of what
 * differs, and keeps what was typed.
 */
import { createHash } from "node:crypto"
import { DateTime, Effect } from "effect"
import { Audit } from "../../app/events/Audit.ts"
import { actorName } from "../../domain/access/Actor.ts"
import { dateFormat } from "../../domain/text/LocaleFormats.ts"
import { textLocaleOf, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { type Child, div, li, p, strong, ul } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { note } from "../Parts.ts"

/** A hash of the representation, as the API's ETag is one. */
export const versionOf = (representation: unknown): string =>
  createHash("sha256").update(JSON.stringify(representation)).digest("hex").slice(0, 32)

/** The last change of an object: its author and time, in the reader's words. */
export const makeLastChange = Effect.gen(function* () {
  const audit = yield* Audit
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { language }: Pick<BrowserRequest, "language">,
    objectId: string
  ) {
    const newest = { order: "newest", beyond: null, limit: 1 } as const
    const [line] = yield* audit.read(workspace, { objectId }, newest)
    if (line === undefined) return null
    const time = dateFormat(textLocaleOf(workspace, language).locale, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: workspace.timeZone
    })
    const { by } = wordsIn(language).invoiceForm.conflict
    return by(actorName(line.actor), time.format(DateTime.toEpochMillis(line.at)))
  })
})

/** The label of a field, its stored value and the typed one. */
export type Compared = readonly [label: string, stored: string, typed: string]

interface Conflict {
  /** The change in a sentence. */
  readonly title: string
  readonly who: string | null
  readonly compared: ReadonlyArray<Compared>
}

export const conflictNote = (
  { language }: Pick<BrowserRequest, "language">,
  { title, who, compared }: Conflict
): Child => {
  const words = wordsIn(language).invoiceForm.conflict
  const value = (text: string) => (text === "" ? words.nothing : text)
  return note(
    "bad",
    p(strong(title)),
    p(words.text, " ", who),
    ul(
      compared
        .filter(([, stored, typed]) => stored !== typed)
        .map(([label, stored, typed]) =>
          li(
            strong(label),
            div(`${words.stored}: ${value(stored)}`),
            div(`${words.typed}: ${value(typed)}`)
          )
        )
    ),
    p(words.saveAnyway)
  )
}
