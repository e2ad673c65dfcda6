/** Whether memory grew, of what was seen of it over time. */
import { median } from "./measure.ts"

export interface Look {
  readonly minute: number
  /** Resident, in MiB. */
  readonly rss: number
  /** Objects in use after a collection, in MiB. */
  readonly heap: number
}

/**
 * Compares the last third with the middle one: by then the bounded caches are full. Memory of the
 * system comes and goes by pieces, so it may differ by more than what is alive.
 */
const bounds = { heap: 1.05, rss: 1.1 } as const

/** Says what grew; undefined where nothing did. */
export const growth = (looks: ReadonlyArray<Look>): string | undefined => {
  const third = Math.floor(looks.length / 3)
  const middle = looks.slice(third, -third)
  const last = looks.slice(-third)
  const told = (["heap", "rss"] as const).flatMap((what) => {
    const [before, after] = [middle, last].map((some) => median(some.map((look) => look[what])))
    if (before === undefined || after === undefined || after <= before * bounds[what]) return []
    return [`${what} grew from ${before.toFixed(1)} to ${after.toFixed(1)} MiB`]
  })
  return told.length === 0 ? undefined : told.join(", ")
}
