/**
 * Transactions on PostgreSQL. A deadlock or a serialisation failure undid everything, so the work is
 * simply done again, at most three times. A lock that was not given in time ends a request's work with
 * `Busy`: it has waited long enough, and its caller knows whether to come again. A worker has no caller,
 * so it comes again by itself, without a connection in between.
 */
import { type Cause, Context, Effect, Exit, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Busy, CurrentLane } from "../../app/Lane.ts"
import { UnitOfWork } from "../../app/ports/UnitOfWork.ts"
import { Sessions } from "./Session.ts"
import { isDivisionByZero } from "./Transactions.ts"
import { type RowsInUse, Unit } from "./Unit.ts"

type Reason = SqlError.SqlErrorReason["_tag"]

const isDeadOf = (cause: Cause.Cause<unknown>, reasons: ReadonlyArray<Reason>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Die" &&
      SqlError.isSqlError(reason.defect) &&
      reasons.includes(reason.defect.reason._tag)
  )

/** A row was not as the unit had seen it: so says a statement that did not find what had to be there. */
const isOvertaken = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Die" && isDivisionByZero(reason.defect))

/** Pauses of a worker between its tries for a lock. */
const workerPauses = ["1 second", "4 seconds", "15 seconds"] as const

export const UnitOfWorkSql = Layer.effect(
  UnitOfWork,
  Effect.gen(function* () {
    const { transactionService } = yield* SqlClient.SqlClient
    const sessions = yield* Sessions
    const rows: RowsInUse = new Map()

    /** The unit that the fiber works in, and how deep. */
    const current = (context: Context.Context<never>) => {
      const around = Context.getOrUndefined(context, transactionService)
      return around?.[0] instanceof Unit && around[0].isOver ? undefined : around
    }

    const unitOf = <A, E, R>(effect: Effect.Effect<A, E, R>, unit: Unit): Effect.Effect<A, E, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const work = Effect.provideService(effect, transactionService, [unit, 0])
          return Effect.flatMap(Effect.exit(restore(work)), (exit) => {
            const end = Exit.isSuccess(exit) ? Effect.orDie(unit.commit(restore)) : unit.rollback()
            const closed = Effect.onExit(end, (ended) => unit.close(ended))
            const all = Exit.isSuccess(exit) ? Effect.andThen(closed, unit.done) : closed
            return Effect.andThen(all, exit)
          })
        })
      )

    /** Looks at rows first, and locks them before it does where they changed meanwhile. */
    const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const unit = new Unit(sessions, rows)
        return Effect.catchCause(unitOf(effect, unit), (cause) =>
          unit.hasLooked && isOvertaken(cause)
            ? unitOf(effect, new Unit(sessions))
            : Effect.failCause(cause)
        )
      })

    const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.withFiber((fiber) => {
        const around = current(fiber.context)
        if (around === undefined) return outermost(effect)
        const [unit, depth] = around
        if (!(unit instanceof Unit)) {
          return Effect.die(new Error("a unit of work cannot begin in a transaction of the client"))
        }
        const inner = Effect.provideService(effect, transactionService, [unit, depth + 1])
        return unit.nested(depth + 1, inner)
      })

    const retried = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      retries: number
    ): Effect.Effect<A, E, R> =>
      Effect.catchCause(once(effect), (cause) =>
        retries > 0 && isDeadOf(cause, ["DeadlockError", "SerializationError"])
          ? Effect.delay(retried(effect, retries - 1), "10 millis")
          : Effect.failCause(cause)
      )

    const patient = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      pauses: ReadonlyArray<(typeof workerPauses)[number]>
    ): Effect.Effect<A, E, R> =>
      Effect.catchCause(retried(effect, 3), (cause) =>
        Effect.withFiber((fiber) => {
          // Within a transaction of others the wait would keep their connection.
          const isInner = current(fiber.context) !== undefined
          if (isInner || !isDeadOf(cause, ["LockTimeoutError"])) return Effect.failCause(cause)
          if (fiber.getRef(CurrentLane).kind !== "background") {
            return Effect.die(new Busy({ reason: "lock" }))
          }
          const [pause, ...rest] = pauses
          return pause === undefined
            ? Effect.failCause(cause)
            : Effect.delay(patient(effect, rest), pause)
        })
      )

    return UnitOfWork.of({ transact: (effect) => patient(effect, workerPauses) })
  })
)
