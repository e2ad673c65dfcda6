/**
 * LRU cache with a bound in bytes. Entries that were not read for 1–2 minutes are evicted; a size
 * bound alone would hold the last load's entries. One value takes at most an eighth of the bound.
 * No timer runs while the cache is empty.
 */
import { Clock, Effect, Scope } from "effect"
import { LRUCache } from "lru-cache"

const idleMillis = 60_000

export const makeLruCache = <Value extends NonNullable<unknown>>(
  maxBytes: number,
  bytesOf: (value: Value, key: string) => number
): Effect.Effect<LRUCache<string, Value>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Scope.Scope
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context<never>())
    let isPurging = false
    const cache = new LRUCache<string, Value>({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: bytesOf,
      ttl: idleMillis,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now: () => clock.currentTimeMillisUnsafe() },
      onInsert: () => {
        if (isPurging) return
        isPurging = true
        run(Effect.forkIn(purge, scope, { startImmediately: true }))
      }
    })
    const purge = Effect.gen(function* () {
      while (cache.size > 0) {
        yield* Effect.sleep(idleMillis)
        cache.purgeStale()
      }
      isPurging = false
    })
    return cache
  })
