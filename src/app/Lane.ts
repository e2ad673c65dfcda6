/**
 * On whose account a change of the database is made. Changes queue by lane, so that whoever waits for
 * a lock holds up their own lane and nobody else's; a lane that is full, and a lock that is not given
 * in time, end the work with `Busy`, which the edges turn into "try again".
 */
import { Cause, Context, Data, Effect } from "effect"
import type { WorkspaceId } from "../domain/Ids.ts"

export type Lane =
  /** Workers and the command line. They are few, and they wait. */
  | { readonly kind: "background" }
  /** Migrations run before all other work of a process, so they share with no other lane. */
  | { readonly kind: "migration" }
  /** Callers without a credential: sign-in, tokens, payment links, processors, the portal. */
  | { readonly kind: "outside"; readonly address: string }
  | { readonly kind: "workspace"; readonly workspaceId: WorkspaceId }

/** No caller waits for an answer, so the work may wait without a limit. */
export const isPatient = ({ kind }: Lane): boolean => kind === "background" || kind === "migration"

export const background: Lane = { kind: "background" }

/** The lane of the running fiber; every request gets one at the edge. */
export const CurrentLane = Context.Reference<Lane>("retainer/app/CurrentLane", {
  defaultValue: () => background
})

export const laneOf = (workspaceId: WorkspaceId): Lane => ({ kind: "workspace", workspaceId })

const manyChanges = {
  message: "Too many changes are waiting already; nothing was changed, try again",
  seconds: 2
}

const busyReasons = {
  lock: {
    message: "Another request is changing the same resource; nothing was changed, try again",
    seconds: 1
  },
  queue: manyChanges,
  connections: manyChanges,
  uploads: {
    message: "Too many files are being uploaded; nothing was stored, try again in 5 seconds",
    seconds: 5
  },
  drawings: {
    message: "Too many documents are waiting to be drawn; try again in 5 seconds",
    seconds: 5
  },
  passwords: {
    message: "Too many people are signing in; wait 5 seconds and try again",
    seconds: 5
  }
} as const

/**
 * Nothing was changed, and the same request may succeed in a moment. It travels as a defect: no use
 * case can do anything about it, and every one of them may meet it.
 */
export class Busy extends Data.TaggedError("Busy")<{
  readonly reason: keyof typeof busyReasons
}> {
  override get message() {
    return busyReasons[this.reason].message
  }
  /** Whole seconds. */
  get retryAfterSeconds() {
    return busyReasons[this.reason].seconds
  }
}

/** The first `Busy` defect of a cause. */
export const busyIn = (cause: Cause.Cause<unknown>): Busy | undefined =>
  cause.reasons
    .filter(Cause.isDieReason)
    .map(({ defect }) => defect)
    .find((defect) => defect instanceof Busy)

/** Answers `Busy` in place of letting it die. */
export const onBusy =
  <A2, E2, R2>(answer: (busy: Busy) => Effect.Effect<A2, E2, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | A2, E | E2, R | R2> =>
    Effect.catchDefect(
      effect,
      (defect): Effect.Effect<A2, E2, R2> =>
        defect instanceof Busy ? answer(defect) : Effect.die(defect)
    )

/**
 * Notes beside reads ("last used"): the read must not wait for its note, and nobody misses one that
 * could not be made. Of several for the same one at a time one is made. Not for use in a transaction.
 */
export const makeNotes = (what: string) => {
  const underWay = new Set<string>()
  return <R>(whose: string, note: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
    Effect.suspend(() => {
      if (underWay.has(whose)) return Effect.void
      underWay.add(whose)
      return note.pipe(
        Effect.catchCause((cause) => Effect.logDebug(`${what} could not be noted`, cause)),
        Effect.ensuring(Effect.sync(() => underWay.delete(whose))),
        Effect.provideService(CurrentLane, background),
        Effect.forkDetach({ startImmediately: true }),
        Effect.asVoid
      )
    })
}
