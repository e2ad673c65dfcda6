/**
 * Locks: what a lock that is not granted means, which order they are taken in, and how connections
 * are divided.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Busy, CurrentLane, laneOf } from "../../../src/app/AdmissionControl.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { divide } from "../../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { engines, insertClient, readClient, rowsOf, saveClient } from "../../support/engine.ts"

const workspaceLane = laneOf(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"))
const { server, "server without groups": withoutGroups } = engines

/** A row that another transaction has locked until it is released. */
const lockedRow = Effect.gen(function* () {
  const { transact } = yield* UnitOfWork
  const admin = yield* MaintenanceClient
  yield* transact(insertClient("a"))
  const locked = yield* Deferred.make<void>()
  const release = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(
    admin.withTransaction(
      Effect.gen(function* () {
        yield* admin`SELECT 1 FROM clients WHERE id = 'a' FOR UPDATE`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(release)
      })
    )
  )
  yield* Deferred.await(locked)
  // By a connection for reads: the work that waits may hold the last one for changes.
  const reader = yield* SqlClient.SqlClient
  const waiting = Effect.map(
    reader<{ readonly n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    ([row]) => row?.n
  )
  return {
    untilWaiting: (count: number) =>
      Effect.repeat(waiting, { until: (n) => n === count, schedule: Schedule.spaced("20 millis") }),
    release: Effect.andThen(Deferred.succeed(release, undefined), Fiber.join(holder))
  }
})

const busyOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

describe("a lock that is not granted", () => {
  it.live("ends a request with Busy, whether it reads first or only writes", () =>
    Effect.gen(function* () {
      const { release } = yield* lockedRow
      const { transact } = yield* UnitOfWork
      const changes = [
        transact(saveClient("a", 1)),
        transact(Effect.andThen(readClient("a", "lock"), saveClient("a", 1))),
        transact(Effect.andThen(readClient("a", "version"), saveClient("a", 1)))
      ]
      const exits = yield* Effect.all(changes.map(Effect.exit), { concurrency: 3 }).pipe(
        Effect.provideService(CurrentLane, workspaceLane)
      )
      for (const exit of exits) {
        const busy = busyOf(exit)
        assert.instanceOf(busy, Busy)
        assert.strictEqual(busy instanceof Busy && busy.reason, "lock")
      }
      yield* release
    }).pipe(Effect.provide(server))
  )

  it.live("is retried by a worker, which has no connection in between", () =>
    Effect.gen(function* () {
      const { untilWaiting, release } = yield* lockedRow
      const { transact } = yield* UnitOfWork
      const worker = yield* Effect.forkChild(transact(saveClient("a", 1)))
      yield* untilWaiting(1)
      yield* untilWaiting(0)
      assert.isUndefined(worker.pollUnsafe())
      yield* release
      yield* Fiber.join(worker)
      assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 1 }])
    }).pipe(Effect.provide(server))
  )
})

describe("locks", () => {
  it.live("are taken in one order, however a transaction names its rows", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const ids = ["a", "b", "c", "d"]
      yield* transact(Effect.forEach(ids, (id) => insertClient(id), { discard: true }))
      let runs = 0
      const change = (n: number) =>
        transact(
          Effect.suspend(() => {
            runs += 1
            const order = n % 2 === 0 ? ids : ids.toReversed()
            return Effect.forEach(order, (id) => saveClient(id, n), { discard: true })
          })
        )
      yield* Effect.forEach(
        Array.from({ length: 300 }, (_, n) => n),
        change,
        { concurrency: 8 }
      )
      // A deadlock would have run its victim again.
      assert.strictEqual(runs, 300)
      const [row] = yield* rowsOf("SELECT count(DISTINCT value)::int AS n FROM clients")
      assert.deepStrictEqual(row, { n: 1 })
    }).pipe(Effect.provide(withoutGroups))
  )
})

describe("connections", () => {
  it.live("for readers refuse what changes something", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const exit = yield* Effect.exit(sql`UPDATE clients SET value = 1`)
      assert.include(JSON.stringify(exit), "25006")
    }).pipe(Effect.provide(server))
  )

  it("are divided, whatever their number", () => {
    assert.deepStrictEqual(divide(4), { health: 1, reads: 1, group: 0, changes: 2 })
    assert.deepStrictEqual(divide(10), { health: 1, reads: 3, group: 1, changes: 5 })
    for (let size = 4; size <= 1000; size++) {
      const { health, reads, group, changes } = divide(size)
      assert.strictEqual(health + reads + group + changes, size)
      assert.isAtLeast(changes, 2)
    }
  })
})
