/**
 * A connection that somebody has for themselves for a while. What is sent together leaves in one flush and
 * is answered in order, the earliest failure first. A statement that is still running when its owner is
 * gone is cancelled, and its connection is not used again.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import type * as PgPool from "@effect/sql-pg/PgPool"
import { Array as Arr, Context, Effect, Exit, Fiber, type Scope, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

type Connection = SqlConnection.Connection
type Transform = Parameters<Connection["execute"]>[2]

/** A statement as the client compiled it. */
export interface Sent {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

export interface Session {
  readonly send: (
    statements: Arr.NonEmptyReadonlyArray<Sent>
  ) => Effect.Effect<ReadonlyArray<PgConnection.Result>, SqlError.SqlError>
  /** Something was sent that nobody waits for any more: the connection ends with its scope. */
  readonly isAbandoned: () => boolean
  /** As a client uses it, a statement at a time. */
  readonly connection: Connection
}

export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Where units of work get their sessions from. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** For changes, until the scope ends; waits for its turn. */
    readonly open: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>
    /** A change that is one statement, and commits by itself; `restore` lets the wait for its turn be interrupted. */
    readonly once: (sent: Sent, restore: Restore) => Effect.Effect<void, SqlError.SqlError>
    /** Each statement by itself. */
    readonly plain: Connection
  }
>()("retainer/infra/sql/Sessions") {}

export const transformed = (rows: ReadonlyArray<PgConnection.Row>, transform: Transform) =>
  transform === undefined ? rows : transform(rows)

type Queries = Pick<PgConnection.PgConnection, "query" | "queryValues" | "stream">

/** A session as a client sees it. */
export const connectionOf = (session: Queries): Connection => {
  const run = (sql: string, params: ReadonlyArray<unknown>, transform: Transform, prepare = true) =>
    Effect.map(session.query(sql, params, prepare), ({ rows }) => transformed(rows, transform))
  return {
    execute: run,
    executeUnprepared: (sql, params, transform) => run(sql, params, transform, false),
    executeRaw: (sql, params) => session.query(sql, params),
    executeValues: (sql, params) => session.queryValues(sql, params),
    executeValuesUnprepared: (sql, params) => session.queryValues(sql, params, false),
    executeStream: (sql, params, transform) => {
      const rows = session.stream(sql, params)
      return transform === undefined ? rows : Stream.map(rows, (row) => transform([row])[0])
    }
  }
}

/** Where only one statement at a time may be on the way, as to a PGlite. */
export const oneByOne = (
  pool: PgPool.PgPool
): Effect.Effect<Session, SqlError.SqlError, Scope.Scope> =>
  Effect.map(pool.reserve, (connection) => ({
    send: (statements) =>
      Effect.forEach(statements, ({ text, parameters }) => connection.query(text, parameters)),
    // An interrupted statement is waited for there.
    isAbandoned: () => false,
    connection: connectionOf(connection)
  }))

/** What became of each, sent in this order and in one write on a connection that pipelines. */
export const inOneWrite = Effect.fnUntraced(function* (
  connection: Pick<PgConnection.PgConnection, "query">,
  statements: ReadonlyArray<Sent>
) {
  const running: Array<Fiber.Fiber<PgConnection.Result, SqlError.SqlError>> = []
  for (const { text, parameters } of statements) {
    const query = connection.query(text, parameters)
    running.push(yield* Effect.forkChild(query, { startImmediately: true }))
  }
  return yield* Fiber.awaitAll(running)
})

const firstFailure = (exits: ReadonlyArray<Exit.Exit<PgConnection.Result, SqlError.SqlError>>) => {
  const results: Array<PgConnection.Result> = []
  for (const exit of exits) {
    if (Exit.isFailure(exit)) return Effect.failCause(exit.cause)
    results.push(exit.value)
  }
  return Effect.succeed(results)
}

/**
 * On connections that pipeline, of which each belongs to one at a time. `cancel` ends what a server
 * process is doing.
 */
export const pipelined = (
  pool: PgPool.PgPool,
  cancel: (processId: number) => Effect.Effect<unknown, SqlError.SqlError>
): Effect.Effect<Session, SqlError.SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const connection = yield* pool.get
    let underWay = 0
    const tracked = <A>(work: Effect.Effect<A, SqlError.SqlError>) =>
      Effect.suspend(() => {
        underWay += 1
        return Effect.onExit(work, (exit) => {
          if (Exit.isSuccess(exit) || !Exit.hasInterrupts(exit)) underWay -= 1
          return Effect.void
        })
      })
    yield* Effect.addFinalizer(() =>
      underWay === 0
        ? Effect.void
        : Effect.andThen(Effect.ignore(cancel(connection.processId)), pool.invalidate(connection))
    )
    return {
      send: (statements) =>
        tracked(
          statements.length > 1
            ? Effect.flatMap(inOneWrite(connection, statements), firstFailure)
            : Effect.map(connection.query(statements[0].text, statements[0].parameters), Arr.of)
        ),
      isAbandoned: () => underWay > 0,
      connection: connectionOf({
        query: (...statement) => tracked(connection.query(...statement)),
        queryValues: (...statement) => tracked(connection.queryValues(...statement)),
        stream: connection.stream
      })
    }
  })
