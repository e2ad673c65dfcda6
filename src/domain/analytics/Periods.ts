/**
 * The periods of a range of days: whole months, quarters or years, but for the first and the last,
 * which end where the range does. They follow each other without a gap.
 */
import { Data, Result, Schema } from "effect"
import { CalendarDate } from "../time/CalendarDate.ts"

export const Interval = Schema.Literals(["month", "quarter", "year"])
export type Interval = typeof Interval.Type

export interface Period {
  /** `2026-03`, `2026-Q1` or `2026`. */
  readonly name: string
  /** First and last day, both included. */
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Ten years of months: what a chart shows, and what an answer may cost. */
export const maxPeriods = 120
const periodsByDefault = 12

const months: Readonly<Record<Interval, number>> = { month: 1, quarter: 3, year: 12 }

/** The number of periods since the year 0. */
const indexOf = (date: CalendarDate, interval: Interval): number =>
  Math.floor((Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1) / months[interval])

const padded = (value: number, digits: number): string => String(value).padStart(digits, "0")

const beginning = (index: number, interval: Interval) => {
  const month = index * months[interval]
  return { year: Math.floor(month / 12), month: (month % 12) + 1 }
}

const firstDay = (index: number, interval: Interval): CalendarDate => {
  const { year, month } = beginning(index, interval)
  return CalendarDate.make(`${padded(year, 4)}-${padded(month, 2)}-01`)
}

const lastDay = (index: number, interval: Interval): CalendarDate => {
  const { year, month } = beginning(index + 1, interval)
  const day = new Date(0)
  // Not by the constructor, which takes a year below 100 for one of the last century.
  day.setUTCFullYear(year, month - 1, 0)
  return CalendarDate.make(day.toISOString().slice(0, 10))
}

const nameOf = (index: number, interval: Interval): string => {
  const { year, month } = beginning(index, interval)
  if (interval === "year") return padded(year, 4)
  return interval === "quarter"
    ? `${padded(year, 4)}-Q${Math.ceil(month / 3)}`
    : `${padded(year, 4)}-${padded(month, 2)}`
}

export class RangeRefused extends Data.TaggedError("RangeRefused")<{ readonly message: string }> {}

export interface Range {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly interval: Interval
}

/** By default the twelve periods up to today. */
export const rangeOf = (
  given: { readonly from?: CalendarDate; readonly to?: CalendarDate; readonly interval?: Interval },
  today: CalendarDate
): Result.Result<Range, RangeRefused> => {
  const { to = today, interval = "month" } = given
  const earliest = Math.max(indexOf(to, interval) - periodsByDefault + 1, 12 / months[interval])
  const { from = firstDay(earliest, interval) } = given
  if (from > to) return Result.fail(new RangeRefused({ message: "from: must not be after to" }))
  const count = indexOf(to, interval) - indexOf(from, interval) + 1
  return count > maxPeriods
    ? Result.fail(
        new RangeRefused({
          message: `from: the range has ${count} periods, and may have ${maxPeriods}; ask for a longer interval or fewer days`
        })
      )
    : Result.succeed({ from, to, interval })
}

export const periodsOf = ({ from, to, interval }: Range): ReadonlyArray<Period> => {
  const first = indexOf(from, interval)
  const count = indexOf(to, interval) - first + 1
  return Array.from({ length: count }, (_, at) => {
    const [begin, end] = [firstDay(first + at, interval), lastDay(first + at, interval)]
    return {
      name: nameOf(first + at, interval),
      from: begin < from ? from : begin,
      to: end > to ? to : end
    }
  })
}
