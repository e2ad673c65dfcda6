/**
 * Time buckets of the materialised totals of received money (migration 0019): days of UTC, and
 * quarters of an hour on the first and last day of a month. Months of every present time zone begin
 * with a bucket. If a period begins inside one, its payments are read one by one.
 */
import { DateTime } from "effect"

const minute = 60_000
const quarter = 15 * minute
const day = 24 * 60 * minute

/** The end of the step that holds an instant; null where one begins with it. */
const stepEnd = (at: DateTime.Utc): DateTime.Utc | null => {
  const millis = DateTime.toEpochMillis(at)
  const isEdge = [millis, millis + day].some((one) => new Date(one).getUTCDate() === 1)
  const step = isEdge ? quarter : day
  const into = ((millis % step) + step) % step
  return into === 0 ? null : DateTime.makeUnsafe(millis - into + step)
}

/**
 * A piece of a step that a boundary cuts: it counts for what begins there, and not for what ends.
 */
interface Split {
  readonly from: DateTime.Utc
  readonly until: DateTime.Utc
  /** The index of the period in which its whole bucket is counted. */
  readonly counted: number
  /** The index of the period to which it belongs. */
  readonly belongs: number
}

/** `boundaries` are the beginnings of the periods, and the end of the last. */
export const splitsOf = (boundaries: ReadonlyArray<DateTime.Utc>): ReadonlyArray<Split> =>
  boundaries.flatMap((from, at) => {
    const until = stepEnd(from)
    return until === null ? [] : [{ from, until, counted: at - 1, belongs: at }]
  })
