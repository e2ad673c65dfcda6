/**
 * Preconditions of a change (RFC 9110 §13.1.1): If-Match names the representation that the caller
 * saw. A use case compares it after it locked the row, so no other change can happen before the
 * write.
 */
import { Context, Effect } from "effect"
import { PreconditionFailed } from "../domain/Invalid.ts"

/** Whether a representation is the expected one; null expects nothing. */
export const IfMatch = Context.Reference<((representation: unknown) => boolean) | null>(
  "retainer/app/IfMatch",
  { defaultValue: () => null }
)

interface Resource<A> {
  readonly toWire: (shown: A) => unknown
}

/**
 * The same check for a resource that is not loaded yet; it is read only if the request has an
 * If-Match.
 */
export const requireMatchOf = <A, E, R>(
  { toWire }: Resource<A>,
  read: Effect.Effect<A, E, R>
): Effect.Effect<void, PreconditionFailed | E, R> =>
  Effect.flatMap(IfMatch, (expected) =>
    expected === null
      ? Effect.void
      : Effect.flatMap(read, (shown) =>
          expected(toWire(shown)) ? Effect.void : Effect.fail(new PreconditionFailed())
        )
  )

/** Fails if the request has an If-Match that names another representation of the resource. */
export const requireMatch = <A>(
  resource: Resource<A>,
  shown: A
): Effect.Effect<void, PreconditionFailed> => requireMatchOf(resource, Effect.succeed(shown))

/** The same check for a resource that has several current representations. */
export const requireMatchAmong = <A>(
  { toWire }: Resource<A>,
  shown: ReadonlyArray<A>
): Effect.Effect<void, PreconditionFailed> =>
  Effect.flatMap(IfMatch, (expected) =>
    expected === null || shown.some((one) => expected(toWire(one)))
      ? Effect.void
      : Effect.fail(new PreconditionFailed())
  )
