/**
 * Statements that come together share a transaction, and each succeeds or fails as if it were
 * alone.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { Busy } from "../../../src/app/AdmissionControl.ts"
import { makeGroupCommit } from "../../../src/infra/postgres/GroupCommit.ts"
import { sessionsOn } from "../../../src/infra/postgres/session/Sessions.ts"
import { sessionPool } from "../../support/engine.ts"
import { freshDatabase } from "../../support/storages.ts"

const reasonOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  if (Exit.isSuccess(exit)) return "done"
  const error = Cause.squash(exit.cause)
  return SqlError.isSqlError(error) ? error.reason._tag : (error as { readonly _tag: string })._tag
}

/** A table without a key, one that a row may be in once, and one that is checked at COMMIT. */
const tables = [
  "CREATE TABLE things (id int NOT NULL, tx text NOT NULL DEFAULT pg_current_xact_id()::text)",
  "CREATE TABLE once (id int PRIMARY KEY)",
  "CREATE TABLE late (id int REFERENCES once (id) DEFERRABLE INITIALLY DEFERRED)",
  `CREATE FUNCTION refuse(id int) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN IF id < 0 THEN RAISE EXCEPTION 'stale' USING ERRCODE = '0A000'; END IF; RETURN id; END $$`,
  "INSERT INTO once VALUES (1)"
]

const group = (most: number) =>
  Effect.gen(function* () {
    const url = yield* freshDatabase
    const pool = yield* sessionPool(url, 1)
    const query = (text: string) =>
      Effect.map(
        pool.use((connection) => connection.query(text, [])),
        ({ rows }) => rows
      )
    for (const table of tables) yield* query(table)
    const commit = makeGroupCommit(
      sessionsOn(pool, (work) => work, []),
      most
    )
    const together = (statements: ReadonlyArray<Parameters<typeof commit>[0]>) =>
      Effect.forEach(statements, (sent) => Effect.exit(commit(sent)), { concurrency: "unbounded" })
    return {
      query,
      together,
      /** The outcomes of these, which come at once. */
      all: (...texts: ReadonlyArray<string>) =>
        together(texts.map((text) => ({ text, parameters: [] }))),
      /** The rows of `things`, by transaction. */
      things: Effect.map(
        query("SELECT array_agg(id ORDER BY id) AS ids FROM things GROUP BY tx ORDER BY min(id)"),
        (rows) => rows.map(({ ids }) => ids)
      )
    }
  })

const thing = (id: number) =>
  `WITH added AS (INSERT INTO things (id) VALUES (${id}) RETURNING *) SELECT * FROM added`
const once = (id: number) => `INSERT INTO once VALUES (${id})`
const late = (id: number) => `INSERT INTO late VALUES (${id})`

describe("group commit", () => {
  it.live("shares a transaction among at most so many; one alone needs none", () =>
    Effect.gen(function* () {
      const { all, things } = yield* group(3)
      assert.deepStrictEqual((yield* all(thing(0))).map(reasonOf), ["done"])
      const exits = yield* all(...[1, 2, 3, 4, 5, 6, 7].map(thing))
      assert.deepStrictEqual(
        exits.map(reasonOf),
        Array.from({ length: 7 }, () => "done")
      )
      assert.deepStrictEqual(yield* things, [[0], [1, 2, 3], [4, 5, 6], [7]])
    }).pipe(Effect.scoped)
  )

  it.live("fails the statement alone that fails, or that COMMIT refuses", () =>
    Effect.gen(function* () {
      const { all, query, things } = yield* group(9)
      const twice = yield* all(thing(1), once(1), thing(2), once(2))
      assert.deepStrictEqual(twice.map(reasonOf), ["done", "UniqueViolation", "done", "done"])
      const checked = yield* all(thing(3), late(1), late(7), thing(4))
      assert.deepStrictEqual(checked.map(reasonOf), ["done", "done", "ConstraintError", "done"])
      // Each by itself, the second time; and nothing of the first is left.
      assert.deepStrictEqual(yield* things, [[1], [2], [3], [4]])
      assert.deepStrictEqual(yield* query("SELECT id FROM late"), [{ id: 1 }])
      assert.deepStrictEqual(yield* query("SELECT id FROM once ORDER BY id"), [
        { id: 1 },
        { id: 2 }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("stores a statement once whose plan the server has dropped", () =>
    Effect.gen(function* () {
      const { all, query, things } = yield* group(9)
      yield* all(thing(1), thing(2), thing(3))
      for (const place of [0, 1, 2]) {
        yield* query("TRUNCATE things")
        // The plans of things are of other columns now; those of the others stand.
        yield* query(`ALTER TABLE things ADD COLUMN more_${place} int`)
        const others = [`INSERT INTO late VALUES (1)`, `INSERT INTO late VALUES (NULL)`]
        const exits = yield* all(...others.toSpliced(place, 0, thing(place + 1)))
        assert.deepStrictEqual(exits.map(reasonOf), ["done", "done", "done"])
        assert.deepStrictEqual(yield* things, [[place + 1]])
        assert.lengthOf(yield* query("SELECT FROM late"), 2 * (place + 1))
      }
    }).pipe(Effect.scoped)
  )

  it.live("stores nothing of a statement that the server refuses with 0A000", () =>
    Effect.gen(function* () {
      const { together, things } = yield* group(9)
      // Prepared by then: the driver sends a prepared statement again after this SQLSTATE.
      const text = "INSERT INTO things (id) VALUES (refuse($1))"
      const insert = (id: number) => ({ text, parameters: [id] })
      yield* together([insert(1), insert(2)])
      const exits = yield* together([insert(3), insert(-1), insert(4)])
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true])
      assert.deepStrictEqual((yield* things).flat(), [1, 2, 3, 4])
    }).pipe(Effect.scoped)
  )

  it.live("fails the statement alone whose connection is lost before COMMIT was sent", () =>
    Effect.gen(function* () {
      const { all, things } = yield* group(9)
      const end = "SELECT pg_terminate_backend(pg_backend_pid())"
      const exits = yield* all(thing(1), end, thing(2))
      assert.deepStrictEqual(exits.map(reasonOf), ["done", "OutcomeUnknown", "done"])
      assert.deepStrictEqual(yield* things, [[1], [2]])
    }).pipe(Effect.scoped)
  )
})

describe("a group without a connection", () => {
  const failing = (failure: Effect.Effect<never, SqlError.SqlError>) => {
    let attempts = 0
    const open = Effect.suspend(() => {
      attempts += 1
      // The others arrive during its attempt.
      return Effect.andThen(Effect.yieldNow, failure)
    })
    const commit = makeGroupCommit(open, 4)
    const sent = Array.from({ length: 40 }, (_, at) => ({ text: `SELECT ${at}`, parameters: [] }))
    return {
      attempts: () => attempts,
      outcomes: Effect.map(
        Effect.forEach(sent, (one) => Effect.exit(commit(one)), { concurrency: "unbounded" }),
        (exits) => [...new Set(exits.map(reasonOf))]
      )
    }
  }
  const refused = new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: "refused", operation: "connect" })
  })

  it.live.each([
    ["fails all that wait with one attempt", Effect.fail(refused), "ConnectionError"],
    ["is busy where the server has no room", Effect.die(new Busy({ reason: "queue" })), "Busy"]
  ] as const)("%s", ([, failure, reason]) =>
    Effect.gen(function* () {
      const { outcomes, attempts } = failing(failure)
      assert.deepStrictEqual(yield* outcomes, [reason])
      assert.strictEqual(attempts(), 1)
      // A later one has an attempt of its own, and no statement waits for a leader that is gone.
      assert.deepStrictEqual(yield* outcomes, [reason])
      assert.strictEqual(attempts(), 2)
    })
  )
})
