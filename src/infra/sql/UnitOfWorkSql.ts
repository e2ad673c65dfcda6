/**
 * Transactions on PostgreSQL. A deadlock or a serialisation failure undid everything, so the work is
 * simply done again, at most three times.
 */
import { type Cause, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { UnitOfWork } from "../../app/ports/UnitOfWork.ts"

const isTransient = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Die" &&
      SqlError.isSqlError(reason.defect) &&
      ["DeadlockError", "SerializationError"].includes(reason.defect.reason._tag)
  )

export const UnitOfWorkSql = Layer.effect(
  UnitOfWork,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      sql
        .withTransaction(Effect.mapError(effect, (business) => ({ business })))
        .pipe(
          Effect.catch((error) =>
            SqlError.isSqlError(error) ? Effect.die(error) : Effect.fail(error.business)
          )
        )

    const retried = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      retries: number
    ): Effect.Effect<A, E, R> =>
      Effect.catchCause(once(effect), (cause) =>
        retries > 0 && isTransient(cause)
          ? Effect.delay(retried(effect, retries - 1), "10 millis")
          : Effect.failCause(cause)
      )

    return UnitOfWork.of({ transact: (effect) => retried(effect, 3) })
  })
)
