/**
 * A database server may come up after its clients: it is waited for, and where it stays away one
 * line says which setting names it and what was met there, without its password.
 */
import { Data, Duration, Effect, Redacted, Schedule } from "effect"
import type { SqlError } from "effect/sql"
import { saidBy } from "../../postgres/Failures.ts"
import { hostsAndDatabase, parseDatabaseUrl } from "../../postgres/session/DatabaseUrl.ts"
import type { SharedSession } from "../../postgres/session/SharedSession.ts"

export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{
  readonly address: string
  readonly reason: string
}> {
  override get message() {
    return `DATABASE_URL: the database at ${this.address} cannot be used: ${this.reason}`
  }
}

type Failure = SqlError.SqlError | SharedSession

/** A client that is rejected now would be rejected in half a minute too. */
const mayPass = (error: Failure): boolean =>
  error._tag === "SqlError" &&
  error.reason._tag !== "AuthenticationError" &&
  error.reason._tag !== "AuthorizationError"

/** Tries until the database answers, at most for `patience`. */
export const awaitDatabase = <R>(
  url: Redacted.Redacted,
  patience: Duration.Input,
  ask: Effect.Effect<unknown, Failure, R>
): Effect.Effect<void, DatabaseUnreachable, R> => {
  const target = parseDatabaseUrl(Redacted.value(url))
  const address = target === undefined ? "" : hostsAndDatabase(target)
  const unreachable = (error: Failure) =>
    new DatabaseUnreachable({ address, reason: saidBy(error) })
  const again = Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: patience }))
  const waiting = (error: Failure) =>
    Effect.logWarning(`${unreachable(error).message}; waiting for it`)
  const retried = Effect.retry(ask, { schedule: again, while: mayPass })
  const first = Duration.isZero(Duration.fromInputUnsafe(patience))
    ? ask
    : Effect.catchIf(ask, mayPass, (error) => Effect.andThen(waiting(error), retried))
  return first.pipe(Effect.mapError(unreachable), Effect.asVoid)
}
