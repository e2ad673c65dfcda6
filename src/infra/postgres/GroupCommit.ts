/**
 * Group commit: statements that commit by themselves, and come while others are on their way, share one
 * transaction on one connection. BEGIN is answered first, then all statements leave in one write, then COMMIT.
 * COMMIT is not in the same write: the driver sends a statement that met 0A000 or 26000 again, and behind COMMIT
 * it would commit by itself. Where a statement fails nothing of the group is stored, and each is sent again
 * alone, so that only the one that failed fails.
 */
import { Deferred, Effect, Exit, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { OutcomeUnknown } from "../../app/ports/UnitOfWork.ts"
import { committing } from "./OpenTransaction.ts"
import type { Sent } from "./Statements.ts"
import type { Result, Session } from "./session/Sessions.ts"

type Failure = SqlError.SqlError | OutcomeUnknown
type Outcome = Exit.Exit<Result, Failure>

interface Waiting {
  readonly sent: Sent
  /** The outcome; undefined where its caller is to send for all that wait. */
  readonly outcome: Deferred.Deferred<Outcome | undefined>
}

/** The outcomes where they share a transaction; undefined where nothing of it was stored. */
const together = Effect.fnUntraced(function* (session: Session, all: ReadonlyArray<Sent>) {
  yield* session.begin
  const exits = yield* session.askAll(all)
  if (!exits.every(Exit.isSuccess)) return yield* session.rollback
  const committed = yield* Effect.exit(session.commit)
  if (Exit.isSuccess(committed)) return exits
  // A refusal left nothing; a lost answer may have left everything.
  const isUnknown = committed.cause.reasons.some(
    (reason) => reason._tag === "Fail" && reason.error._tag === "OutcomeUnknown"
  )
  return isUnknown ? all.map((): Outcome => Exit.failCause(committed.cause)) : undefined
})

/** `open` gives a session on a connection of the group's own; at most `most` statements share a transaction. */
export const makeGroupCommit = (
  open: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>,
  most: number
): ((sent: Sent) => Effect.Effect<Result, Failure>) => {
  const waiting: Array<Waiting> = []
  let hasLeader = false

  const withSession = <A, E>(work: (session: Session) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(open, work))
  const alone = (sent: Sent): Effect.Effect<Outcome> =>
    Effect.exit(withSession((session) => committing(session.ask(sent))))

  const send = (all: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Outcome>> =>
    Effect.gen(function* () {
      const outcomes =
        all.length === 1
          ? undefined
          : yield* Effect.orElseSucceed(
              withSession((session) => together(session, all)),
              // The connection was lost before COMMIT was sent.
              () => undefined
            )
      return outcomes ?? (yield* Effect.forEach(all, alone))
    })

  /** Sends its statement with all that wait, then hands over to the first that came in the meantime. */
  const lead = (sent: Sent): Effect.Effect<Result, Failure> =>
    Effect.suspend(() => {
      const others = waiting.splice(0, most - 1)
      return Effect.flatMap(
        send([sent, ...others.map((one) => one.sent)]),
        ([own, ...outcomes]) => {
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
          // Statements of the same turn of the event loop leave together.
          return Effect.andThen(Effect.yieldNow, lead(sent))
        }
        const outcome = Deferred.makeUnsafe<Outcome | undefined>()
        waiting.push({ sent, outcome })
        return Effect.flatMap(Deferred.await(outcome), (found) => found ?? lead(sent))
      })
    )
}
