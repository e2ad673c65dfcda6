/**
 * Memoized functions: LRU cache of their results. Longer keys are not cached, so memory is
 * bounded.
 */
import { LRUCache } from "lru-cache"

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
