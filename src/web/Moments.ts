/** Moments as a workspace reads them: in its zone and its own form, with the day where it is not today. */
import { DateTime, Effect } from "effect"
import { type ComponentChild, h } from "preact"
import { dayIn } from "../domain/CalendarDate.ts"
import type { Workspace } from "../domain/workspaces/Workspace.ts"

export interface Moments {
  readonly now: DateTime.Utc
  /** To the minute. */
  readonly moment: (at: DateTime.Utc) => ComponentChild
  /** To the second. */
  readonly exactly: (at: DateTime.Utc) => ComponentChild
}

/** Writes moments as they are read now. */
export const momentsIn = ({ locale, timeZone, zone }: Workspace): Effect.Effect<Moments> =>
  Effect.map(DateTime.now, (now) => {
    const today = dayIn(zone, now)
    const writer = (timeStyle: "short" | "medium") => {
      const time = new Intl.DateTimeFormat(locale, { timeStyle, timeZone })
      const full = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone })
      return (at: DateTime.Utc) =>
        h(
          "time",
          { datetime: DateTime.formatIso(at) },
          (dayIn(zone, at) === today ? time : full).format(DateTime.toEpochMillis(at))
        )
    }
    return { now, moment: writer("short"), exactly: writer("medium") }
  })
