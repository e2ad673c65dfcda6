/**
 * Mail template: the content of a mail as parts, from which its text and its HTML are rendered.
 * Days and times are formatted in the seller's zone.
 */
import { DateTime } from "effect"
import { dateFormat } from "../../domain/text/LocaleFormats.ts"
import { dayIn } from "../../domain/time/CalendarDate.ts"
import type { Seller } from "../../domain/workspaces/Workspace.ts"
import { localeFormats } from "../pdf/Memoize.ts"

export type MailPart =
  /** Line breaks stay. */
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "facts"; readonly rows: ReadonlyArray<readonly [name: string, value: string]> }
  | { readonly kind: "action"; readonly label: string; readonly url: string }

export interface MailTemplate {
  readonly subject: string
  /** The text that mail programs show beside the subject in the list of mails. */
  readonly preview: string
  /** The name in the greeting, unless the person's message has a greeting. */
  readonly to: string
  readonly message?: string | null
  readonly parts: ReadonlyArray<MailPart | null>
}

export const words = (text: string): MailPart => ({ kind: "words", text })
export const message = (text: string | null): MailPart | null =>
  text === null ? null : words(text)
export const facts = (...rows: ReadonlyArray<readonly [string, string] | null>): MailPart => ({
  kind: "facts",
  rows: rows.filter((row) => row !== null)
})
export const action = (label: string, url: string): MailPart => ({ kind: "action", label, url })

export const dayOf = ({ locale, timeZone }: Seller, at: DateTime.Utc): string =>
  localeFormats(locale).date(dayIn(DateTime.zoneMakeNamedUnsafe(timeZone), at))

/** To the minute, with the zone, so that readers can compare it with their own actions. */
export const timeOf = ({ locale, timeZone }: Seller, at: DateTime.Utc): string =>
  dateFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone
  }).format(DateTime.toEpochMillis(at))
