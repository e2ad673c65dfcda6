/**
 * Token buckets of this process, in one LRU cache per kind of caller. A flood of unknown addresses
 * evicts buckets of its own kind, never those of a workspace or an account.
 */
import { Duration, Effect } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { LRUCache } from "lru-cache"

interface Bucket {
  readonly tokens: number
  readonly refilledAt: number
}

/** The bound of each LRU cache. */
export const maxBuckets = 20_000

/** The form of a key is `kind:owner`. */
const kindOf = (key: string): string => key.slice(0, key.indexOf(":"))

type TokenBucket = RateLimiter.RateLimiterStore["Service"]["tokenBucket"]

const makeTokenBucket = (): TokenBucket => {
  const kinds = new Map<string, LRUCache<string, Bucket>>()
  const bucketsOf = (kind: string) => {
    const known = kinds.get(kind)
    if (known !== undefined) return known
    const made = new LRUCache<string, Bucket>({ maxSize: maxBuckets, sizeCalculation: () => 1 })
    kinds.set(kind, made)
    return made
  }

  return ({ key, tokens, limit, refillRate, allowOverflow }) =>
    Effect.clockWith((clock) =>
      Effect.sync(() => {
        const now = clock.currentTimeMillisUnsafe()
        const buckets = bucketsOf(kindOf(key))
        const found = buckets.get(key) ?? { tokens: limit, refilledAt: now }
        const millis = Duration.toMillis(refillRate)
        const added = Math.max(0, Math.floor((now - found.refilledAt) / millis))
        const held = Math.min(limit, found.tokens + added)
        const refilledAt = held >= limit ? now : found.refilledAt + added * millis
        const left = held - tokens
        buckets.set(key, { tokens: left >= 0 || allowOverflow ? left : held, refilledAt })
        return [left, Math.max(0, now - refilledAt)] as const
      })
    )
}

/** A limiter whose buckets are bounded in number; it supports token buckets only. */
export const makeLocalLimiter = RateLimiter.make.pipe(
  Effect.updateService(RateLimiter.RateLimiterStore, (memory) => ({
    ...memory,
    tokenBucket: makeTokenBucket()
  })),
  Effect.provide(RateLimiter.layerStoreMemory)
)
