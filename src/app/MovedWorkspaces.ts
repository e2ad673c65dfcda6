/**
 * Refuses what belongs to a workspace that moved to another installation. It is a defect, as `Busy`
 * is: the edge answers, and names the cell, so that a router can pass the request on.
 */
import { Cause, Data, Effect, type Redacted } from "effect"
import { hasSecretForm, type SecretPrefix } from "../domain/people/Credential.ts"
import { Busy } from "./AdmissionControl.ts"
import { Signer } from "./ports/Signer.ts"
import { type MovedKey, WorkspaceMoves } from "./ports/workspaces/WorkspaceMoves.ts"

export class WorkspaceMoved extends Data.TaggedError("WorkspaceMoved")<{
  /** Null if it was not named. */
  readonly cell: string | null
}> {
  override get message() {
    return this.cell === null
      ? "The workspace moved to another server of Retainer: use the address of that one"
      : `The workspace moved to the cell ${this.cell}: use the address of that cell`
  }
}

/** The refusal among the defects of a cause. */
export const movedIn = (cause: Cause.Cause<unknown>): WorkspaceMoved | undefined =>
  cause.reasons
    .filter(Cause.isDieReason)
    .map(({ defect }) => defect)
    .find((defect) => defect instanceof WorkspaceMoved)

/** For a page that serves a visitor without the session too. */
export const nullIfMoved = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A | null, E, R> =>
  Effect.catchDefect(
    effect,
    (defect): Effect.Effect<null> =>
      defect instanceof WorkspaceMoved ? Effect.succeed(null) : Effect.die(defect)
  )

/** Does nothing if the workspace of the key is here, or unknown. */
export const movedRefusal = Effect.map(
  WorkspaceMoves,
  ({ findByKey }) =>
    (key: MovedKey): Effect.Effect<void> =>
      Effect.flatMap(findByKey(key), (move) => {
        if (move === null) return Effect.void
        return Effect.die(
          move.isDecided
            ? new WorkspaceMoved({ cell: move.cell })
            : // Neither installation serves it for a moment.
              new Busy({ reason: "moving" })
        )
      })
)

/** The same for a credential. One without its form costs no query. */
export const movedSecretRefusal = Effect.gen(function* () {
  const signer = yield* Signer
  const refuseMoved = yield* movedRefusal
  return (prefix: SecretPrefix, secret: Redacted.Redacted): Effect.Effect<void> =>
    hasSecretForm(prefix, secret) ? refuseMoved({ hash: signer.hash(secret) }) : Effect.void
})
