/**
 * Splits a range of issue dates into whole months and single days, which indexes have. A range of
 * years is some dozens of index look-ups.
 */
import { addDays, CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { type MonthsAndDays, monthOf } from "../lists/DayPages.ts"

const isLast = (date: CalendarDate): boolean => monthOf(addDays(date, 1)) > monthOf(date)

const between = (from: CalendarDate, to: CalendarDate): ReadonlyArray<CalendarDate> => {
  const days: Array<CalendarDate> = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    days.push(day)
    // The last possible date has no next day.
    if (day === to) break
  }
  return days
}

const firstOf = (date: CalendarDate) => CalendarDate.make(`${date.slice(0, 8)}01`)

const lastOf = (date: CalendarDate): CalendarDate => {
  let day = date
  while (!isLast(day) && day < "9999-12-31") day = addDays(day, 1)
  return day
}

export const issueDays = (
  from: CalendarDate | undefined,
  to: CalendarDate | undefined
): MonthsAndDays => {
  const beginsWhole = from === undefined || from === firstOf(from)
  const endsWhole = to === undefined || isLast(to)
  const first = from === undefined ? 0 : monthOf(from) + (beginsWhole ? 0 : 1)
  const last =
    to === undefined ? monthOf(CalendarDate.make("9999-12-31")) : monthOf(to) - (endsWhole ? 0 : 1)
  if (from !== undefined && to !== undefined && first > last) {
    return { first, last, days: between(from, to) }
  }
  return {
    first,
    last,
    days: [
      ...(beginsWhole ? [] : between(from, lastOf(from))),
      ...(endsWhole ? [] : between(firstOf(to), to))
    ]
  }
}
