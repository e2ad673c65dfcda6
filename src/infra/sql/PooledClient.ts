/**
 * One SqlClient on two pools. A statement that only reads shares the connections of readers, which
 * never wait for a lock. Transactions, and statements that change something by themselves, enter
 * through the gate and have a connection of their own. A server that has no connection left is waited
 * for. The client speaks as `@effect/sql-pg`'s own does: its parts are put together differently here.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as PgPool from "@effect/sql-pg/PgPool"
import { Effect, Schedule, type Scope, Stream, String as Text } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import type { Gate } from "../../app/Gate.ts"
import { Busy, CurrentLane } from "../../app/Lane.ts"
import type { CredentialChangeLog } from "../../app/people/CredentialChangeLog.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { camelRows } from "./CamelRows.ts"
import { makeGroupCommit } from "./GroupCommit.ts"
import { changedBy } from "./people/CredentialWrites.ts"
import { connectionOf, type Sent, type Session, type Sessions } from "./Session.ts"
import { isRolledBack, reported, rolledBack } from "./Transactions.ts"

type Connection = SqlConnection.Connection

/** How long a foreground fiber waits for a server whose connections are all taken. */
const patience = "8 seconds"
/** Workers would fail what they have begun: they wait longer. */
const backgroundPatience = "1 minute"

/** The server's own words for "no connection left", told before anything was asked of it. */
const isFull = (error: SqlError.SqlError): boolean =>
  "operation" in error.reason &&
  error.reason.operation === "connect" &&
  reported(error, "code") === "53300"

const again = (during: "8 seconds" | "1 minute") =>
  Schedule.spaced("50 millis").pipe(Schedule.jittered, Schedule.upTo({ duration: during }))

/** Asks again for a while; the pool also gives what others of this process have returned. */
const waited = <A, E, R>(
  work: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchIf(
    work,
    (error): error is SqlError.SqlError => SqlError.isSqlError(error) && isFull(error),
    () =>
      Effect.withFiber((fiber) => {
        const isBackground = fiber.getRef(CurrentLane).kind === "background"
        const retried = Effect.retry(work, {
          while: (error) => SqlError.isSqlError(error) && isFull(error),
          schedule: again(isBackground ? backgroundPatience : patience)
        })
        return isBackground
          ? retried
          : Effect.catchIf(
              retried,
              (error) => SqlError.isSqlError(error) && isFull(error),
              () => Effect.die(new Busy({ reason: "connections" }))
            )
      })
  )

/** Anything doubtful counts as a change: that costs a place in the queue, and a reader none. */
export const onlyReads = (sql: string): boolean =>
  /^[\s(]*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|merge|lock|share)\b/i.test(sql)

/** A session for changes; when its scope ends, what they were is told. */
type Change = Effect.Effect<Session, SqlError.SqlError, Scope.Scope>

/** The connection, with each statement shown before it is run. */
const shown = (
  connection: Connection,
  show: (sql: string, params: ReadonlyArray<unknown>) => void
): Connection => {
  const after =
    <A extends ReadonlyArray<unknown>, B>(
      run: (sql: string, params: ReadonlyArray<unknown>, ...rest: A) => B
    ) =>
    (sql: string, params: ReadonlyArray<unknown>, ...rest: A): B => {
      show(sql, params)
      return run(sql, params, ...rest)
    }
  return {
    execute: after(connection.execute),
    executeUnprepared: after(connection.executeUnprepared),
    executeRaw: after(connection.executeRaw),
    executeValues: after(connection.executeValues),
    executeValuesUnprepared: after(connection.executeValuesUnprepared),
    executeStream: after(connection.executeStream)
  }
}

/** Told however the transaction ended: its COMMIT may have been the last that its connection did. */
const telling = (session: Session, { tell }: CredentialChangeLog) =>
  Effect.gen(function* () {
    const changed = new Set<WorkspaceId | null>()
    yield* Effect.addFinalizer(() => Effect.sync(() => changed.forEach(tell)))
    const show = (sql: string, params: ReadonlyArray<unknown>) => {
      const workspaceId = changedBy(sql, params)
      if (workspaceId !== undefined) changed.add(workspaceId)
    }
    return {
      ...session,
      connection: shown(session.connection, show),
      send: (statements) => {
        for (const { text, parameters } of statements) show(text, parameters)
        return session.send(statements)
      }
    } satisfies Session
  })

/** A change that is no transaction: what its lock's timeout means is decided as for transactions. */
const single = <A>(change: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.catchIf(
    change,
    ({ reason }) => reason._tag === "LockTimeoutError",
    (error) =>
      Effect.withFiber<never, SqlError.SqlError>((fiber) =>
        fiber.getRef(CurrentLane).kind === "background"
          ? Effect.fail(error)
          : Effect.die(new Busy({ reason: "lock" }))
      )
  )

/** Each statement by itself, on the connections that are right for it. */
const plainOf = (reads: PgPool.PgPool, change: Change): Connection => {
  const transaction = Effect.map(change, ({ connection }) => connection)
  // A turn later: what is asked in one turn leaves in one write.
  const read = <A>(ask: (connection: Connection) => Effect.Effect<A, SqlError.SqlError>) =>
    Effect.andThen(Effect.yieldNow, waited(reads.use((session) => ask(connectionOf(session)))))
  const on = <A>(
    sql: string,
    ask: (connection: Connection) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> =>
    onlyReads(sql) ? read(ask) : single(Effect.scoped(Effect.flatMap(transaction, ask)))
  return {
    execute: (sql, ...rest) => on(sql, (connection) => connection.execute(sql, ...rest)),
    executeUnprepared: (sql, ...rest) =>
      on(sql, (connection) => connection.executeUnprepared(sql, ...rest)),
    executeRaw: (sql, params) => on(sql, (connection) => connection.executeRaw(sql, params)),
    executeValues: (sql, params) => on(sql, (connection) => connection.executeValues(sql, params)),
    executeValuesUnprepared: (sql, params) =>
      on(sql, (connection) => connection.executeValuesUnprepared(sql, params)),
    executeStream: (sql, params, transform) =>
      Stream.unwrap(
        Effect.map(
          onlyReads(sql) ? Effect.map(waited(reads.reserve), connectionOf) : transaction,
          (connection) => connection.executeStream(sql, params, transform)
        )
      )
  }
}

const commit = (connection: Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    isRolledBack(result) ? Effect.fail(rolledBack) : Effect.void
  )

export interface Pools {
  readonly reads: PgPool.PgPool
  readonly changes: Change
  readonly gate: Gate
  readonly credentials: CredentialChangeLog
  /**
   * For changes that are one statement: a connection on which they are committed together, at most so many, so
   * that those of a workspace do not wait for each other's locks. It waits for no lock of others longer than a
   * moment.
   */
  readonly quick?: { readonly pool: PgPool.PgPool; readonly gate: Gate; readonly together: number }
}

/** What held it up is waited for where nobody else waits behind it. */
const isHeldUp = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "LockTimeoutError" || reason._tag === "StatementTimeoutError"

export const makePooledClient = Effect.fnUntraced(function* (pools: Pools) {
  const { reads, changes, gate, credentials, quick } = pools
  const open: Change = Effect.flatMap(
    Effect.andThen(Effect.catchTag(gate.enter, "Busy", Effect.die), waited(changes)),
    (session) => telling(session, credentials)
  )
  const plain = plainOf(reads, open)
  const client = yield* SqlClient.make({
    driver: "pg",
    acquirer: Effect.succeed(plain),
    borrower: (ask) => ask(plain),
    transactionAcquirer: Effect.map(open, ({ connection }) => connection),
    // Documents are stored as they are: their keys are data.
    compiler: PgClient.makeCompiler(Text.camelToSnake, false),
    transformRows: camelRows,
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  const alone = (sent: Sent) =>
    Effect.scoped(Effect.flatMap(open, (session) => session.send([sent])))
  const inGroup = quick && {
    enter: Effect.catchTag(quick.gate.enter, "Busy", Effect.die),
    commit: makeGroupCommit((work) => waited(quick.pool.use(work)), quick.together)
  }
  const once: Sessions["Service"]["once"] = (sent, restore) => {
    // A change of credentials is told by the session that it is made in.
    if (inGroup === undefined || changedBy(sent.text, sent.parameters) !== undefined) {
      return Effect.asVoid(single(alone(sent)))
    }
    return Effect.andThen(restore(inGroup.enter), inGroup.commit(sent)).pipe(
      Effect.scoped,
      Effect.catchIf(isHeldUp, () => single(alone(sent))),
      Effect.asVoid
    )
  }
  return { client, sessions: { open, plain, once } satisfies Sessions["Service"] }
})
