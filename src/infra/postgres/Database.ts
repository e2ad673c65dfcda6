/**
 * Database connections of a process, to a PostgreSQL server or the embedded PGlite. On a server
 * they are divided, so that waiters for locks do not delay readers. Values are encoded and decoded
 * the same way on both.
 */
import * as PgPool from "@effect/sql-pg/PgPool"
import { Context, type Duration, Effect, Layer, Redacted, Schedule, type Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Busy, CurrentLane, isPatient, makeAdmissionControl } from "../../app/AdmissionControl.ts"
import { freeBytes, segmentBytes } from "../storage/DiskSpaceStatfs.ts"
import { closeToOthers } from "../storage/PrivateFiles.ts"
import { isLockTimeout, isLostConnection, isServerFull } from "./Failures.ts"
import { makeGroupCommit } from "./GroupCommit.ts"
import { type Connections, committing, type SendAlone } from "./OpenTransaction.ts"
import {
  HealthClient,
  MaintenanceClient,
  makeMaintenanceClient,
  makeReadClient,
  makeRows,
  type ReadRows
} from "./ReadClient.ts"
import { type DatabaseUrl, parseDatabaseUrl, tlsOf } from "./session/DatabaseUrl.ts"
import { type Lend, makeLeases } from "./session/Leases.ts"
import { duplexTo } from "./session/PgliteBridge.ts"
import { makeServerSockets, type ServerSockets } from "./session/ServerSockets.ts"
import {
  groupSettings,
  type Pool,
  readSettings,
  requireOwnSessions,
  type Settings,
  sessionSettings,
  statementTimeoutMillis,
  transactionSettings,
  withSettings
} from "./session/SessionSettings.ts"
import { embeddedSessionsOn, type OpenSession, sessionsOn } from "./session/Sessions.ts"
import type { SharedSession } from "./session/SharedSession.ts"

export class Database extends Context.Service<
  Database,
  {
    readonly connections: Connections
    /** Runs reads whose statement is compiled once. */
    readonly rows: ReadRows
    /** Fails if the server does not answer, or if a pooler does not fit the settings. */
    readonly check: Effect.Effect<void, SqlError.SqlError | SharedSession>
    /** Other processes may be connected; the embedded database has only one. */
    readonly isShared: boolean
    /**
     * Maintenance sessions belong to this process alone; a pooler in transaction mode shares them.
     */
    readonly hasOwnSessions: boolean
  }
>()("retainer/infra/postgres/Database") {}

/** Above `statement_timeout`, which an unreachable server cannot apply. */
const queryDeadline: Duration.Input = `${statementTimeoutMillis + 2000} millis`

/** The settings have accepted the text already. */
const targetOf = (url: Redacted.Redacted): DatabaseUrl => {
  const target = parseDatabaseUrl(Redacted.value(url))
  if (target === undefined) throw new Error("The URL of the database has another form")
  return target
}

/** Options of every connection to a server. */
export const onServer = (url: Redacted.Redacted) => ({
  url: Redacted.make(targetOf(url).hosts[0].url.href),
  applicationName: "retainer",
  idleTimeout: "1 minute" as const,
  connectTimeout: "5 seconds" as const,
  keepAlive: "10 seconds" as const,
  startupParameters: { timezone: "UTC" }
})

/** Admission control, the same on both databases. */
const queueing = { queue: 500, patience: "8 seconds" } as const

/**
 * Divides the connections: one for health, a third of the rest for reads, one for group commits if
 * there are at least six.
 */
export const divide = (poolSize: number, groups = true) => {
  const reads = Math.max(1, Math.floor((poolSize - 1) / 3))
  const group = groups && poolSize >= 6 ? 1 : 0
  return { health: 1, reads, group, changes: Math.max(1, poolSize - 1 - reads - group) }
}

const maxGroup = 16
/**
 * More than share a transaction may wait, so that the next group is complete when a commit ends.
 */
const groupCapacity = 4 * maxGroup

/** The wait for a server without a free connection slot. */
const foregroundPatience = "8 seconds"
/** Longer for workers, which would fail a job in progress. */
const backgroundPatience = "1 minute"

const retrying = (during: typeof foregroundPatience | typeof backgroundPatience) =>
  Schedule.spaced("50 millis").pipe(Schedule.jittered, Schedule.upTo({ duration: during }))

/** Waits for a connection slot of the server. */
const whenServerHasRoom = <A, E, R>(
  work: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchIf(work, isServerFull, () =>
    Effect.withFiber((fiber) => {
      const patient = isPatient(fiber.getRef(CurrentLane))
      const retried = Effect.retry(work, {
        while: isServerFull,
        schedule: retrying(patient ? backgroundPatience : foregroundPatience)
      })
      return patient
        ? retried
        : Effect.catchIf(retried, isServerFull, () =>
            Effect.die(new Busy({ reason: "connections" }))
          )
    })
  )

const isSqlError = (error: unknown): error is SqlError.SqlError => SqlError.isSqlError(error)

interface Pools {
  readonly read: Connections["read"]
  /** Admitted sessions for changes. */
  readonly open: OpenSession
  readonly sendInGroup?: SendAlone
  readonly lockTimeout?: string | undefined
}

/** The server may have closed several connections, so the next one may be lost too. */
const readRetries = 3

/** Read-only statements share connections, and are retried if theirs is lost. */
const readsOn = (lend: Lend, withDeadline: ServerSockets["withDeadline"]): Connections["read"] => {
  const readOnce: Connections["read"] = ({ text, parameters }) =>
    withDeadline(lend((connection) => connection.query(text, parameters)))
  return (sent) =>
    Effect.catchIf(
      readOnce(sent),
      (error) => isLostConnection(error) || isServerFull(error),
      () =>
        whenServerHasRoom(
          Effect.retry(readOnce(sent), { times: readRetries - 1, while: isLostConnection })
        )
    )
}

const connectionsOf = ({ read, open, sendInGroup, lockTimeout }: Pools): Connections => {
  const sendAlone: SendAlone = (sent, restore) =>
    Effect.scoped(Effect.flatMap(restore(open), (session) => committing(session.query(sent))))
  return {
    open,
    lockTimeout,
    sendAlone:
      sendInGroup === undefined
        ? sendAlone
        : (sent, restore) =>
            // A statement that would delay its group is repeated on a connection of its own.
            Effect.catchIf(
              sendInGroup(sent, restore),
              (error) =>
                isSqlError(error) &&
                (isLockTimeout(error) || error.reason._tag === "StatementTimeoutError"),
              () => sendAlone(sent, restore)
            ),
    read
  }
}

const admitted = (
  acquire: Effect.Effect<void, Busy, Scope.Scope>,
  open: OpenSession
): OpenSession =>
  Effect.andThen(Effect.catchTag(acquire, "Busy", Effect.die), whenServerHasRoom(open))

/** Each workspace has one of these reads at a time, and so has the process. */
const oneAtATime = (read: Connections["read"]): Connections["read"] => {
  const { acquire } = makeAdmissionControl({ capacity: 1, share: 1, ...queueing })
  return (sent) =>
    Effect.scoped(Effect.andThen(Effect.catchTag(acquire, "Busy", Effect.die), read(sent)))
}

interface Others extends Pick<Database["Service"], "check" | "isShared" | "hasOwnSessions"> {
  readonly readLong: Connections["read"]
  readonly health: Connections["read"]
  readonly maintenance: OpenSession | undefined
}

const contextOf = Effect.fnUntraced(function* (
  connections: Connections,
  { readLong, health, maintenance, ...facts }: Others
) {
  const rows = makeRows(connections.read)
  return Context.make(Database, { connections, rows, ...facts }).pipe(
    Context.add(SqlClient.SqlClient, yield* makeReadClient(connections.read, readLong)),
    Context.add(HealthClient, yield* makeReadClient(health)),
    Context.add(MaintenanceClient, yield* makeMaintenanceClient(maintenance ?? connections.open))
  )
})

export interface ServerOptions {
  /** Connections of this process, the health check's included. */
  readonly poolSize?: number
  readonly deadline?: Duration.Input
  /** False behind a pooler in transaction mode: unnamed statements, no settings of the session. */
  readonly prepare?: boolean
  /** The URL for maintenance, past a pooler. */
  readonly directUrl?: Redacted.Redacted | undefined
}

/** Pipelining connections to the server. */
const poolTo = (
  url: Redacted.Redacted,
  { open }: ServerSockets,
  config: Pick<
    PgPool.Config,
    "prepare" | "minConnections" | "maxConnections" | "multiplexConcurrency"
  >
) =>
  PgPool.make({
    ...onServer(url),
    ssl: tlsOf(targetOf(url)),
    ...(open === undefined ? {} : { stream: open }),
    multiplex: true,
    ...config
  })

/** For connections that belong to one session at a time. */
const exclusive = { multiplexConcurrency: 1 }

const maintenanceConnections = 2

/** Sessions for maintenance on the server itself. */
const directSessions = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  deadline: Duration.Input
) {
  const sockets = yield* makeServerSockets(targetOf(url), deadline)
  const { withDeadline } = sockets
  const pool = yield* poolTo(url, sockets, {
    ...exclusive,
    minConnections: 0,
    maxConnections: maintenanceConnections
  })
  return sessionsOn(withSettings(pool, sessionSettings, sockets), withDeadline, [])
})

/** A PostgreSQL server, version 15 or later. Reads of many fibers share few connections. */
export const layerPostgresServer = (
  url: Redacted.Redacted,
  { poolSize = 10, deadline = queryDeadline, prepare = true, directUrl }: ServerOptions = {}
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sizes = divide(poolSize, prepare)
      const sockets = yield* makeServerSockets(targetOf(url), deadline)
      const { withDeadline } = sockets
      // Each pool has one open connection, because a full server would refuse its first one.
      const makePool = (maxConnections: number, more: Partial<typeof exclusive> = {}) =>
        poolTo(url, sockets, { prepare, minConnections: 1, maxConnections, ...more })
      const configured = (pool: Pool, settings: Settings): Pool =>
        withSettings(pool, prepare ? settings : {}, sockets)
      const sessionsOf = (pool: Pool): OpenSession =>
        sessionsOn(pool, withDeadline, prepare ? [] : transactionSettings)

      const health = yield* makePool(sizes.health)
      const reads = yield* makePool(sizes.reads, exclusive)
      const forReads = configured(reads, readSettings)
      // If there are several, one is for long reads.
      const leases = Math.max(1, sizes.reads - 1)
      const lend = yield* makeLeases(forReads, leases)
      const changes = yield* makePool(sizes.changes, exclusive)
      const { acquire } = makeAdmissionControl({ capacity: sizes.changes, ...queueing })
      const pools = {
        read: readsOn(lend, withDeadline),
        open: admitted(acquire, sessionsOf(configured(changes, sessionSettings))),
        lockTimeout: prepare ? undefined : sessionSettings["lock_timeout"]
      }
      const forHealth = configured(health, readSettings)
      const isPrimary = forHealth.use(() => Effect.void)
      const others = {
        check: prepare
          ? Effect.andThen(requireOwnSessions(health.use, reads.use), isPrimary)
          : isPrimary,
        readLong: oneAtATime(readsOn(leases < sizes.reads ? forReads.use : lend, withDeadline)),
        health: readsOn(forHealth.use, withDeadline),
        isShared: true,
        hasOwnSessions: prepare || directUrl !== undefined,
        maintenance: directUrl && (yield* directSessions(directUrl, deadline))
      }
      if (sizes.group === 0) return yield* contextOf(connectionsOf(pools), others)
      const group = configured(yield* makePool(sizes.group, exclusive), groupSettings)
      const turns = makeAdmissionControl({ capacity: groupCapacity, ...queueing })
      const commit = makeGroupCommit(whenServerHasRoom(sessionsOf(group)), maxGroup)
      const sendInGroup: SendAlone = (sent, restore) =>
        Effect.scoped(
          Effect.andThen(restore(Effect.catchTag(turns.acquire, "Busy", Effect.die)), commit(sent))
        )
      return yield* contextOf(connectionsOf({ ...pools, sendInGroup }), others)
    })
  )

/**
 * PGlite never recovers from a write-ahead log that it cannot write: it blocks the process for
 * ever. So changes are refused while the disk has no room for another segment.
 */
const whenDiskHasRoom = (directory: string | undefined, open: OpenSession): OpenSession =>
  directory === undefined
    ? open
    : Effect.flatMap(
        Effect.promise(() => freeBytes(directory)),
        (free) => (free < segmentBytes ? Effect.die(new Busy({ reason: "disk" })) : open)
      )

/**
 * A PGlite in this process: in the directory, or without one in memory, with the content of a dump.
 */
export const layerEmbedded = (directory: string | undefined, loadDataDir?: Blob) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          // Loaded here, because a process with a server does not need it.
          const { PGlite } = await import("@electric-sql/pglite")
          if (directory === undefined) {
            return await PGlite.create(loadDataDir === undefined ? {} : { loadDataDir })
          }
          const pglite = await PGlite.create({ dataDir: directory })
          // PGlite unpacks its template with modes that are open to everyone.
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
      const { acquire } = makeAdmissionControl({ capacity: 1, ...queueing })
      const read = readsOn(pool.use, (query) => query)
      const open = admitted(acquire, whenDiskHasRoom(directory, embeddedSessionsOn(pool)))
      return yield* contextOf(connectionsOf({ read, open }), {
        check: Effect.void,
        readLong: oneAtATime(read),
        health: read,
        isShared: false,
        hasOwnSessions: true,
        maintenance: undefined
      })
    })
  )
