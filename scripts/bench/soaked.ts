/** Whether anything grew that should be flat, of what was seen of it over time. */
import { median } from "./measure.ts"

/** What is measured, with its unit and how much more of it is no growth: a factor, and an amount. */
const measures = {
  heap: { unit: "MiB", factor: 1.05, more: 0 },
  rss: { unit: "MiB", factor: 1.1, more: 0 },
  descriptors: { unit: "open files", factor: 1.1, more: 5 },
  connections: { unit: "database connections", factor: 1.1, more: 2 },
  queued: { unit: "queued jobs", factor: 1.5, more: 50 },
  dead: { unit: "% dead rows", factor: 1.5, more: 5 },
  hot: { unit: "MiB of rows that change", factor: 1.2, more: 2 }
} as const
export type Measure = keyof typeof measures

/** Some of the measures; heap is what is in use after a collection. */
export type Look = { readonly minute: number } & Partial<Readonly<Record<Measure, number>>>

const isMeasure = (name: string): name is Measure => name in measures
const names: ReadonlyArray<Measure> = Object.keys(measures).filter(isMeasure)

export const describeLook = (look: Look): string =>
  names
    .flatMap((name) => (look[name] === undefined ? [] : [`${name} ${look[name].toFixed(1)}`]))
    .join(", ")

/**
 * Compares the last third with the middle one, because by then the bounded caches are full. Says
 * what grew; undefined where nothing did.
 */
export const growth = (looks: ReadonlyArray<Look>): string | undefined => {
  const third = Math.floor(looks.length / 3)
  const middle = looks.slice(third, -third)
  const last = looks.slice(-third)
  const grown = names.flatMap((name) => {
    const of = (some: ReadonlyArray<Look>) =>
      median(some.flatMap((look) => (look[name] === undefined ? [] : [look[name]])))
    const { unit, factor, more } = measures[name]
    const [before, after] = [of(middle), of(last)]
    if (!(after > before * factor + more)) return []
    return [`${name} grew from ${before.toFixed(1)} to ${after.toFixed(1)} ${unit}`]
  })
  return grown.length === 0 ? undefined : grown.join(", ")
}
