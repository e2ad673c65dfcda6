/** Moments as a workspace reads them: in its zone and its own form, with the day where it is not today. */
import { DateTime, Effect } from "effect"
import { dayIn } from "../domain/time/CalendarDate.ts"
import type { Workspace } from "../domain/workspaces/Workspace.ts"
import { type Child, time } from "../html/Elements.ts"

export interface Moments {
  readonly now: DateTime.Utc
  /** To the minute. */
  readonly moment: (at: DateTime.Utc) => Child
  /** To the second. */
  readonly exactly: (at: DateTime.Utc) => Child
}

/** Writes moments as they are read now. */
export const momentsIn = ({ locale, timeZone, zone }: Workspace): Effect.Effect<Moments> =>
  Effect.map(DateTime.now, (now) => {
    const today = dayIn(zone, now)
    const writer = (timeStyle: "short" | "medium") => {
      const short = new Intl.DateTimeFormat(locale, { timeStyle, timeZone })
      const full = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone })
      return (at: DateTime.Utc) =>
        time(
          { datetime: DateTime.formatIso(at) },
          (dayIn(zone, at) === today ? short : full).format(DateTime.toEpochMillis(at))
        )
    }
    return { now, moment: writer("short"), exactly: writer("medium") }
  })
