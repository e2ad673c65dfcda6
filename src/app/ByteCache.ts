/**
 * LRU cache of bytes. Concurrent callers share one in-flight computation (single flight). Failures
 * are not cached. All callers get the same array, which they may not change.
 */
import { Effect, Fiber, Scope } from "effect"
import { makeLruCache } from "./LruCache.ts"

/**
 * The computed bytes. Their key may differ from the requested one if the source has changed since.
 */
interface Computed {
  readonly key: string
  readonly bytes: Uint8Array
}

interface InFlight<E> {
  readonly fiber: Fiber.Fiber<Uint8Array, E>
  waiting: number
}

interface ByteCache<E> {
  readonly get: (key: string, make: Effect.Effect<Computed, E>) => Effect.Effect<Uint8Array, E>
  /** The number of cached bytes. */
  readonly size: () => number
}

export const makeByteCache = <E>(
  maxBytes: number
): Effect.Effect<ByteCache<E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Scope.Scope
    const entries = yield* makeLruCache<Uint8Array>(maxBytes, ({ length }) => length)
    const inFlight = new Map<string, InFlight<E>>()

    const remove = (key: string, current: InFlight<E> | undefined): void => {
      if (inFlight.get(key) === current) inFlight.delete(key)
    }

    const begin = (key: string, make: Effect.Effect<Computed, E>) =>
      Effect.suspend(() => {
        let current: InFlight<E> | undefined
        return make.pipe(
          Effect.map((made) => {
            entries.set(made.key, made.bytes)
            return made.bytes
          }),
          Effect.ensuring(Effect.sync(() => remove(key, current))),
          Effect.forkIn(scope),
          Effect.map((fiber) => {
            current = { fiber, waiting: 0 }
            inFlight.set(key, current)
            return current
          })
        )
      })

    /** The last caller that is interrupted also interrupts the computation. */
    const leave = (key: string, current: InFlight<E>) =>
      Effect.suspend(() => {
        current.waiting -= 1
        if (current.waiting > 0) return Effect.void
        remove(key, current)
        return Fiber.interrupt(current.fiber)
      })

    const wait = (key: string, make: Effect.Effect<Computed, E>) =>
      Effect.uninterruptibleMask((restore) => {
        const found = inFlight.get(key)
        return Effect.flatMap(
          found === undefined ? begin(key, make) : Effect.succeed(found),
          (current) => {
            current.waiting += 1
            return Effect.onInterrupt(restore(Fiber.join(current.fiber)), () => leave(key, current))
          }
        )
      })

    return {
      size: () => entries.calculatedSize,
      get: (key, make) =>
        Effect.suspend(() => {
          const found = entries.get(key)
          return found === undefined ? wait(key, make) : Effect.succeed(found)
        })
    }
  })
