/**
 * Changes that are one statement each, committed together: what comes while others are on their way leaves with
 * the rest of its kind in one transaction, on a connection that nobody else uses. Whoever comes first sends for all
 * that wait. Where one of them fails, nothing of the transaction is left, and each is done again by itself, so
 * that it fails alone. What nobody can know, as after a connection that was lost at COMMIT, fails all.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { Cause, Deferred, Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import { inOneWrite, type Sent } from "./Session.ts"
import { begin, commit, isRolledBack, reported } from "./Transactions.ts"

type Session = Pick<PgConnection.PgConnection, "query">
type Result = Exit.Exit<unknown, SqlError.SqlError>

/** Whether the server refused it: what did not come through, or was lost on the way back, it may have done. */
const isRefused = ({ cause }: Exit.Failure<unknown, SqlError.SqlError>): boolean =>
  reported(Cause.squash(cause), "severityUnlocalized") === "ERROR"

const inTransaction = Effect.fnUntraced(function* (
  session: Session,
  all: ReadonlyArray<Sent>
): Effect.fn.Return<ReadonlyArray<Result>> {
  const exits = yield* inOneWrite(session, [begin, ...all, commit])
  const changes: Array<Result> = exits.slice(1, -1)
  const ended = exits.at(-1)
  if (ended === undefined) return []
  if (Exit.isSuccess(ended) && !isRolledBack(ended.value)) return changes
  // What is checked last may be refused at COMMIT; of any other failure nobody knows what it left.
  if (Exit.isFailure(ended) && !isRefused(ended)) {
    const failure = changes.find(Exit.isFailure) ?? ended
    return changes.map(() => failure)
  }
  return yield* inOneWrite(session, all)
})

interface Waiting {
  readonly sent: Sent
  /** What became of it; or undefined, where it is its turn to send for all. */
  readonly told: Deferred.Deferred<Result | undefined>
}

/** `use` gives a connection that is used for nothing else; at most so many share a transaction. */
export const makeGroupCommit = (
  use: <A>(
    work: (session: Session) => Effect.Effect<A, SqlError.SqlError>
  ) => Effect.Effect<A, SqlError.SqlError>,
  most: number
): ((sent: Sent) => Effect.Effect<void, SqlError.SqlError>) => {
  const waiting: Array<Waiting> = []
  /** Somebody sends, or is about to. */
  let isLed = false

  const together = (all: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Result>> =>
    Effect.map(
      Effect.exit(
        use((session) => (all.length > 1 ? inTransaction(session, all) : inOneWrite(session, all)))
      ),
      (exit) => (Exit.isSuccess(exit) ? exit.value : all.map(() => exit))
    )

  /** Sends it with all that wait, tells them, and leaves the next ones to the first of them. */
  const lead = (sent: Sent) =>
    Effect.suspend(() => {
      const others = waiting.splice(0, most - 1)
      return Effect.flatMap(
        together([sent, ...others.map((one) => one.sent)]),
        ([own, ...exits]) => {
          const next = waiting.shift()
          if (next === undefined) isLed = false
          else Deferred.doneUnsafe(next.told, Exit.succeed(undefined))
          others.forEach(({ told }, place) => {
            Deferred.doneUnsafe(told, Exit.succeed(exits[place] ?? own))
          })
          return own ?? Effect.void
        }
      )
    })

  return (sent) =>
    Effect.uninterruptible(
      Effect.asVoid(
        Effect.suspend(() => {
          if (!isLed) {
            isLed = true
            // Who comes in the same turn leaves together.
            return Effect.andThen(Effect.yieldNow, lead(sent))
          }
          const told = Deferred.makeUnsafe<Result | undefined>()
          waiting.push({ sent, told })
          return Effect.flatMap(Deferred.await(told), (result) => result ?? lead(sent))
        })
      )
    )
}
