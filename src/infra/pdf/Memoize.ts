/**
 * Memoized functions: generational cache of their results (as quick-lru). A full generation
 * replaces the older one, and a hit in the older one moves to the present one, so recent entries
 * stay. A drawing has thousands of hits, which lru-cache's list made a tenth of its time. Longer
 * keys are not cached, so memory is bounded.
 */
import { type Formats, formatsOf } from "../../domain/money/Formats.ts"

export const memoize = <A, Rest extends ReadonlyArray<unknown>, Key extends string = string>(
  { maxEntries, maxKeyLength }: { readonly maxEntries: number; readonly maxKeyLength: number },
  make: (key: Key, ...rest: Rest) => A
): ((key: Key, ...rest: Rest) => A) => {
  // Wrapped, because a result may be null or undefined.
  let present = new Map<Key, { readonly result: A }>()
  let older = present
  return (key, ...rest) => {
    const hit = present.get(key)
    if (hit !== undefined) return hit.result
    const entry = older.get(key) ?? { result: make(key, ...rest) }
    if (key.length > maxKeyLength) return entry.result
    present.set(key, entry)
    if (present.size >= maxEntries / 2) {
      older = present
      present = new Map()
    }
    return entry.result
  }
}

/** Formats of a locale: creating them takes longer than drawing a line. */
export const localeFormats = memoize({ maxEntries: 50, maxKeyLength: 100 }, (locale): Formats => {
  const formats = formatsOf(locale)
  // Most documents are of the last days, and formatting a day takes as long as ten amounts.
  const days = { maxEntries: 100, maxKeyLength: 10 }
  return {
    ...formats,
    date: memoize(days, formats.date),
    longDate: memoize(days, formats.longDate)
  }
})
