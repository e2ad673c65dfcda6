/**
 * Units of work on PostgreSQL. A transaction that conflicts with a concurrent one is repeated, with
 * its rows locked before they are read: the first try stored nothing. A transaction that loses its
 * connection before its COMMIT is repeated too; afterwards its outcome is unknown
 * (`OutcomeUnknown`). A request whose lock is not granted in time ends with `Busy`, because its
 * caller has waited long enough. A worker has no caller and tries again. A rehearsal reads, and
 * writes nothing.
 */
import { type Cause, Context, Effect, Exit, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { Busy, CurrentLane } from "../../app/AdmissionControl.ts"
import { type OutcomeUnknown, Transaction, UnitOfWork } from "../../app/ports/UnitOfWork.ts"
import { CurrentRehearsal, type Rehearsal } from "../../domain/Rehearsal.ts"
import { Database } from "../postgres/Database.ts"
import {
  isHeld,
  isLockTimeout,
  isLostConnection,
  overtakenBy,
  rowChangedOf,
  sqlErrorIn
} from "../postgres/Failures.ts"
import { type Connections, OpenTransaction } from "../postgres/OpenTransaction.ts"
import { RehearsedTransaction } from "../postgres/RehearsedTransaction.ts"

/** The first try reads rows before it locks them, the others lock first. */
const maxTries = 3

/** Pauses of a worker between its tries for a lock. */
const workerPauses = ["1 second", "4 seconds", "15 seconds"] as const

/** The transaction that the fiber works in. */
const current = (context: Context.Context<never>): OpenTransaction | undefined => {
  const transaction = Context.getOrUndefined(context, Transaction)
  return transaction instanceof OpenTransaction && !transaction.isEnded ? transaction : undefined
}

/** Its failure undoes the transaction around it as a whole. */
const failing = <A, E, R>(
  transaction: OpenTransaction | RehearsedTransaction,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  Effect.onExit(Effect.provideService(effect, Transaction, transaction), (exit) =>
    Effect.sync(() => {
      if (Exit.isFailure(exit)) transaction.fail()
    })
  )

/** A transaction of reads alone, whose writes are discarded. */
const rehearsed = <A, E, R>(
  { read }: Connections,
  { made }: Rehearsal,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  Effect.withFiber(({ context }) => {
    const around = Context.getOrUndefined(context, Transaction)
    if (around instanceof RehearsedTransaction) return failing(around, effect)
    const transaction = new RehearsedTransaction({ read }, made)
    return Effect.tap(
      Effect.provideService(effect, Transaction, transaction),
      Effect.suspend(() => transaction.end)
    )
  })

/** Part of the transaction around it. */
const joined = <A, E, R>(
  transaction: OpenTransaction,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  failing(
    transaction,
    Effect.tap(effect, () =>
      Effect.orDie(transaction.turn.withPermit(transaction.settleStandIns()))
    )
  )

const isRetryable = (error: SqlError.SqlError): boolean =>
  overtakenBy(error) !== undefined || isLostConnection(error)

const isBackground = Effect.withFiber((fiber) =>
  Effect.succeed(fiber.getRef(CurrentLane).kind === "background")
)

/** The failure after the last try. */
const given = (cause: Cause.Cause<unknown>): Effect.Effect<never> => {
  const error = sqlErrorIn(cause)
  const overtaken = error && overtakenBy(error)
  if (overtaken === "deadlock") return Effect.die(new Busy({ reason: "lock" }))
  return overtaken === "row" ? Effect.die(rowChangedOf(error)) : Effect.die(error)
}

export const UnitOfWorkSql = Layer.effect(
  UnitOfWork,
  Effect.gen(function* () {
    const { connections } = yield* Database

    const once = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      locksFirst: boolean
    ): Effect.Effect<A, E, Exclude<R, Transaction>> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const transaction = new OpenTransaction(connections, locksFirst)
          const work = Effect.provideService(effect, Transaction, transaction)
          return Effect.flatMap(Effect.exit(restore(work)), (exit) => {
            const end: Effect.Effect<void, SqlError.SqlError | OutcomeUnknown> = Exit.isSuccess(
              exit
            )
              ? transaction.commit(restore)
              : transaction.rollback()
            const closed = end.pipe(
              Effect.onError(() => transaction.rollback()),
              Effect.onExit((ended) => transaction.close(ended)),
              Effect.orDie
            )
            const all = Exit.isSuccess(exit)
              ? Effect.andThen(closed, transaction.afterCommitted)
              : closed
            return Effect.andThen(all, exit)
          })
        })
      )

    const tried = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      tries: number
    ): Effect.Effect<A, E, Exclude<R, Transaction>> =>
      Effect.catchCause(once(effect, tries > 1), (cause) => {
        const error = sqlErrorIn(cause)
        if (isHeld(error)) return Effect.die(new Busy({ reason: "moving" }))
        if (error === undefined || !isRetryable(error)) return Effect.failCause(cause)
        if (tries >= maxTries) return given(cause)
        const again = tried(effect, tries + 1)
        return overtakenBy(error) === "deadlock" ? Effect.delay(again, "10 millis") : again
      })

    const patient = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      pauses: ReadonlyArray<(typeof workerPauses)[number]>
    ): Effect.Effect<A, E, Exclude<R, Transaction>> =>
      Effect.catchCause(tried(effect, 1), (cause) => {
        const error = sqlErrorIn(cause)
        if (error === undefined || !isLockTimeout(error)) return Effect.failCause(cause)
        return Effect.flatMap(isBackground, (background) => {
          if (!background) return Effect.die(new Busy({ reason: "lock" }))
          const [pause, ...rest] = pauses
          return pause === undefined
            ? Effect.failCause(cause)
            : Effect.delay(patient(effect, rest), pause)
        })
      })

    return UnitOfWork.of({
      transact: (effect) =>
        Effect.withFiber((fiber) => {
          const rehearsal = fiber.getRef(CurrentRehearsal)
          if (rehearsal !== null) return rehearsed(connections, rehearsal, effect)
          const around = current(fiber.context)
          return around === undefined ? patient(effect, workerPauses) : joined(around, effect)
        })
    })
  })
)
