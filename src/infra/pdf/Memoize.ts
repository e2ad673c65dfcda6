/**
 * Memoized functions: LRU cache of their results. Longer keys are not cached, so memory is
 * bounded.
 */
import { LRUCache } from "lru-cache"
import { type Formats, formatsOf } from "../../domain/money/Formats.ts"

export const memoize = <A, Rest extends ReadonlyArray<unknown>, Key extends string = string>(
  { maxEntries, maxKeyLength }: { readonly maxEntries: number; readonly maxKeyLength: number },
  make: (key: Key, ...rest: Rest) => A
): ((key: Key, ...rest: Rest) => A) => {
  // Wrapped, because a result may be null and the library treats undefined as absent.
  const cache = new LRUCache<Key, { readonly result: A }>({ max: maxEntries })
  return (key, ...rest) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached.result
    const result = make(key, ...rest)
    if (key.length <= maxKeyLength) cache.set(key, { result })
    return result
  }
}

/** Formats of a locale: creating them takes longer than drawing a line. */
export const localeFormats = memoize({ maxEntries: 50, maxKeyLength: 100 }, (locale): Formats => {
  const formats = formatsOf(locale)
  // Most documents are of the last days, and formatting a day takes as long as ten amounts.
  return { ...formats, date: memoize({ maxEntries: 100, maxKeyLength: 10 }, formats.date) }
})
