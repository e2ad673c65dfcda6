/**
 * Days of time zones by `Intl` alone, so that a simulation does not expect what the service's own
 * calendar says.
 */
export const hour = 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day in the zone, as YYYY-MM-DD. */
export const localDay = (zone: string, at: number): string => {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })
  formats.set(zone, format)
  return format.format(at)
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)

/** The first millisecond after `from` of another day in the zone. */
export const nextMidnight = (zone: string, from: number): number => {
  const day = localDay(zone, from)
  let [before, after] = [from, from + 26 * hour]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDay(zone, middle) === day) before = middle
    else after = middle
  }
  return after
}

/** A repeatable sequence of numbers below 1 (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
