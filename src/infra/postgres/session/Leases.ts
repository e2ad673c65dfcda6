/**
 * Shared connections for pipelined reads. A check-out of the pool costs more effects than a short
 * query, so a connection is checked out once and shared. When a connection is lost all leases end,
 * because the server has probably closed the others too. The next read takes a new one from the
 * pool.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { Deferred, Effect, Exit, Scope } from "effect"
import type { SqlError } from "effect/sql"
import { isLostConnection } from "../Failures.ts"
import type { Pool } from "./SessionSettings.ts"

interface Lease {
  readonly connection: PgConnection.PgConnection
  readonly scope: Scope.Closeable
  reads: number
  isEnded: boolean
}

/**
 * Reads in progress on every connection at which a further connection is taken. With 8 in place of
 * 32 a mixed load of 32 connections was a tenth slower: another session that wakes up costs more
 * than a longer pipeline.
 */
const crowded = 32

/** Runs a read on a shared connection. */
export type Lend = <A>(
  read: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
) => Effect.Effect<A, SqlError.SqlError>

const isLost = (exit: Exit.Exit<unknown, SqlError.SqlError>): boolean => {
  const error = Exit.findErrorOption(exit)
  return error._tag === "Some" && isLostConnection(error.value)
}

/** Checks out a connection until the lease is closed. */
const openLease = (pool: Pick<Pool, "get">): Effect.Effect<Lease, SqlError.SqlError> =>
  Effect.suspend(() => {
    const scope = Scope.makeUnsafe()
    return Scope.provide(pool.get, scope).pipe(
      Effect.map((connection): Lease => ({ connection, scope, reads: 0, isEnded: false })),
      Effect.onExit((exit) => (Exit.isFailure(exit) ? Scope.close(scope, exit) : Effect.void))
    )
  })

const leastRead = (leases: Iterable<Lease>): Lease | undefined => {
  let least: Lease | undefined
  for (const lease of leases) if (least === undefined || lease.reads < least.reads) least = lease
  return least
}

/** Shares at most `size` connections of the pool. */
export const makeLeases = (
  pool: Pick<Pool, "get">,
  size: number
): Effect.Effect<Lend, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const leases = new Set<Lease>()
    let opening: Deferred.Deferred<Lease, SqlError.SqlError> | undefined
    const close = (lease: Lease) => Scope.close(lease.scope, Exit.void)
    yield* Effect.addFinalizer(() => Effect.forEach(leases, close, { discard: true }))
    // Runs in the background: the driver waits several seconds for a silent server.
    const abandon = (lease: Lease) => Effect.forkIn(close(lease), scope)

    /** Opens one lease at a time (single flight), also if one of the callers is interrupted. */
    const open = Effect.suspend(() => {
      if (opening !== undefined) return Deferred.await(opening)
      const opened = Deferred.makeUnsafe<Lease, SqlError.SqlError>()
      opening = opened
      const filled = Effect.onExit(openLease(pool), (exit) => {
        opening = undefined
        if (Exit.isSuccess(exit)) leases.add(exit.value)
        return Deferred.done(opened, exit)
      })
      return Effect.andThen(Effect.forkIn(filled, scope), Deferred.await(opened))
    })

    /** A lease with reads in progress is closed by its last read. */
    const endAll = Effect.suspend(() => {
      const ended = [...leases]
      leases.clear()
      for (const lease of ended) lease.isEnded = true
      return Effect.forEach(
        ended.filter(({ reads }) => reads === 0),
        abandon,
        { discard: true }
      )
    })

    const lend =
      (lease: Lease): Lend =>
      (read) => {
        lease.reads += 1
        return Effect.onExitPrimitive(read(lease.connection), (exit) => {
          lease.reads -= 1
          if (lease.isEnded) return lease.reads === 0 ? abandon(lease) : undefined
          return Exit.isFailure(exit) && isLost(exit) ? endAll : undefined
        })
      }

    const lendAny: Lend = (read) =>
      Effect.suspend(() => {
        const lease = leastRead(leases)
        if (lease === undefined) {
          return Effect.flatMap(open, (opened) =>
            opened.isEnded ? lendAny(read) : lend(opened)(read)
          )
        }
        return lease.reads >= crowded && leases.size < size && opening === undefined
          ? Effect.andThen(Effect.forkIn(open, scope), lend(lease)(read))
          : lend(lease)(read)
      })
    return lendAny
  })
