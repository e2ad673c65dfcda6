/**
 * A day of the calendar, `YYYY-MM-DD` (ISO 8601), that exists: 30 February is refused, not rolled
 * over. Days compare as their texts. "Today" depends on a time zone and always takes one.
 * Also the text of an instant.
 */
import { DateTime, Effect, Schema } from "effect"
import { documented } from "../Documented.ts"

const daysInMonth = (year: number, month: number): number =>
  month === 2
    ? (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

const exists = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export const CalendarDate = Schema.String.check(
  Schema.makeFilter(
    (text) => (exists(text) ? undefined : "must be a date that exists, as YYYY-MM-DD"),
    documented({ format: "date" })
  )
).pipe(Schema.brand("CalendarDate"))
export type CalendarDate = typeof CalendarDate.Type

/** The day `days` after `date`, capped at the last day the form can write. */
export const addDays = (date: CalendarDate, days: number): CalendarDate => {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  const iso = at.toISOString()
  return CalendarDate.make(iso.startsWith("+") ? "9999-12-31" : iso.slice(0, 10))
}

/** Negative where `to` is before `from`. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000

const isUtc = (zone: DateTime.TimeZone): boolean =>
  zone._tag === "Offset" ? zone.offset === 0 : zone.id === "UTC"

/** The date at `instant` in `zone`; for UTC without computing its hours, which is slow. */
export const dayIn = (zone: DateTime.TimeZone, instant: DateTime.Utc): CalendarDate =>
  CalendarDate.make(
    isUtc(zone)
      ? DateTime.formatIsoDateUtc(instant)
      : DateTime.formatIsoDate(DateTime.setZone(instant, zone))
  )

interface Today {
  readonly second: number
  readonly day: CalendarDate
}

/**
 * A cache by time-zone name, of which there are some hundreds: read many times a second, and slow
 * to compute.
 */
const todays = new Map<string, Today>()

/** Today in `zone`, by the Clock; days begin with a second. */
export const todayIn = (zone: DateTime.TimeZone): Effect.Effect<CalendarDate> =>
  Effect.map(DateTime.now, (now) => {
    const name = DateTime.zoneToString(zone)
    const second = Math.floor(DateTime.toEpochMillis(now) / 1000)
    const known = todays.get(name)
    if (known?.second === second) return known.day
    const day = dayIn(zone, now)
    todays.set(name, { second, day })
    return day
  })

const starts = new Map<string, { readonly date: CalendarDate; readonly start: DateTime.Utc }>()

/** The instant at which `date` begins in `zone`; the last result is cached. */
export const startOfDay = (zone: DateTime.TimeZone, date: CalendarDate): DateTime.Utc => {
  const name = DateTime.zoneToString(zone)
  const known = starts.get(name)
  if (known?.date === date) return known.start
  const start = DateTime.toUtc(
    DateTime.makeZonedUnsafe(`${date}T00:00:00`, { timeZone: zone, adjustForTimeZone: true })
  )
  starts.set(name, { date, start })
  return start
}

const years = new Map<string, { readonly year: string; readonly start: DateTime.Utc }>()

/** The instant at which the year of `date` begins in `zone`; the last result is cached. */
export const startOfYear = (zone: DateTime.TimeZone, date: CalendarDate): DateTime.Utc => {
  const name = DateTime.zoneToString(zone)
  const year = date.slice(0, 4)
  const known = years.get(name)
  if (known?.year === year) return known.start
  const start = startOfDay(zone, CalendarDate.make(`${year}-01-01`))
  years.set(name, { year, start })
  return start
}

const dayMillis = 86_400_000

const digits = (length: number): ReadonlyArray<string> =>
  Array.from({ length: 10 ** length }, (_, n) => String(n).padStart(length, "0"))
const two = digits(2)
const three = digits(3)

let lastDay = Number.NaN
let lastText = ""

/**
 * An instant as ISO 8601 UTC text, as `Date` writes it. A page of a list has dozens, most of one
 * day: so the day's text is cached, and the time is made of cached digits.
 */
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
