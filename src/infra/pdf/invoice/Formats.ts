/** Memoized formats of a locale: creating them takes longer than drawing a line. */
import { type Formats, formatsOf } from "../../../domain/money/Formats.ts"
import { memoize } from "../Memoize.ts"

export const localeFormats = memoize({ maxEntries: 50, maxKeyLength: 100 }, (locale): Formats => {
  const formats = formatsOf(locale)
  // Most documents are of the last days, and writing a day takes as long as ten amounts.
  return { ...formats, date: memoize({ maxEntries: 100, maxKeyLength: 10 }, formats.date) }
})
