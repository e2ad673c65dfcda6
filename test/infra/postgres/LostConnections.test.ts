/** Connections that the server ends: reads, and transactions that stored nothing, are repeated. */
import * as PgPool from "@effect/sql-pg/PgPool"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { OutcomeUnknown, UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { onServer } from "../../../src/infra/postgres/Database.ts"
import { engineOn, insertClient, readClient, saveClient } from "../../support/engine.ts"
import { freshDatabase } from "../../support/storages.ts"

const admin = "the test"

const setting = Effect.gen(function* () {
  const url = yield* freshDatabase
  const pool = yield* PgPool.make({ ...onServer(url), applicationName: admin, maxConnections: 1 })
  const query = (text: string) =>
    Effect.map(
      pool.use((connection) => connection.query(text, [], false)),
      ({ rows }) => rows
    )
  const context = yield* Layer.build(engineOn(url))
  /** Ends the engine's connections that match the condition, and returns their number. */
  const end = (condition = "true") =>
    Effect.map(
      query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name <> '${admin}' AND ${condition}`),
      (rows) => rows.length
    )
  const endOne = (condition: string): Effect.Effect<void, unknown> =>
    Effect.flatMap(end(condition), (count) => (count === 0 ? endOne(condition) : Effect.void))
  return {
    query,
    end,
    endOne,
    clients: query("SELECT id, value FROM clients ORDER BY id"),
    transact: Context.get(context, UnitOfWork).transact,
    sql: Context.get(context, SqlClient.SqlClient)
  }
})

describe("a lost connection", () => {
  it.live("a read is done again, also where its second connection is lost", () =>
    Effect.gen(function* () {
      const { query, endOne, sql } = yield* setting
      yield* query("SELECT pg_advisory_lock(7)")
      const reading = yield* Effect.forkChild(
        sql`SELECT 1 AS answer, pg_advisory_xact_lock_shared(7) IS NULL AS waited`
      )
      const waits = "wait_event_type = 'Lock' AND query LIKE '%AS waited%'"
      yield* endOne(waits)
      yield* endOne(waits)
      yield* query("SELECT pg_advisory_unlock(7)")
      assert.deepInclude((yield* Fiber.join(reading))[0], { answer: 1 })
    })
  )

  it.live("a transaction that did not reach its COMMIT is run again", () =>
    Effect.gen(function* () {
      const { end, clients, transact } = yield* setting
      let runs = 0
      yield* transact(insertClient("a", 1))
      yield* transact(
        Effect.gen(function* () {
          runs += 1
          yield* insertClient("b", 1)
          // It reads its own write, so BEGIN and the write were sent.
          yield* saveClient("b", 2)
          yield* readClient("b", "lock")
          if (runs === 1) yield* Effect.orDie(end())
          const found = yield* readClient("a")
          yield* saveClient("a", (found?.value ?? 0) + 1)
        })
      )
      assert.strictEqual(runs, 2)
      assert.deepStrictEqual(yield* clients, [
        { id: "a", value: 2 },
        { id: "b", value: 2 }
      ])
    })
  )

  it.live("a transaction whose COMMIT has no answer is not", () =>
    Effect.gen(function* () {
      const { query, transact } = yield* setting
      yield* query(`CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$`)
      yield* query(`CREATE CONSTRAINT TRIGGER fall AFTER INSERT ON clients DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fall()`)
      let runs = 0
      const exit = yield* Effect.exit(
        transact(
          Effect.gen(function* () {
            runs += 1
            yield* insertClient("a")
            yield* readClient("a", "lock")
          })
        )
      )
      assert.strictEqual(runs, 1)
      assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof OutcomeUnknown)
    })
  )
})
