/**
 * Formats of times and sizes. A time is in the workspace's zone and locale, with its day unless it
 * is today.
 */
import { DateTime, Effect } from "effect"
import { formatsOf } from "../domain/money/Formats.ts"
import type { Language } from "../domain/text/Language.ts"
import { dateFormat, numberFormat } from "../domain/text/LocaleFormats.ts"
import { type CalendarDate, dayIn } from "../domain/time/CalendarDate.ts"
import { textLocaleOf, type Workspace } from "../domain/workspaces/Workspace.ts"
import { type Child, time } from "../html/Elements.ts"

export interface TimeFormats {
  readonly now: DateTime.Utc
  readonly minute: (at: DateTime.Utc) => Child
  readonly second: (at: DateTime.Utc) => Child
}

export const timeFormatsOf = (
  { locale: own, timeZone, zone }: Workspace,
  locale = own
): Effect.Effect<TimeFormats> =>
  Effect.map(DateTime.now, (now) => {
    const today = dayIn(zone, now)
    const formatter = (timeStyle: "short" | "medium") => {
      const short = dateFormat(locale, { timeStyle, timeZone })
      const full = dateFormat(locale, { dateStyle: "medium", timeStyle, timeZone })
      return (at: DateTime.Utc) =>
        time(
          { datetime: DateTime.formatIso(at) },
          (dayIn(zone, at) === today ? short : full).format(DateTime.toEpochMillis(at))
        )
    }
    return { now, minute: formatter("short"), second: formatter("medium") }
  })

/** The day of an instant in the workspace's zone, as readers of the language write it. */
export const dayFormatOf = (workspace: Workspace, language: Language) => {
  const { date } = formatsOf(textLocaleOf(workspace, language).locale)
  return (at: DateTime.Utc): string => date(dayIn(workspace.zone, at))
}

/** A day with the name of its month, and with its year unless that is the current one. */
export const dayInYear = (locale: string, day: CalendarDate, today: CalendarDate): string =>
  dateFormat(locale, {
    day: "numeric",
    month: "long",
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
    timeZone: "UTC"
  }).format(new Date(`${day}T00:00:00Z`))

const units = ["byte", "kilobyte", "megabyte", "gigabyte"]

/** A size in decimal units: 1 kB is 1000 bytes. */
export const formatBytes = (bytes: number, locale = "en"): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  const digits = power > 0 && value < 10 ? 1 : 0
  return numberFormat(locale, {
    style: "unit",
    unit: units[power] ?? "gigabyte",
    unitDisplay: power === 0 ? "long" : "short",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false
  }).format(value)
}

/** Company and person; the person alone where there is no company. */
export const clientName = ({
  company,
  name
}: {
  readonly company: string | null
  readonly name: string
}): string => (company === null || company === "" ? name : `${company}, ${name}`)
