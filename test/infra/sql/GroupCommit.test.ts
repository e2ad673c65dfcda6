/** Changes are committed together where they come together, and each succeeds or fails as if it were alone. */
import * as PgPool from "@effect/sql-pg/PgPool"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { onServer } from "../../../src/infra/sql/Database.ts"
import { makeGroupCommit } from "../../../src/infra/sql/GroupCommit.ts"
import { freshDatabase } from "../../support/storages.ts"

const reasonOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  if (Exit.isSuccess(exit)) return "done"
  const error = Cause.squash(exit.cause)
  return SqlError.isSqlError(error) ? error.reason._tag : error
}

/** A table without a key, one that a row may be in once, and one that is checked at COMMIT. */
const tables = [
  "CREATE TABLE things (id int NOT NULL, tx text NOT NULL DEFAULT pg_current_xact_id()::text)",
  "CREATE TABLE once (id int PRIMARY KEY)",
  "CREATE TABLE late (id int REFERENCES once (id) DEFERRABLE INITIALLY DEFERRED)",
  "INSERT INTO once VALUES (1)"
]

const group = (most: number) =>
  Effect.gen(function* () {
    const url = yield* freshDatabase
    const pool = yield* PgPool.make({
      ...onServer(url),
      multiplex: true,
      multiplexConcurrency: 1,
      minConnections: 1,
      maxConnections: 1
    })
    const ask = (text: string) =>
      Effect.map(
        pool.use((session) => session.query(text, [])),
        ({ rows }) => rows
      )
    for (const table of tables) yield* ask(table)
    const commit = makeGroupCommit((work) => pool.use(work), most)
    return {
      ask,
      /** What becomes of these, which come at once. */
      all: (...texts: ReadonlyArray<string>) =>
        Effect.forEach(texts, (text) => Effect.exit(commit({ text, parameters: [] })), {
          concurrency: "unbounded"
        }),
      /** The rows of `things`, by transaction. */
      things: Effect.map(
        ask("SELECT array_agg(id ORDER BY id) AS ids FROM things GROUP BY tx ORDER BY min(id)"),
        (rows) => rows.map(({ ids }) => ids)
      )
    }
  })

const thing = (id: number) =>
  `WITH added AS (INSERT INTO things (id) VALUES (${id}) RETURNING *) SELECT * FROM added`
const once = (id: number) => `INSERT INTO once VALUES (${id})`
const late = (id: number) => `INSERT INTO late VALUES (${id})`

describe("changes that come together", () => {
  it.live("share a transaction, so many at most, and one by itself needs none", () =>
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

  it.live("fail alone, by their statement or by what is checked at COMMIT", () =>
    Effect.gen(function* () {
      const { all, ask, things } = yield* group(9)
      const twice = yield* all(thing(1), once(1), thing(2), once(2))
      assert.deepStrictEqual(twice.map(reasonOf), ["done", "UniqueViolation", "done", "done"])
      const checked = yield* all(thing(3), late(1), late(7), thing(4))
      assert.deepStrictEqual(checked.map(reasonOf), ["done", "done", "ConstraintError", "done"])
      // Each by itself, the second time; and nothing of the first is left.
      assert.deepStrictEqual(yield* things, [[1], [2], [3], [4]])
      assert.deepStrictEqual(yield* ask("SELECT id FROM late"), [{ id: 1 }])
      assert.deepStrictEqual(yield* ask("SELECT id FROM once ORDER BY id"), [{ id: 1 }, { id: 2 }])
      assert.deepStrictEqual((yield* all(once(1), once(2))).map(reasonOf), [
        "UniqueViolation",
        "UniqueViolation"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("are done once, where the server has dropped the plan of one", () =>
    Effect.gen(function* () {
      const { all, ask, things } = yield* group(9)
      yield* all(thing(1), thing(2), thing(3))
      for (const place of [0, 1, 2]) {
        yield* ask("TRUNCATE things")
        // The plans of things are of other columns now; those of the others stand.
        yield* ask(`ALTER TABLE things ADD COLUMN more_${place} int`)
        const others = [`INSERT INTO late VALUES (1)`, `INSERT INTO late VALUES (NULL)`]
        const exits = yield* all(...others.toSpliced(place, 0, thing(place + 1)))
        assert.deepStrictEqual(exits.map(reasonOf), ["done", "done", "done"])
        assert.deepStrictEqual(yield* things, [[place + 1]])
        assert.lengthOf(yield* ask("SELECT FROM late"), 2 * (place + 1))
      }
    }).pipe(Effect.scoped)
  )

  it.live("all fail with a connection that is lost, and the next ones have another", () =>
    Effect.gen(function* () {
      const { all, things } = yield* group(9)
      const end = "SELECT pg_terminate_backend(pg_backend_pid())"
      const exits = yield* all(thing(1), end, thing(2))
      assert.isTrue(exits.every(Exit.isFailure))
      assert.deepStrictEqual(yield* things, [])
      assert.deepStrictEqual((yield* all(thing(3), thing(4))).map(reasonOf), ["done", "done"])
      assert.deepStrictEqual(yield* things, [[3, 4]])
    }).pipe(Effect.scoped)
  )
})
