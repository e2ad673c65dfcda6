/**
 * What a change expects to find (RFC 9110 §13.1.1): the representation that its If-Match names. It is
 * compared under the lock of the change, so nothing comes between the look and the write.
 */
import { Context, Effect } from "effect"
import { PreconditionFailed } from "../domain/Invalid.ts"

/** Whether a representation is the expected one; null expects nothing. */
export const IfMatch = Context.Reference<((representation: unknown) => boolean) | null>(
  "retainer/app/IfMatch",
  { defaultValue: () => null }
)

/** Fails where something else is expected than this representation. */
export const requireMatch = (representation: unknown): Effect.Effect<void, PreconditionFailed> =>
  Effect.flatMap(IfMatch, (expected) =>
    expected === null || expected(representation)
      ? Effect.void
      : Effect.fail(new PreconditionFailed())
  )
