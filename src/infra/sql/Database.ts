/**
 * The one SQL client, on a PostgreSQL server or on the embedded PGlite. Instants, names and JSON come
 * and go the same way on both. On a server its connections are divided: whoever waits for a lock
 * takes none from readers, and the health check has its own.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgPool from "@effect/sql-pg/PgPool"
import { Context, Effect, Layer, type Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { makeGate } from "../../app/Gate.ts"
import {
  type CredentialChangeLog,
  makeCredentialChangeLog
} from "../../app/people/CredentialChangeLog.ts"
import { closeToOthers } from "../storage/PrivateFiles.ts"
import { afterCommitOf } from "./InUnit.ts"
import { duplexTo } from "./PgliteBridge.ts"
import { makePooledClient } from "./PooledClient.ts"
import { CredentialWrites } from "./people/CredentialWrites.ts"
import { oneByOne, pipelined, Sessions } from "./Session.ts"

/** Who waits for a lock keeps a connection meanwhile; whoever has to come again does not. */
const lockTimeout = 2500

/** How every connection to a server is made. */
export const onServer = (
  url: Redacted.Redacted,
  parameters: Readonly<Record<string, string>> = {}
) => ({
  url,
  applicationName: "retainer",
  idleTimeout: "1 minute" as const,
  connectTimeout: "5 seconds" as const,
  startupParameters: {
    statement_timeout: "15000",
    lock_timeout: String(lockTimeout),
    idle_in_transaction_session_timeout: "30000",
    timezone: "UTC",
    // A request takes one core of the server. Compiling a plan takes it 40 ms, and a list less than one.
    jit: "off",
    max_parallel_workers_per_gather: "0",
    // Planned once in a session: planning a list anew takes longer than reading it.
    plan_cache_mode: "force_generic_plan",
    ...parameters
  }
})

/**
 * What waits, and for how long, is the same on both databases. Several hundred creates that a client
 * sends at once all have room; a queue that is longer could not be served within the patience.
 */
const queueing = { queue: 500, patience: "8 seconds" } as const

/**
 * How a process divides its connections: one for health, a third of the rest for reads, and where there are
 * enough one that quick changes share.
 */
export const divide = (poolSize: number) => {
  const reads = Math.max(1, Math.floor((poolSize - 1) / 3))
  const quick = poolSize >= 6 ? 1 : 0
  return { health: 1, reads, quick, changes: Math.max(1, poolSize - 1 - reads - quick) }
}

const quickTimeouts = { lock_timeout: "15", statement_timeout: "1000" }
/**
 * Twice as many as share a transaction may be there: the next one is complete when the one before ends. Those of one
 * workspace, half of all, are held up by others' locks for less than half a second, if each of them is.
 */
const quickTogether = 16
const quickAtOnce = 4 * quickTogether

/** The client, and what it tells of its own changes: of others' a process hears where it listens. */
const layerFrom = <E, R>(
  isAlone: boolean,
  make: (
    credentials: CredentialChangeLog
  ) => Effect.Effect<Effect.Success<ReturnType<typeof makePooledClient>>, E, R>
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const credentials = makeCredentialChangeLog({ areHeard: isAlone })
      const { client, sessions } = yield* make(credentials)
      const afterCommit = afterCommitOf(client)
      return Context.make(SqlClient.SqlClient, Object.assign(client, { afterCommit })).pipe(
        Context.add(Sessions, sessions),
        Context.add(CredentialWrites, credentials)
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** A PostgreSQL server, version 15 or later. Reads of many fibers share few connections. */
export const layerServer = (url: Redacted.Redacted, poolSize = 10) =>
  layerFrom(false, (credentials) =>
    Effect.gen(function* () {
      const sizes = divide(poolSize)
      // One of each is kept: a server without a connection left would shut out what has none.
      const reads = yield* PgPool.make({
        // A change that went astray here would make readers wait: the server refuses it.
        ...onServer(url, { default_transaction_read_only: "on" }),
        multiplex: true,
        minConnections: 1,
        maxConnections: sizes.reads
      })
      // A change has its connection for itself, and sends on it without waiting for each answer.
      const writers = yield* PgPool.make({
        ...onServer(url),
        multiplex: true,
        multiplexConcurrency: 1,
        minConnections: 1,
        maxConnections: sizes.changes
      })
      const changes = pipelined(writers, (processId) =>
        reads.use((session) => session.query("SELECT pg_cancel_backend($1)", [processId]))
      )
      const gate = makeGate({ capacity: sizes.changes, ...queueing })
      const pools = { reads, changes, gate, credentials }
      if (sizes.quick === 0) return yield* makePooledClient(pools)
      const pool = yield* PgPool.make({
        ...onServer(url, quickTimeouts),
        multiplex: true,
        // A transaction has it for itself, and sends all of its statements at once.
        multiplexConcurrency: 1,
        minConnections: 1,
        maxConnections: sizes.quick
      })
      const turns = makeGate({ capacity: quickAtOnce, ...queueing })
      const quick = { pool, gate: turns, together: quickTogether }
      return yield* makePooledClient({ ...pools, quick })
    })
  )

/** The health check's own connection, so that it tells of the database and not of our queues. */
export const makeHealthClient = (url: Redacted.Redacted) =>
  PgClient.make({ ...onServer(url), minConnections: 1, maxConnections: 1 }).pipe(
    Effect.provide(Reactivity.layer)
  )

/**
 * A PGlite in this process: in the directory, or in memory where none is given, there with the content
 * of a dump.
 */
export const layerEmbedded = (directory: string | undefined, loadDataDir?: Blob) =>
  layerFrom(true, (credentials) =>
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          // Not loaded beside a server, which has no use for it.
          const { PGlite } = await import("@electric-sql/pglite")
          if (directory === undefined) {
            return await PGlite.create(loadDataDir === undefined ? {} : { loadDataDir })
          }
          const pglite = await PGlite.create({ dataDir: directory })
          // It unpacks its template with modes of its own, open to everyone.
          await closeToOthers(directory)
          return pglite
        }),
        (pglite) => Effect.promise(() => pglite.close())
      )
      const pool = yield* PgPool.make({
        applicationName: "retainer",
        stream: () => duplexTo(database),
        maxConnections: 1,
        username: "postgres",
        database: "postgres"
      })
      const gate = makeGate({ capacity: 1, ...queueing })
      return yield* makePooledClient({ reads: pool, changes: oneByOne(pool), gate, credentials })
    })
  )
