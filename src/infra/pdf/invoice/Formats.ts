/** The formats of a locale, made once for the thread: making them takes longer than drawing a line. */
import { type Formats, formatsOf } from "../../../domain/money/Formats.ts"
import { keeping } from "../Keeping.ts"

export const keptFormats = keeping({ most: 50, longest: 100 }, (locale): Formats => {
  const formats = formatsOf(locale)
  // Most documents are of the last days, and writing a day takes as long as ten amounts.
  return { ...formats, date: keeping({ most: 100, longest: 10 }, formats.date) }
})
