/**
 * LRU cache of bytes. Concurrent callers share one in-flight computation (single flight); failures are not cached.
 * All callers get the same array, which they may not change.
 */
import { Effect, Fiber, Scope } from "effect"
import { makeLruCache } from "./LruCache.ts"

/** Bytes, with the key under which they are kept: what was asked for may have changed meanwhile. */
export interface Made {
  readonly key: string
  readonly bytes: Uint8Array
}

interface Making<E> {
  readonly fiber: Fiber.Fiber<Uint8Array, E>
  waiting: number
}

export interface ByteCache<E> {
  readonly get: (key: string, make: Effect.Effect<Made, E>) => Effect.Effect<Uint8Array, E>
  /** How many bytes are kept. */
  readonly size: () => number
}

export const makeByteCache = <E>(
  mostBytes: number
): Effect.Effect<ByteCache<E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Scope.Scope
    const entries = yield* makeLruCache<Uint8Array>(mostBytes, ({ length }) => length)
    const underWay = new Map<string, Making<E>>()

    const forget = (key: string, making: Making<E> | undefined): void => {
      if (underWay.get(key) === making) underWay.delete(key)
    }

    const begin = (key: string, make: Effect.Effect<Made, E>) =>
      Effect.suspend(() => {
        let making: Making<E> | undefined
        return make.pipe(
          Effect.map((made) => {
            entries.set(made.key, made.bytes)
            return made.bytes
          }),
          Effect.ensuring(Effect.sync(() => forget(key, making))),
          Effect.forkIn(scope),
          Effect.map((fiber) => {
            making = { fiber, waiting: 0 }
            underWay.set(key, making)
            return making
          })
        )
      })

    /** Whoever is the last to leave ends the making; who comes after that begins another. */
    const leave = (key: string, making: Making<E>) =>
      Effect.suspend(() => {
        making.waiting -= 1
        if (making.waiting > 0) return Effect.void
        forget(key, making)
        return Fiber.interrupt(making.fiber)
      })

    const wait = (key: string, make: Effect.Effect<Made, E>) =>
      Effect.uninterruptibleMask((restore) => {
        const found = underWay.get(key)
        return Effect.flatMap(
          found === undefined ? begin(key, make) : Effect.succeed(found),
          (making) => {
            making.waiting += 1
            return Effect.onInterrupt(restore(Fiber.join(making.fiber)), () => leave(key, making))
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
