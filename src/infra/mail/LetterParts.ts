/** Constructors for the parts of a letter, and formats of days and times in the seller's zone. */
import { DateTime } from "effect"
import { dayIn } from "../../domain/time/CalendarDate.ts"
import type { Seller } from "../../domain/workspaces/Workspace.ts"
import { localeFormats } from "../pdf/Memoize.ts"
import type { LetterPart } from "./Letter.ts"

export const words = (text: string): LetterPart => ({ kind: "words", text })
export const message = (text: string | null): LetterPart | null =>
  text === null ? null : words(text)
export const facts = (...rows: ReadonlyArray<readonly [string, string] | null>): LetterPart => ({
  kind: "facts",
  rows: rows.filter((row) => row !== null)
})
export const action = (label: string, url: string): LetterPart => ({ kind: "action", label, url })

export const dayOf = ({ locale, timeZone }: Seller, at: DateTime.Utc): string =>
  localeFormats(locale).date(dayIn(DateTime.zoneMakeNamedUnsafe(timeZone), at))

/** To the minute, with the zone, so that readers can compare it with their own actions. */
export const timeOf = ({ locale, timeZone }: Seller, at: DateTime.Utc): string =>
  new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone
  }).format(DateTime.toEpochMillis(at))
