/**
 * Session settings on a server: timeouts and generic plans. A connection sets them before its first
 * use, not as startup parameters, which PgBouncer refuses. Behind a pooler in transaction mode
 * (`DATABASE_PREPARE=false`) a session lasts for one transaction. There each transaction sets its
 * timeouts locally. A statement outside of a transaction has those of the role, and sets its own
 * `lock_timeout` if it writes.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import type * as PgPool from "@effect/sql-pg/PgPool"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { control, type Sent } from "../Statements.ts"
import type { ServerSockets } from "./ServerSockets.ts"
import { SharedSession } from "./SharedSession.ts"

export type Settings = Readonly<Record<string, string>>

export const statementTimeoutMillis = 15_000
/** Short, because a waiter for a lock occupies a connection; its caller may retry. */
const lockTimeoutMillis = 2500

const timeouts: Settings = {
  statement_timeout: String(statementTimeoutMillis),
  lock_timeout: String(lockTimeoutMillis),
  idle_in_transaction_session_timeout: "30000"
}

export const sessionSettings: Settings = {
  ...timeouts,
  // A request takes one core of the server. Compiling a plan takes 40 ms, and a list less than one.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  // Planning a list takes longer than reading it.
  plan_cache_mode: "force_generic_plan"
}

/** The server refuses writes on these connections, because a write would delay readers. */
export const readSettings: Settings = { ...sessionSettings, default_transaction_read_only: "on" }

/** A group commit waits for locks of others for a moment only. */
export const groupSettings: Settings = {
  ...sessionSettings,
  lock_timeout: "15",
  statement_timeout: "1000"
}

const setAll = (settings: Settings, isLocal: boolean): ReadonlyArray<string> =>
  Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)

/** The timeouts of a transaction, sent behind its BEGIN. */
export const transactionSettings: ReadonlyArray<Sent> = [
  control(`SELECT ${setAll(timeouts, true).join(", ")}`)
]

export type Pool = Pick<PgPool.PgPool, "get" | "use" | "invalidate">

const inRecovery = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: new Error("the server is in recovery and accepts no changes"),
    message: "The server is in recovery and accepts no changes",
    operation: "connect"
  })
})

/**
 * Makes the settings on each connection of the pool before its first use, and refuses a connection
 * to a server in recovery, whose data may be old.
 */
export const withSettings = (
  pool: Pool,
  settings: Settings,
  { withDeadline, passOver }: ServerSockets
): Pool => {
  const configured = new WeakSet<PgConnection.PgConnection>()
  const columns = [...setAll(settings, false), "pg_is_in_recovery() AS standby"]
  const text = `SELECT ${columns.join(", ")}`
  const requirePrimary = ({ rows: [row] }: PgConnection.Result) =>
    row?.["standby"] === true
      ? Effect.andThen(Effect.sync(passOver), Effect.fail(inRecovery))
      : Effect.void
  const configure = (
    connection: PgConnection.PgConnection
  ): Effect.Effect<void, SqlError.SqlError> =>
    Effect.suspend(() => {
      if (configured.has(connection)) return Effect.void
      // Later statements on the connection queue behind this one.
      configured.add(connection)
      return withDeadline(connection.query(text, [], false)).pipe(
        Effect.flatMap(requirePrimary),
        Effect.tapError(() => pool.invalidate(connection)),
        Effect.uninterruptible
      )
    })
  return {
    get: Effect.tap(pool.get, configure),
    use: (work) =>
      pool.use((connection) => Effect.andThen(configure(connection), work(connection))),
    invalidate: pool.invalidate
  }
}

const mark = "retainer.session"

/**
 * Fails if the connections of two pools share a session. It marks a session before any is
 * configured, because settings would stay in a shared one.
 */
export const requireOwnSessions = (one: Pool["use"], other: Pool["use"]) =>
  Effect.gen(function* () {
    const set = `SELECT set_config('${mark}', 'marked', false)`
    const clear = `SELECT current_setting('${mark}', true) AS mark, set_config('${mark}', '', false)`
    yield* one((connection) => connection.query(set, [], false))
    const { rows } = yield* other((connection) => connection.query(clear, [], false))
    if (rows[0]?.["mark"] === "marked") return yield* new SharedSession()
  })
