/**
 * Token buckets on Effect's RateLimiter: in this process, or shared through Redis. While Redis is
 * unavailable the service continues with the buckets of this process and logs a warning.
 *
 * The buckets of this process are in one LRU cache per kind of caller. A flood of unknown addresses
 * evicts buckets of its own kind, never those of a workspace or an account.
 */
import { Context, Duration, Effect, Layer, Redacted, Ref } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { LRUCache } from "lru-cache"
import { type Allowance, LimitExceeded, RateLimits } from "../../app/ports/RateLimits.ts"
import {
  failureLimit,
  mailSlotLimit,
  mailSlots,
  type PlanLimit,
  planLimits,
  trialLimits
} from "../../domain/access/RateLimit.ts"

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
const makeLocalLimiter = RateLimiter.make.pipe(
  Effect.updateService(RateLimiter.RateLimiterStore, (memory) => ({
    ...memory,
    tokenBucket: makeTokenBucket()
  })),
  Effect.provide(RateLimiter.layerStoreMemory)
)

/** A slower Redis counts as unreachable: a limit must not slow down the requests it protects. */
const redisTimeout = "250 millis"

/** Buckets in the memory of this process. */
const makeLocal = Effect.map(makeLocalLimiter, ({ consume }) => consume)

type Consume = Effect.Success<typeof makeLocal>

const wholeSeconds = (duration: Duration.Duration): number =>
  Math.ceil(Duration.toSeconds(duration))

const makeLimits = (consume: Consume): RateLimits["Service"] => {
  const takeFrom = (key: string, limit: PlanLimit, tokens: number) =>
    consume({
      key,
      limit: limit.burst,
      window: Duration.seconds(limit.windowSeconds),
      algorithm: "token-bucket",
      tokens
    }).pipe(
      Effect.map(
        (result): Allowance => ({
          limit,
          remaining: Math.max(0, Math.floor(result.remaining)),
          resetSeconds: wholeSeconds(result.resetAfter)
        })
      ),
      Effect.catchReason(
        "RateLimiterError",
        "RateLimitExceeded",
        ({ retryAfter }) =>
          Effect.fail(
            new LimitExceeded({
              allowance: { limit, remaining: 0, resetSeconds: Math.ceil(limit.windowSeconds) },
              retryAfterSeconds: Math.max(1, wholeSeconds(retryAfter))
            })
          ),
        Effect.die
      )
    )
  const takeSlot = (recipient: string, slot: number): Effect.Effect<boolean> =>
    takeFrom(`mail:${slot}:${recipient}`, mailSlotLimit, 1).pipe(
      Effect.as(true),
      Effect.catchTag("LimitExceeded", () =>
        slot + 1 < mailSlots ? takeSlot(recipient, slot + 1) : Effect.succeed(false)
      )
    )
  return {
    boundsMails: true,
    takeMailTo: (recipient) => takeSlot(recipient, 0),
    take: (workspaceId, plan) => takeFrom(`workspace:${workspaceId}`, planLimits[plan], 1),
    look: (workspaceId, plan) =>
      takeFrom(`workspace:${workspaceId}`, planLimits[plan], 0).pipe(
        Effect.catchTag("LimitExceeded", ({ allowance }) => Effect.succeed(allowance))
      ),
    takeTry: (what, whose) => Effect.asVoid(takeFrom(`${what}:${whose}`, trialLimits[what], 1)),
    recordFailure: (address) => Effect.asVoid(takeFrom(`address:${address}`, failureLimit, 1))
  }
}

/** Buckets of this process alone. */
export const RateLimitsLocal = Layer.effect(RateLimits, Effect.map(makeLocal, makeLimits))

/** No limits, whatever the plan: `RATE_LIMIT=off`. */
export const RateLimitsOff = Layer.succeed(RateLimits, {
  boundsMails: false,
  take: () => Effect.succeed(null),
  look: () => Effect.succeed(null),
  takeTry: () => Effect.void,
  takeMailTo: () => Effect.succeed(true),
  recordFailure: () => Effect.void
})

const redisLimiter = (url: Redacted.Redacted) =>
  RateLimiter.layer.pipe(
    Layer.provide(RateLimiter.layerStoreRedis({ prefix: "retainer:ratelimit:" })),
    Layer.provide(
      Layer.unwrap(
        // some 650 modules, for those who have a Redis.
        Effect.map(
          Effect.promise(() => import("@effect/platform-node/NodeRedis")),
          (NodeRedis) =>
            NodeRedis.layer({
              url: Redacted.value(url),
              disableOfflineQueue: true,
              socket: {
                connectTimeout: 2000,
                reconnectStrategy: (retries) => Math.min(2 ** retries * 50, 2000)
              }
            })
        )
      )
    )
  )

/** Buckets shared through Redis. The start does not wait for it. */
export const RateLimitsRedis = (url: Redacted.Redacted): Layer.Layer<RateLimits> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const local = yield* makeLocal
      const shared = yield* Ref.make<RateLimiter.RateLimiter | null>(null)
      const isAway = yield* Ref.make(false)
      yield* Layer.build(redisLimiter(url)).pipe(
        Effect.flatMap((context) => Ref.set(shared, Context.get(context, RateLimiter.RateLimiter))),
        Effect.catchCause((cause) => Effect.logError("Redis cannot be used", cause)),
        Effect.forkScoped
      )

      const say = (away: boolean) =>
        Effect.flatMap(Ref.getAndSet(isAway, away), (was) =>
          was === away
            ? Effect.void
            : away
              ? Effect.logWarning("Redis is unreachable; this process counts rate limits alone")
              : Effect.logInfo("Redis is reachable; rate limits are shared")
        )

      const consume: Consume = (options) =>
        Effect.gen(function* () {
          const limiter = yield* Ref.get(shared)
          if (limiter === null) return yield* Effect.andThen(say(true), local(options))
          return yield* limiter.consume(options).pipe(
            Effect.timeout(redisTimeout),
            Effect.tap(() => say(false)),
            Effect.catchTag("TimeoutError", () => Effect.andThen(say(true), local(options))),
            Effect.catchReason("RateLimiterError", "RateLimitStoreError", () =>
              Effect.andThen(say(true), local(options))
            )
          )
        })
      return makeLimits(consume)
    })
  )
