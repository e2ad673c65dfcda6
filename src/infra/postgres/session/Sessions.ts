/**
 * Session: a connection that belongs to one transaction. Rules of the wire protocol:
 *
 * 1. No statement follows BEGIN before its answer. A statement that commits by itself needs no
 *    BEGIN.
 * 2. BEGIN, COMMIT and ROLLBACK are sent unprepared: `@effect/sql-pg` 4.0.5 repeats a prepared
 *    statement after SQLSTATE 0A000 or 26000, and a second COMMIT finds no transaction and
 *    "succeeds".
 * 3. A statement is never cancelled. An interrupted caller waits for the answer; then its
 *    transaction is rolled back and the connection is reused. Only a connection whose state is
 *    unknown is closed.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import type * as PgPool from "@effect/sql-pg/PgPool"
import { Effect, Exit, Fiber, type Scope } from "effect"
import { SqlError } from "effect/sql"
import { OutcomeUnknown } from "../../../app/ports/UnitOfWork.ts"
import { isRefused } from "../Failures.ts"
import { control, type Sent } from "../Statements.ts"
import type { Pool } from "./SessionSettings.ts"

export type Result = PgConnection.Result
type Answer = Effect.Effect<Result, SqlError.SqlError>

export interface Session {
  readonly query: (sent: Sent) => Answer
  /**
   * Sends all in one network write, in an open transaction; the exits are in the order of the
   * statements.
   */
  readonly queryAll: (
    sent: ReadonlyArray<Sent>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Result, SqlError.SqlError>>>
  readonly begin: Effect.Effect<void, SqlError.SqlError>
  /** Fails with an SqlError if the server refused and stored nothing. */
  readonly commit: Effect.Effect<void, SqlError.SqlError | OutcomeUnknown>
  readonly rollback: Effect.Effect<void>
}

/** Opens a session until the scope ends. */
export type OpenSession = Effect.Effect<Session, SqlError.SqlError, Scope.Scope>

const notCommitted = (command: string) =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause: new Error(`COMMIT was answered with ${command}`),
      message: `COMMIT was answered with ${command}: an earlier statement had failed`,
      operation: "commit"
    })
  })

/**
 * The failure of a commit: after a refusal nothing is stored, after any other failure the outcome
 * is unknown.
 */
export const orUnknown = (error: SqlError.SqlError): SqlError.SqlError | OutcomeUnknown =>
  isRefused(error) ? error : new OutcomeUnknown({ cause: error })

interface CheckedOut {
  readonly connection: PgConnection.PgConnection
  /** Closes the connection when it returns to the pool. */
  readonly discard: Effect.Effect<void>
  readonly withDeadline: <A, E, R>(query: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Sent after BEGIN if settings do not outlive the transaction. */
  readonly settings: ReadonlyArray<Sent>
}

const sessionOn = ({ connection, discard, withDeadline, settings }: CheckedOut) =>
  Effect.gen(function* () {
    /** `unknown` from the moment that a control statement is sent until it is answered. */
    let state: "idle" | "open" | "unknown" = "idle"
    yield* Effect.addFinalizer(() => (state === "idle" ? Effect.void : discard))

    const send = ({ text, parameters }: Sent, prepare: boolean): Answer =>
      Effect.uninterruptible(withDeadline(connection.query(text, parameters, prepare)))

    const controlled = (text: string, after: "idle" | "open"): Answer =>
      Effect.suspend(() => {
        state = "unknown"
        return Effect.tap(send(control(text), false), () =>
          Effect.sync(() => {
            state = after
          })
        )
      })

    const queryAll: Session["queryAll"] = Effect.fnUntraced(function* (all) {
      const running: Array<Fiber.Fiber<Result, SqlError.SqlError>> = []
      for (const sent of all) {
        running.push(yield* Effect.forkChild(send(sent, true), { startImmediately: true }))
      }
      return yield* Fiber.awaitAll(running)
    }, Effect.uninterruptible)

    const session: Session = {
      query: (sent) => send(sent, true),
      queryAll,
      begin: Effect.andThen(
        controlled("BEGIN", "open"),
        settings.length === 0
          ? Effect.void
          : Effect.flatMap(queryAll(settings), (exits) => Effect.asVoid(Exit.asVoidAll(exits)))
      ),
      commit: Effect.flatMap(
        Effect.mapError(controlled("COMMIT", "idle"), (error) => {
          if (isRefused(error)) state = "idle"
          return orUnknown(error)
        }),
        ({ command }) => (command === "COMMIT" ? Effect.void : Effect.fail(notCommitted(command)))
      ),
      rollback: Effect.suspend(() =>
        state === "open" ? Effect.ignore(controlled("ROLLBACK", "idle")) : Effect.void
      )
    }
    return session
  })

/**
 * Sessions of a pool on a server, whose connections pipeline and belong to one session at a time.
 * Each transaction makes `settings`, for a pooler that shares the connection.
 */
export const sessionsOn = (
  pool: Pool,
  withDeadline: CheckedOut["withDeadline"],
  settings: ReadonlyArray<Sent>
): OpenSession =>
  Effect.flatMap(pool.get, (connection) =>
    sessionOn({ connection, discard: pool.invalidate(connection), withDeadline, settings })
  )

/**
 * Sessions on the embedded database. PGlite is one session that outlives its connections: closing
 * one rolls nothing back, so a transaction has to end by ROLLBACK.
 */
export const embeddedSessionsOn = (pool: PgPool.PgPool): OpenSession =>
  Effect.flatMap(pool.reserve, (connection) =>
    sessionOn({
      connection,
      discard: Effect.ignore(connection.query("ROLLBACK", [], false)),
      withDeadline: (query) => query,
      settings: []
    })
  )
