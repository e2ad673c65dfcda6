/** A plain SQL connection beside the servers, which reads rows, holds locks and ends sessions. */
import { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { afterAll, beforeAll } from "vitest"
import type { Json } from "./pair.ts"
import { eventually } from "./process.ts"

/** Conditions on `pg_stat_activity`: the sessions of the servers, and those of these tests. */
const ofName = (name: string) =>
  `datname = current_database() AND application_name = '${name}' AND pid <> pg_backend_pid()`
const servers = ofName("retainer")
const self = ofName("histories")

const connect = async (url: string) => {
  const scope = Scope.makeUnsafe()
  const sql = await PgClient.make({
    url: Redacted.make(url),
    applicationName: "histories",
    maxConnections: 4
  }).pipe(Effect.provide(Reactivity.layer), Scope.provide(scope), Effect.runPromise)
  return { sql, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

const holdOn = async (sql: PgClient.PgClient, statement: string): Promise<() => Promise<void>> => {
  const release = Deferred.makeUnsafe<void>()
  const held = Deferred.makeUnsafe<void>()
  const holding = sql
    .unsafe(statement)
    .pipe(
      Effect.andThen(Deferred.succeed(held, undefined)),
      Effect.andThen(Deferred.await(release))
    )
  const fiber = Effect.runFork(sql.withTransaction(holding))
  await Effect.runPromise(Effect.raceFirst(Deferred.await(held), Fiber.join(fiber)))
  return async () => {
    await Effect.runPromise(Deferred.succeed(release, undefined))
    await Effect.runPromise(Fiber.join(fiber))
  }
}

/** For a suite; the database is there when its tests begin. */
export const useSql = (url: () => string) => {
  let connected: Awaited<ReturnType<typeof connect>> | undefined
  beforeAll(async () => {
    connected = await connect(url())
  })
  afterAll(() => connected?.close())
  const running = () => {
    if (connected === undefined) throw new Error("the connection is not open")
    return connected.sql
  }

  const rows = (statement: string): Promise<ReadonlyArray<Json>> =>
    Effect.runPromise(running().unsafe(statement))
  const count = async (from: string): Promise<number> => {
    const [row] = await rows(`SELECT count(*) AS n FROM ${from}`)
    return Number(row.n)
  }
  const waiting = (sessions: string) =>
    count(`pg_stat_activity WHERE ${sessions} AND wait_event_type = 'Lock'`)

  return {
    rows,
    count,
    /** As many sessions of the servers wait for a lock. */
    untilWaiting: (least: number) =>
      eventually(async () => ((await waiting(servers)) >= least ? true : undefined)),
    /** A statement of this connection waits for a lock. */
    untilSelfWaiting: () => eventually(async () => ((await waiting(self)) >= 1 ? true : undefined)),
    /** Runs the statement in a transaction, which stays open until the answer is called. */
    hold: (statement: string) => holdOn(running(), statement),
    /** Ends as many sessions of the servers, chosen at random. */
    endSessions: async (most: number, where = "true"): Promise<number> => {
      const ended = await rows(
        `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
          WHERE ${servers} AND ${where} ORDER BY random() LIMIT ${most}) AS chosen`
      )
      return ended.length
    },
    cancelStatements: () =>
      rows(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE ${servers} AND state = 'active'`),
    /** The statements while the work runs, and those that undo them afterwards. */
    during: async <A>(
      statements: ReadonlyArray<string>,
      undo: ReadonlyArray<string>,
      work: () => Promise<A>
    ): Promise<A> => {
      for (const statement of statements) await rows(statement)
      try {
        return await work()
      } finally {
        for (const statement of undo) await rows(statement)
      }
    }
  }
}
export type Sql = ReturnType<typeof useSql>
