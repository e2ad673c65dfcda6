/** Which connection a statement gets, and what a lock that is not given means to a request and a worker. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Busy, CurrentLane, laneOf } from "../../../src/app/Lane.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { divide, layerServer } from "../../../src/infra/sql/Database.ts"
import { onlyReads } from "../../../src/infra/sql/PooledClient.ts"
import { UnitOfWorkSql } from "../../../src/infra/sql/UnitOfWorkSql.ts"
import { freshDatabase } from "../../support/storages.ts"

const workspaceLane = laneOf(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"))

/** A row that another transaction holds until it is told to let go. */
const heldRow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { transact } = yield* UnitOfWork
  yield* sql`CREATE TABLE things (id int PRIMARY KEY, n int NOT NULL)`
  yield* sql`INSERT INTO things VALUES (1, 0)`
  const held = yield* Deferred.make<void>()
  const release = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT 1 FROM things WHERE id = 1 FOR UPDATE`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(release)
      })
    )
  )
  yield* Deferred.await(held)
  const update = Effect.orDie(sql`UPDATE things SET n = n + 1 WHERE id = 1`)
  const waiting = Effect.map(
    sql<{ n: bigint }>`SELECT count(*) AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = ${"Lock"}`,
    (rows) => Number(rows[0]?.n)
  )
  return {
    change: transact(update),
    single: update,
    untilWaiting: (count: number) =>
      Effect.repeat(waiting, { until: (n) => n === count, schedule: Schedule.spaced("20 millis") }),
    letGo: Effect.andThen(Deferred.succeed(release, undefined), Fiber.join(holder))
  }
})

const onFreshServer = UnitOfWorkSql.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(freshDatabase, (url) => layerServer(url))))
)

const busyOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

describe("a lock that is not given", () => {
  it.live("ends a request's transaction and single change with Busy", () =>
    Effect.gen(function* () {
      const { change, single, letGo } = yield* heldRow
      const exits = yield* Effect.all([Effect.exit(change), Effect.exit(single)], {
        concurrency: 2
      }).pipe(Effect.provideService(CurrentLane, workspaceLane))
      for (const exit of exits) {
        const busy = busyOf(exit)
        assert.instanceOf(busy, Busy)
        assert.strictEqual(busy instanceof Busy && busy.reason, "lock")
      }
      yield* letGo
    }).pipe(Effect.provide(onFreshServer))
  )

  it.live("is asked for again by a worker, which keeps no connection in between", () =>
    Effect.gen(function* () {
      const { change, untilWaiting, letGo } = yield* heldRow
      const worker = yield* Effect.forkChild(change)
      yield* untilWaiting(1)
      yield* untilWaiting(0)
      assert.isUndefined(worker.pollUnsafe())
      yield* letGo
      yield* Fiber.join(worker)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT n FROM things`, [{ n: 1 }])
    }).pipe(Effect.provide(onFreshServer))
  )
})

describe("a statement", () => {
  it("that only reads is told from one that changes or locks", () => {
    const reads = [
      "SELECT * FROM a",
      "  \n(select 1)",
      "WITH x AS (SELECT 1) SELECT * FROM x",
      "SELECT updated_at, deleted_at, inserted FROM a"
    ]
    const changes = [
      "UPDATE a SET b = 1",
      "WITH x AS (DELETE FROM a RETURNING 1) SELECT * FROM x",
      "SELECT * FROM a FOR UPDATE",
      "SELECT * FROM a FOR SHARE",
      "CREATE TABLE a ()",
      "SET LOCAL lock_timeout = 0",
      "COPY a FROM stdin"
    ]
    assert.deepStrictEqual(reads.filter(onlyReads), reads)
    assert.deepStrictEqual(changes.filter(onlyReads), [])
  })

  it.live("that changes something unnoticed is refused on a reader's connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE SEQUENCE numbers`
      const exit = yield* Effect.exit(sql`SELECT nextval('numbers')`)
      assert.include(String(busyOf(exit) && JSON.stringify(exit)), "25006")
    }).pipe(Effect.provide(onFreshServer))
  )

  it("has its share of the connections, whatever their number", () => {
    assert.deepStrictEqual(divide(4), { health: 1, reads: 1, quick: 0, changes: 2 })
    assert.deepStrictEqual(divide(10), { health: 1, reads: 3, quick: 1, changes: 5 })
    for (let size = 4; size <= 1000; size++) {
      const { health, reads, quick, changes } = divide(size)
      assert.strictEqual(health + reads + quick + changes, size)
      assert.isAtLeast(changes, 2)
    }
  })
})
