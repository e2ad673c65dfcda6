/** What leaves in one flush of a unit of work stands or falls together, whatever happens on the way. */
import { assert, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Busy, CurrentLane, laneOf } from "../../../src/app/Lane.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { eventually } from "../../../src/infra/sql/InUnit.ts"
import { UnitOfWorkSql } from "../../../src/infra/sql/UnitOfWorkSql.ts"
import { layerPostgres } from "../../support/storages.ts"

const lane = laneOf(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"))

/** A table of this test's own, with rows 1 and 2. */
const things = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { transact } = yield* UnitOfWork
  yield* sql`DROP TABLE IF EXISTS things`
  yield* sql`CREATE TABLE things (id int PRIMARY KEY, n int NOT NULL)`
  yield* sql`INSERT INTO things VALUES (1, 0), (2, 0)`
  const rows = Effect.map(
    sql<{ id: number; n: number }>`SELECT id, n FROM things ORDER BY id`,
    (all) => all.map(({ id, n }) => [id, n])
  )
  const lock = (id: number) => Effect.orDie(sql`SELECT 1 FROM things WHERE id = ${id} FOR UPDATE`)
  return {
    sql,
    transact,
    rows,
    lock,
    /** Row 1 is locked by another unit, until the effect that this gives. */
    held: Effect.gen(function* () {
      const taken = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const work = lock(1).pipe(
        Effect.andThen(Deferred.succeed(taken, undefined)),
        Effect.andThen(Deferred.await(end))
      )
      const holder = yield* Effect.forkChild(transact(work))
      yield* Deferred.await(taken)
      return Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(holder))
    }),
    add: (id: number) => Effect.orDie(eventually(sql, sql`INSERT INTO things VALUES (${id}, 0)`)),
    count: (id: number) =>
      Effect.orDie(eventually(sql, sql`UPDATE things SET n = n + 1 WHERE id = ${id}`)),
    untilWaiting: (count: number) =>
      Effect.repeat(
        Effect.map(
          sql<{ n: bigint }>`SELECT count(*) AS n FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = ${"Lock"}`,
          ([row]) => Number(row?.n)
        ),
        { until: (n) => n === count, schedule: Schedule.spaced("20 millis") }
      )
  }
})

const reasonOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return SqlError.isSqlError(defect) ? defect.reason._tag : defect
}

layer(UnitOfWorkSql.pipe(Layer.provideMerge(layerPostgres)), { excludeTestServices: true })(
  "a unit of work",
  (it) => {
    it.effect("fails by the first statement that failed, and leaves nothing", () =>
      Effect.gen(function* () {
        const { sql, transact, rows, add } = yield* things
        const three = Effect.all([add(3), add(1), add(4)], { discard: true })
        const atCommit = yield* Effect.exit(transact(three))
        assert.strictEqual(reasonOf(atCommit), "UniqueViolation")
        const answered = transact(Effect.andThen(three, Effect.orDie(sql`SELECT n FROM things`)))
        assert.strictEqual(reasonOf(yield* Effect.exit(answered)), "UniqueViolation")
        assert.deepStrictEqual(yield* rows, [
          [1, 0],
          [2, 0]
        ])
        yield* transact(add(3))
        assert.lengthOf(yield* rows, 3)
      })
    )

    it.effect("reads what it gathered, and nobody else does before the end", () =>
      Effect.gen(function* () {
        const { sql, transact, rows, add } = yield* things
        const ids = sql<{ id: number }>`SELECT id FROM things ORDER BY id`
        yield* transact(
          Effect.gen(function* () {
            assert.lengthOf(yield* ids, 2)
            yield* add(3)
            assert.lengthOf(yield* ids, 3)
            yield* add(4)
            yield* Effect.exit(transact(Effect.andThen(add(5), Effect.fail("not sent"))))
            yield* Effect.exit(
              transact(Effect.andThen(add(6), Effect.andThen(ids, Effect.fail("sent"))))
            )
            yield* transact(add(7))
            assert.deepStrictEqual(
              (yield* ids).map(({ id }) => id),
              [1, 2, 3, 4, 7]
            )
          })
        )
        assert.lengthOf(yield* rows, 5)
      })
    )

    it.effect("does what is to follow its commit then, and only of what was committed", () =>
      Effect.gen(function* () {
        const { sql, transact, rows, add } = yield* things
        const seen: Array<readonly [string, number]> = []
        const follow = (name: string) =>
          sql.afterCommit(
            Effect.map(Effect.orDie(rows), (all) => void seen.push([name, all.length]))
          )
        yield* transact(
          Effect.gen(function* () {
            yield* follow("outer")
            yield* Effect.exit(transact(Effect.andThen(follow("undone"), Effect.fail("no"))))
            yield* transact(Effect.andThen(add(3), follow("inner")))
            assert.isEmpty(seen)
          })
        )
        yield* Effect.exit(transact(Effect.andThen(follow("failed"), Effect.fail("no"))))
        assert.deepStrictEqual(seen, [
          ["outer", 3],
          ["inner", 3]
        ])
      })
    )

    it.effect("sends what is longer than a flush, in order", () =>
      Effect.gen(function* () {
        const { transact, rows, add, count } = yield* things
        const ids = Array.from({ length: 120 }, (_, index) => index + 3)
        yield* transact(
          Effect.forEach(ids, (id) => Effect.andThen(add(id), count(id)), { discard: true })
        )
        assert.deepStrictEqual(
          (yield* rows).slice(2),
          ids.map((id) => [id, 1])
        )
      })
    )

    it.effect("of a request is busy where a lock was not given to its last flush", () =>
      Effect.gen(function* () {
        const { transact, rows, add, count, held } = yield* things
        const letGo = yield* held
        const exit = yield* Effect.exit(transact(Effect.andThen(add(3), count(1)))).pipe(
          Effect.provideService(CurrentLane, lane)
        )
        assert.instanceOf(reasonOf(exit), Busy)
        yield* letGo
        assert.lengthOf(yield* rows, 2)
      })
    )

    it.effect("is done again where two last flushes lock each other out", () =>
      Effect.gen(function* () {
        const { transact, rows, count, lock } = yield* things
        const locked = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
        const work = (mine: 0 | 1) =>
          transact(
            Effect.gen(function* () {
              yield* lock(mine + 1)
              yield* Deferred.succeed(locked[mine], undefined)
              yield* Deferred.await(locked[mine === 0 ? 1 : 0])
              yield* count(mine + 1)
              yield* count(2 - mine)
            })
          )
        yield* Effect.all([work(0), work(1)], { concurrency: 2 })
        assert.deepStrictEqual(yield* rows, [
          [1, 2],
          [2, 2]
        ])
      })
    )

    it.effect("whose connection is lost before its COMMIT fails, and the next has another", () =>
      Effect.gen(function* () {
        const { sql, transact, rows, add, lock } = yield* things
        const exit = yield* Effect.exit(
          transact(
            Effect.gen(function* () {
              yield* lock(1)
              yield* add(3)
              const [own] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
              yield* sql`SELECT pg_terminate_backend(${own?.pid})`
            }).pipe(Effect.catchTag("SqlError", () => Effect.void))
          )
        )
        assert.strictEqual(reasonOf(exit), "ConnectionError")
        assert.lengthOf(yield* rows, 2)
        yield* transact(add(3))
        assert.lengthOf(yield* rows, 3)
      })
    )

    it.effect(
      "that is interrupted while it waits leaves neither a waiter nor a connection taken",
      () =>
        Effect.gen(function* () {
          const { sql, transact, rows, add, lock, held, untilWaiting } = yield* things
          const letGo = yield* held
          for (let round = 0; round < 8; round++) {
            const endless = Effect.orDie(sql`SET LOCAL statement_timeout = 0`).pipe(
              Effect.andThen(Effect.orDie(sql`SET LOCAL lock_timeout = 0`)),
              Effect.andThen(add(3)),
              Effect.andThen(lock(1))
            )
            const waiter = yield* Effect.forkChild(transact(endless))
            yield* untilWaiting(1)
            yield* Fiber.interrupt(waiter)
            yield* untilWaiting(0)
          }
          yield* transact(add(4))
          yield* letGo
          assert.deepStrictEqual(
            (yield* rows).map(([id]) => id),
            [1, 2, 4]
          )
        })
    )
  }
)
