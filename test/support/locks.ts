/** A transaction of another client that locks a row until the test ends it. */
import { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { decodeUuid } from "../../src/domain/Ids.ts"
import { eventually } from "./process.ts"

/** A session beside the servers: what it sees, and how it holds an invoice. */
export const outsider = (url: string) => {
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 2 })
  const ask = (what: string): Promise<number> =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const rows = yield* sql.unsafe<{ n: bigint }>(what)
      return Number(rows[0]?.n)
    }).pipe(Effect.provide(client), Effect.runPromise)
  return {
    /** Sessions of the service that wait for a lock. */
    waiting: () =>
      ask(`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'retainer'
          AND wait_event_type = 'Lock'`),
    connections: () =>
      ask(`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'retainer'`),
    /**
     * Locks the row of an invoice or a credit note. The answer sets the columns of `change`, if
     * there is one, and lets it go.
     */
    hold: async (id: string, change?: string): Promise<() => Promise<void>> => {
      const release = Deferred.makeUnsafe<void>()
      let held = false
      const fiber = Effect.runFork(
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const [prefix, suffix = ""] = id.split("_")
          const table = prefix === "cn" ? "credit_notes" : "invoices"
          const row = sql`id = ${decodeUuid(suffix)}::uuid`
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT 1 FROM ${sql(table)} WHERE ${row} FOR UPDATE`
              held = true
              yield* Deferred.await(release)
              if (change !== undefined) {
                yield* sql`UPDATE ${sql(table)} SET ${sql.literal(change)} WHERE ${row}`
              }
            })
          )
        }).pipe(Effect.provide(client))
      )
      await eventually(async () => (held ? true : undefined))
      return async () => {
        await Effect.runPromise(Deferred.succeed(release, undefined))
        await Effect.runPromise(Fiber.join(fiber))
      }
    }
  }
}
