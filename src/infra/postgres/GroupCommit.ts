/**
 * Group commit: autocommit statements that arrive while a group is in flight share one transaction
 * on one connection. BEGIN is answered first, then all statements are sent in one write, then
 * COMMIT. COMMIT is not in that write: the driver repeats a statement after 0A000 or 26000, and
 * after COMMIT the repeat would commit by itself. If a statement fails, the group is rolled back
 * and each statement is retried alone. If no connection can be opened, all statements that wait
 * fail: one attempt after the other would take each of them seconds.
 */
import { Cause, Deferred, Effect, Exit, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { Busy } from "../../app/AdmissionControl.ts"
import type { OutcomeUnknown } from "../../app/ports/UnitOfWork.ts"
import { isNotSent } from "./Failures.ts"
import { committing } from "./OpenTransaction.ts"
import type { Sent } from "./Statements.ts"
import type { Result, Session } from "./session/Sessions.ts"

type Failure = SqlError.SqlError | OutcomeUnknown
type Outcome = Exit.Exit<Result, Failure>

interface Waiting {
  readonly sent: Sent
  /** The outcome; undefined if its caller becomes the leader of the next group. */
  readonly outcome: Deferred.Deferred<Outcome | undefined>
}

/** The statement was never sent: no connection could be opened, or the server has no room. */
const isUnsent = (exit: Outcome): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) =>
      (reason._tag === "Die" && reason.defect instanceof Busy) ||
      (reason._tag === "Fail" && reason.error._tag === "SqlError" && isNotSent(reason.error))
  )

/** Runs a group in one transaction; undefined if it was rolled back. */
const inOneTransaction = Effect.fnUntraced(function* (session: Session, all: ReadonlyArray<Sent>) {
  yield* session.begin
  const exits = yield* session.queryAll(all)
  if (!exits.every(Exit.isSuccess)) return yield* session.rollback
  const committed = yield* Effect.exit(session.commit)
  if (Exit.isSuccess(committed)) return exits
  // After a refusal nothing is stored; after a lost answer the group may be stored.
  const isUnknown = committed.cause.reasons.some(
    (reason) => reason._tag === "Fail" && reason.error._tag === "OutcomeUnknown"
  )
  return isUnknown ? all.map((): Outcome => Exit.failCause(committed.cause)) : undefined
})

/** Each statement in a transaction of its own, until no connection can be opened. */
const oneByOne = Effect.fnUntraced(function* (
  all: ReadonlyArray<Sent>,
  alone: (sent: Sent) => Effect.Effect<Outcome>
) {
  const outcomes: Array<Outcome> = []
  for (const sent of all) {
    const last = outcomes.at(-1)
    outcomes.push(last !== undefined && isUnsent(last) ? last : yield* alone(sent))
  }
  return outcomes
})

/** `open` opens a session on the connection for groups of at most `max` statements. */
export const makeGroupCommit = (
  open: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>,
  max: number
): ((sent: Sent) => Effect.Effect<Result, Failure>) => {
  const waiting: Array<Waiting> = []
  let hasLeader = false

  const withSession = <A, E>(work: (session: Session) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(open, work))
  const alone = (sent: Sent): Effect.Effect<Outcome> =>
    Effect.exit(withSession((session) => committing(session.query(sent))))

  const send = (all: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Outcome>> =>
    Effect.gen(function* () {
      if (all.length === 1) return yield* oneByOne(all, alone)
      const group = yield* Effect.exit(withSession((session) => inOneTransaction(session, all)))
      if (Exit.isSuccess(group)) return group.value ?? (yield* oneByOne(all, alone))
      const failed: Outcome = Exit.failCause(group.cause)
      // A connection that was lost before COMMIT was sent is worth another one.
      const isLost = !isUnsent(failed) && !Cause.hasDies(group.cause)
      return isLost ? yield* oneByOne(all, alone) : all.map(() => failed)
    })

  /**
   * Sends the group, then makes the first statement that arrived since the leader of the next one.
   */
  const lead = (sent: Sent): Effect.Effect<Result, Failure> =>
    Effect.suspend(() => {
      const others = waiting.splice(0, max - 1)
      return Effect.flatMap(
        send([sent, ...others.map((one) => one.sent)]),
        ([own, ...outcomes]) => {
          const unsent = [own, ...outcomes].find((one) => one !== undefined && isUnsent(one))
          if (unsent !== undefined) {
            for (const { outcome } of waiting.splice(0)) {
              Deferred.doneUnsafe(outcome, Exit.succeed(unsent))
            }
          }
          const next = waiting.shift()
          if (next === undefined) hasLeader = false
          else Deferred.doneUnsafe(next.outcome, Exit.succeed(undefined))
          others.forEach(({ outcome }, place) => {
            Deferred.doneUnsafe(outcome, Exit.succeed(outcomes[place] ?? own))
          })
          return own ?? Effect.die(new Error("A group commit without an outcome"))
        }
      )
    })

  return (sent) =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        if (!hasLeader) {
          hasLeader = true
          // Groups the statements of one turn of the event loop.
          return Effect.andThen(Effect.yieldNow, lead(sent))
        }
        const outcome = Deferred.makeUnsafe<Outcome | undefined>()
        waiting.push({ sent, outcome })
        return Effect.flatMap(Deferred.await(outcome), (found) => found ?? lead(sent))
      })
    )
}
