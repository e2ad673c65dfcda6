/** A transaction of another client that locks a row until the test ends it. */
import { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Fiber, Option, Redacted } from "effect"
import { InvoiceId } from "../../src/domain/Ids.ts"
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
    /** Locks the invoice's row; the answer lets it go. */
    hold: async (invoice: string): Promise<() => Promise<void>> => {
      const release = Deferred.makeUnsafe<void>()
      let held = false
      const fiber = Effect.runFork(
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const id = InvoiceId.toUuid(Option.getOrThrow(InvoiceId.parse(invoice)))
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT 1 FROM invoices WHERE id = ${id} FOR UPDATE`
              held = true
              yield* Deferred.await(release)
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
