/** Numbers of two processes at once have no gap, and a process learns that it is not alone. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { invoiceNumbers } from "../../../../src/infra/sql/invoices/InvoiceNumbers.ts"
import { UnitOfWorkSql } from "../../../../src/infra/sql/UnitOfWorkSql.ts"
import { newWorkspace } from "../../../support/records.ts"
import { layerPostgres, onDatabase } from "../../../support/storages.ts"

const layerNumbers = UnitOfWorkSql.pipe(Layer.provideMerge(onDatabase(layerPostgres)))

/** One that remembers for itself; each of its numbers with how often it was tried for. */
const process = (workspaceId: WorkspaceId) =>
  Effect.gen(function* () {
    const { transact } = yield* UnitOfWork
    const next = invoiceNumbers(yield* SqlClient.SqlClient)
    return Effect.suspend(() => {
      let tries = 0
      const one = Effect.suspend(() => {
        tries += 1
        return next(workspaceId)
      })
      return Effect.map(transact(Effect.orDie(one)), (number) => [number, tries] as const)
    })
  })

layer(layerNumbers, { excludeTestServices: true })("numbers of invoices", (it) => {
  it.effect(
    "are told from memory, until others take some, and then under the lock for a while",
    () =>
      Effect.gen(function* () {
        const { id } = yield* newWorkspace
        const one = yield* process(id)
        const other = yield* process(id)
        assert.deepStrictEqual(
          [yield* one, yield* one],
          [
            [1, 1],
            [2, 1]
          ]
        )
        assert.deepStrictEqual(
          [yield* other, yield* other],
          [
            [3, 1],
            [4, 1]
          ]
        )
        // Memory said three.
        assert.deepStrictEqual(yield* one, [5, 2])
        for (let number = 6; number < 20; number += 2) {
          const [[taken], mine] = [yield* other, yield* one]
          assert.deepStrictEqual([taken, mine], [number, [number + 1, 1]])
        }
        // Alone again: fifty later memory is asked, and wrong once more.
        for (let number = 20; number < 70; number++) {
          assert.deepStrictEqual(yield* one, [number, 1])
        }
        const [last] = [(yield* other)[0], yield* other]
        assert.strictEqual(last, 70)
        assert.deepStrictEqual(yield* one, [72, 2])
      })
  )

  it.effect("are told from memory after those that are about to be told under the lock", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* UnitOfWork
      const { id } = yield* newWorkspace
      const next = invoiceNumbers(sql)
      assert.strictEqual(yield* Effect.orDie(transact(next(id))), 1)

      const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const counter = sql`SELECT 1 FROM counters
        WHERE workspace_id = ${WorkspaceId.toUuid(id)} AND name = 'invoice_number' FOR UPDATE`
      const holder = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.andThen(
            counter,
            Effect.andThen(Deferred.succeed(held, undefined), Deferred.await(release))
          )
        )
      )
      yield* Deferred.await(held)
      const changed = sql`UPDATE clients SET name = name WHERE workspace_id = ${WorkspaceId.toUuid(id)}`
      const locked = yield* Effect.forkChild(
        transact(Effect.orDie(Effect.andThen(changed, next(id))))
      )
      yield* Effect.repeat(
        Effect.map(
          sql<{ n: bigint }>`SELECT count(*) AS n FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = ${"Lock"}`,
          ([row]) => Number(row?.n)
        ),
        { until: (n) => n === 1, schedule: Schedule.spaced("20 millis") }
      )
      let tries = 0
      const counted = Effect.suspend(() => {
        tries += 1
        return next(id)
      })
      const told = yield* Effect.forkChild(transact(Effect.orDie(counted)))
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(holder)
      assert.deepStrictEqual([yield* Fiber.join(locked), yield* Fiber.join(told), tries], [2, 3, 1])
    })
  )

  it.effect("are told from memory only when those told under the lock are committed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* UnitOfWork
      const [{ id }, elsewhere] = [yield* newWorkspace, yield* newWorkspace]
      const next = invoiceNumbers(sql)
      const numbered = (workspaceId: WorkspaceId) => transact(Effect.orDie(next(workspaceId)))
      assert.deepStrictEqual([yield* numbered(id), yield* numbered(elsewhere.id)], [1, 1])

      const [taken, release] = [yield* Deferred.make<number>(), yield* Deferred.make<void>()]
      const changed = sql`UPDATE clients SET name = name WHERE workspace_id = ${WorkspaceId.toUuid(id)}`
      const open = Effect.gen(function* () {
        yield* changed
        yield* Deferred.succeed(taken, yield* next(id))
        yield* Deferred.await(release)
      })
      const locked = yield* Effect.forkChild(transact(Effect.orDie(open)))
      assert.strictEqual(yield* Deferred.await(taken), 2)

      let tries = 0
      const counted = Effect.suspend(() => {
        tries += 1
        return next(id)
      })
      const told = yield* Effect.forkChild(transact(Effect.orDie(counted)), {
        startImmediately: true
      })
      // Committed after what came before it, so that would have been answered by now.
      assert.deepStrictEqual([yield* numbered(elsewhere.id), yield* numbered(elsewhere.id)], [2, 3])
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(locked)
      assert.deepStrictEqual([yield* Fiber.join(told), tries], [3, 1])
    })
  )
})
