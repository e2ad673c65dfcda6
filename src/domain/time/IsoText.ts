/**
 * An instant as ISO 8601 UTC text, as `Date` writes it. A page of a list has dozens, most of one day: the day
 * is written once, and of the time no more than its digits are looked up.
 */
import { DateTime } from "effect"

const dayMillis = 86_400_000

const digits = (length: number): ReadonlyArray<string> =>
  Array.from({ length: 10 ** length }, (_, n) => String(n).padStart(length, "0"))
const two = digits(2)
const three = digits(3)

let lastDay = Number.NaN
let lastText = ""

export const isoText = (at: DateTime.Utc): string => {
  const millis = DateTime.toEpochMillis(at)
  const day = Math.floor(millis / dayMillis)
  if (day !== lastDay) {
    const text = new Date(millis).toISOString()
    // A year of more or fewer digits is written in another form.
    if (text.length !== 24) return text
    lastDay = day
    lastText = text.slice(0, 11)
  }
  const rest = millis - day * dayMillis
  const minutes = Math.floor(rest / 60_000)
  const seconds = Math.floor(rest / 1000)
  return `${lastText}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1000]}Z`
}
